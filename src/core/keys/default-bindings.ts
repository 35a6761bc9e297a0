import { copyModeBindings } from "./copy-mode-bindings.ts";
import { copyModeViBindings } from "./copy-mode-vi-bindings.ts";
import { prefixBindings } from "./prefix-bindings.ts";
import { rootBindings } from "./root-bindings.ts";

/** A binding as list-keys prints it, which is also how it can be given to bind-key. */
export interface DefaultBinding {
  readonly key: string;
  readonly command: string;
  readonly note?: string;
  readonly repeat?: true;
}

/** What tmux 3.3a binds before any configuration, by table. */
export const defaultBindings: ReadonlyMap<string, readonly DefaultBinding[]> = new Map([
  ["copy-mode", copyModeBindings],
  ["copy-mode-vi", copyModeViBindings],
  ["prefix", prefixBindings],
  ["root", rootBindings],
]);
