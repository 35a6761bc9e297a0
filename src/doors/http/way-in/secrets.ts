import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 bits, in 64 characters that are valid in a cookie, a header and a WebSocket's subprotocol. */
export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares digests, so that neither timing nor length reveals anything about the secret. */
export function isSecret(given: string | undefined, digest: string): boolean {
  const same = timingSafeEqual(Buffer.from(digestOf(given ?? ""), "hex"), Buffer.from(digest, "hex"));
  return same && given !== undefined;
}
