/** One thing that a backend has to do, as data. Its check stands under the same id in checks.ts. */
export interface Requirement {
  /** `area:what`; never renamed, since people skip by it. */
  readonly id: string;
  readonly sentence: string;
  /** Where the proposal says so, or what it follows from. */
  readonly source: string;
  /** A backend conforms when every must holds. */
  readonly level: "must" | "should";
}

export type TransportKind = "socket" | "stdio";
