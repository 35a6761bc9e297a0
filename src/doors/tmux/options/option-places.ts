import { resolveOptionName } from "../../../core/options/option-name.ts";
import {
  type OptionPlace,
  placeOfFlags,
  placeOfOption,
  type ScopeFlags,
} from "../../../core/options/option-scope.ts";
import type { Options } from "../../../core/options/options.ts";
import type { PartialTarget } from "../../../core/target/target.ts";
import type { Server } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";

export interface FoundOptions {
  readonly options: Options;
  readonly scope: OptionPlace["scope"];
}

export interface OptionSearch {
  readonly server: Server;
  readonly target: PartialTarget;
  /** The target as given, for error messages. */
  readonly targetText: string | undefined;
  readonly flags: ScopeFlags;
}

/** The store that the flags select, for user options and complete listings. */
export function optionsOfFlags(search: OptionSearch): FoundOptions {
  return find(placeOfFlags(search.flags), search);
}

/** The store that an option belongs to, by its own scope. */
export function optionsOfName(name: string, search: OptionSearch): FoundOptions {
  return find(placeOfOption(resolveOptionName(name).name, search.flags), search);
}

function find({ scope, global }: OptionPlace, { server, target, targetText }: OptionSearch): FoundOptions {
  const globals = { server: server.options, session: server.sessionOptions, window: server.windowOptions };
  if (scope === "server" || (global && scope !== "pane")) return { options: globals[scope], scope };
  const owner = { session: target.session, window: target.link?.window, pane: target.pane }[scope];
  if (owner) return { options: owner.options, scope };
  throw new CommandError(
    targetText === undefined ? `no current ${scope}` : `no such ${scope}: ${targetText}`,
  );
}
