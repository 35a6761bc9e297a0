import { copyModeBindings } from "./copy-mode-bindings.ts";
import { copyModeViBindings } from "./copy-mode-vi-bindings.ts";
import type { DefaultBinding } from "./default-binding.ts";
import { prefixBindings } from "./prefix-bindings.ts";
import { rootBindings } from "./root-bindings.ts";

/** What tmux 3.3a binds before any configuration, by table. */
export const defaultBindings: ReadonlyMap<string, readonly DefaultBinding[]> = new Map([
  ["copy-mode", copyModeBindings],
  ["copy-mode-vi", copyModeViBindings],
  ["prefix", prefixBindings],
  ["root", rootBindings],
]);
