/** What a link of `mullion web` or `mullion share` carries behind the #, where no server, log or referrer sees it. */
export type LoginLink =
  | { readonly kind: "login"; readonly code: string }
  /** `view`: the fragment of the view that the link opens. */
  | { readonly kind: "share"; readonly secret: string; readonly view: string };

export function parseLoginLink(fragment: string): LoginLink | undefined {
  const [, kind, value, view = "/"] = /^#(login|share)=([A-Za-z0-9_-]+)(\/.*)?$/.exec(fragment) ?? [];
  if (kind === undefined || value === undefined) return undefined;
  return kind === "login" ? { kind, code: value } : { kind: "share", secret: value, view: `#${view}` };
}

/** The body of `POST /login`. */
export function loginBody(link: LoginLink): string {
  return JSON.stringify(link.kind === "login" ? { code: link.code } : { share: link.secret });
}
