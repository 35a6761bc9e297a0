import { type LoginLink, loginBody, parseLoginLink } from "./login-link.ts";

/**
 * The page's half of its credential. The other half is a cookie that no script can read; cookies are shared between the
 * ports of a host, this storage is not. A share link's key belongs to its tab, so that it replaces no login of the owner.
 */
const NAME = "mullion.key";
/** Set in a tab that came with a share link. It outlives the key, so that the tab still knows it when the link has ended. */
const GUEST = "mullion.guest";

export function storedKey(): string | undefined {
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? undefined;
}

export function forgetKey(): void {
  const isOwner = sessionStorage.getItem(NAME) === null;
  (isOwner ? localStorage : sessionStorage).removeItem(NAME);
  if (isOwner) sessionStorage.removeItem(GUEST);
}

/** Whether a person came to this tab with a share link, which may have ended since. */
export function isGuest(): boolean {
  return sessionStorage.getItem(GUEST) !== null;
}

/**
 * Exchanges the link in the address for a key, and removes it from the address. Returns a sentence if the link is not
 * accepted, and undefined if it is or if the address has none.
 */
export async function acceptLink(): Promise<string | undefined> {
  const link = parseLoginLink(location.hash);
  if (!link) return undefined;
  if (link.kind === "share") sessionStorage.setItem(GUEST, "");
  else sessionStorage.removeItem(GUEST);
  history.replaceState(null, "", link.kind === "share" ? link.view : "#/");
  // The history changes silently, and the page has read the address already.
  dispatchEvent(new HashChangeEvent("hashchange"));
  try {
    return await exchange(link);
  } catch {
    return `The daemon did not answer. ${isGuest() ? "Open the link again." : "Run `mullion web` again."}`;
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
