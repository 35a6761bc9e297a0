import { paneAddress } from "../connection/host-address.ts";
import { request } from "../connection/request.ts";

/** Stores an image on the pane's host. Returns its path there, quoted where a shell needs it. */
export async function storeImage(paneId: string, image: File): Promise<string> {
  const answer = await request(paneAddress(paneId, "files"), {
    method: "POST",
    headers: { "content-type": image.type },
    body: image,
  });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const { message = "the daemon did not accept it" } = body.json ?? body;
    throw new Error(`The image was not stored: ${message}`);
  }
  return quoted(body.path);
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
