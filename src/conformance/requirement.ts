/** One requirement for a backend, as data. checks.ts has its check under the same id. */
export interface Requirement {
  /** `area:what`; never renamed, because users skip by id. */
  readonly id: string;
  readonly sentence: string;
  /** The section of the proposal that requires it, or what it follows from. */
  readonly source: string;
  /** A backend conforms when every must holds. */
  readonly level: "must" | "should";
}

export type TransportKind = "socket" | "stdio";
