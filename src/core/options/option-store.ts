/**
 * One set of options and the set it inherits from: pane → window → global window, session → global session; server
 * options stand alone. Names, types, defaults and scopes come from `option-table.ts`; names that begin with @ are the
 * user's own and hold any text. `Options` is what implements it.
 */
export interface OptionStore {
  readonly parent: OptionStore | undefined;
  /**
   * The text of the effective value, inherited or own; undefined for a user option that is not set. An element of an
   * array is named with its index; an array as a whole has the empty text.
   */
  get(name: string): string | undefined;
  flag(name: string): boolean;
  number(name: string): number;
  /** Elements of an array option in index order (update-environment, user-keys, command-alias …). */
  list(name: string): readonly (readonly [index: number, value: string])[];
  /** Whether the option is set here and not inherited. */
  has(name: string): boolean;
}
