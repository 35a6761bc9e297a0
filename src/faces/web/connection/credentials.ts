import { type LoginLink, loginBody, parseLoginLink } from "./login-link.ts";

/**
 * The page's half of its credential. The other half is a cookie that no script can read; cookies are shared between the
 * ports of a host, this storage is not. A share link's key belongs to its tab, so that it replaces no login of the owner.
 */
const NAME = "mullion.key";

export function storedKey(): string | undefined {
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? undefined;
}

export function forgetKey(): void {
  (sessionStorage.getItem(NAME) === null ? localStorage : sessionStorage).removeItem(NAME);
}

/**
 * Exchanges the link in the address for a key, and removes it from the address. Returns a sentence if the link is not
 * accepted, and undefined if it is or if the address has none.
 */
export async function acceptLink(): Promise<string | undefined> {
  const link = parseLoginLink(location.hash);
  if (!link) return undefined;
  history.replaceState(null, "", link.kind === "share" ? link.view : "#/");
  // The history changes silently, and the page has read the address already.
  dispatchEvent(new HashChangeEvent("hashchange"));
  try {
    return await exchange(link);
  } catch {
    return "The daemon did not answer. Run `mullion web` again.";
  }
}

async function exchange(link: LoginLink): Promise<string | undefined> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/login", { method: "POST", headers, body: loginBody(link) });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) return body.json?.message ?? body.message ?? "This link was not accepted.";
  // The key of a share link that this tab had would win over the new login.
  sessionStorage.removeItem(NAME);
  (link.kind === "share" ? sessionStorage : localStorage).setItem(NAME, body.key);
  return undefined;
}
