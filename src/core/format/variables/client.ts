import type { Client } from "../../tree/tree.ts";
import type { ClientView } from "../context.ts";
import { flag, numeral, seconds, type Variable, type VariableGroup } from "./variable.ts";

/** Width of a control client that never reported one. */
const DEFAULT_COLS = 80;

/** Variables of the attached client; all empty for a caller that is not attached. */
export const clientVariables: VariableGroup = {
  client_activity: ofClient((client) => seconds(client.activity)),
  // No face reports the size of a cell.
  client_cell_height: () => undefined,
  client_cell_width: () => undefined,
  client_control_mode: ofClient((client) => flag(client.control)),
  client_created: ofClient((client) => seconds(client.created)),
  client_discarded: ofClient(() => "0"),
  client_flags: ofClient((client, view) => view.flags ?? flagNames(client)),
  client_height: ofClient((client) => (client.control ? undefined : numeral(client.size?.rows))),
  client_key_table: ofClient((_, view) => view.keyTable ?? "root"),
  client_last_session: ofClient((client) => client.lastSession?.name),
  client_name: ofClient((client) => client.name),
  client_pid: ofClient((client) => String(client.pid)),
  client_prefix: ofClient((_, view) => flag(view.prefix ?? false)),
  client_readonly: ofClient((client) => flag(client.readonly)),
  client_session: ofClient((client) => client.session?.name),
  client_termfeatures: ofClient((_, view) => view.termFeatures ?? ""),
  client_termname: ofClient((client) => client.termName),
  client_termtype: ofClient((_, view) => view.termType ?? ""),
  client_tty: ofClient((client) => client.tty),
  client_uid: ofClient((client) => String(client.uid)),
  client_user: ofClient((client) => client.user),
  client_utf8: ofClient((client) => flag(client.utf8)),
  client_width: ofClient((client) => String(client.size?.cols ?? (client.control ? DEFAULT_COLS : 0))),
  client_written: ofClient((_, view) => String(view.writtenBytes ?? 0)),
  window_bigger: ofClient((_, view) => flag(view.windowOffset !== undefined)),
  window_offset_x: ofClient((_, view) => numeral(view.windowOffset?.x)),
  window_offset_y: ofClient((_, view) => numeral(view.windowOffset?.y)),
};

function ofClient(read: (client: Client, view: ClientView) => string | number | undefined): Variable {
  return ({ client, host }) => client && read(client, host.clientView?.(client) ?? {});
}

function flagNames(client: Client): string {
  const names: readonly (readonly [string, boolean])[] = [
    ["attached", client.session !== undefined],
    ["control-mode", client.control],
    ["ignore-size", client.ignoreSize],
    ["read-only", client.readonly],
    ["UTF-8", client.utf8],
  ];
  return names.flatMap(([name, shown]) => (shown ? [name] : [])).join(",");
}
