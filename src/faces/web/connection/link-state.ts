/** How the page is connected to the daemon. Only `connected` means that what the page shows is what is there now. */
export type LinkState =
  | { readonly kind: "connecting" }
  | { readonly kind: "connected" }
  /**
   * `reachable` is false if no daemon answers at all: it was stopped, or the way to it is interrupted. `reason`: why the
   * daemon does not serve the page now, if it said so.
   */
  | {
      readonly kind: "reconnecting";
      readonly since: number;
      readonly reachable: boolean;
      readonly reason?: string | undefined;
    }
  /** The page has no credential, or the daemon accepts it no longer. */
  | { readonly kind: "logged-out"; readonly reason: string | undefined };

/** What an attempt to connect found out. */
export type Attempt = "failed" | "unreachable" | "rejected";

/** The state after an attempt has failed. Since when the page is cut off does not change with further attempts. */
export function afterFailure(state: LinkState, attempt: Attempt, now: number, reason?: string): LinkState {
  if (attempt === "rejected") return { kind: "logged-out", reason: undefined };
  const since = state.kind === "reconnecting" ? state.since : now;
  return { kind: "reconnecting", since, reachable: attempt !== "unreachable", reason };
}

export function describeLink(state: LinkState): string {
  if (state.kind === "connecting") return "Connecting…";
  if (state.kind === "connected") return "Connected";
  if (state.kind === "logged-out") return "Logged out: run `mullion web`";
  if (state.reason) return `Not served: ${state.reason}`;
  return state.reachable ? "Reconnecting" : "The daemon does not answer";
}
