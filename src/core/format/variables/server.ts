import { type Buffer, bufferSample } from "../../buffers/buffer-stack.ts";
import { listed, numeral, seconds, type Variable, type VariableGroup } from "./variable.ts";

/** Default formats of the choose modes, available as variables so that a user's format can build on them. */
const TREE_FORMAT =
  "#{?pane_format," +
  "#{?pane_marked,#[reverse],}" +
  "#{pane_current_command}#{?pane_active,*,}#{?pane_marked,M,}" +
  '#{?#{&&:#{pane_title},#{!=:#{pane_title},#{host_short}}},: "#{pane_title}",}' +
  ",#{?window_format," +
  "#{?window_marked_flag,#[reverse],}" +
  "#{window_name}#{window_flags}" +
  '#{?#{&&:#{==:#{window_panes},1},#{&&:#{pane_title},#{!=:#{pane_title},#{host_short}}}},: "#{pane_title}",}' +
  ",#{session_windows} windows" +
  "#{?session_grouped, (group #{session_group}: #{session_group_list}),}" +
  "#{?session_attached, (attached),}" +
  "}}";

export const serverVariables: VariableGroup = {
  buffer_mode_format: () => "#{t/p:buffer_created}: #{buffer_sample}",
  client_mode_format: () => "#{t/p:client_activity}: session #{session_name}",
  config_files: ({ host }) => listed(host.configFiles) ?? "",
  host: ({ host }) => host.hostname,
  host_short: ({ host }) => host.hostname.replace(/\..*$/s, ""),
  next_session_id: ({ server }) => `$${server.next.session}`,
  pid: ({ host }) => String(host.pid),
  socket_path: ({ server }) => server.socketPath,
  start_time: ({ server }) => seconds(server.startTime),
  tree_mode_format: () => TREE_FORMAT,
  uid: ({ host }) => String(host.uid),
  user: ({ host }) => host.user,
  version: ({ host }) => host.version,
};

export const bufferVariables: VariableGroup = {
  buffer_created: ofBuffer((buffer) => seconds(buffer.created)),
  buffer_name: ofBuffer((buffer) => buffer.name),
  buffer_sample: ofBuffer((buffer) => bufferSample(buffer.data)),
  buffer_size: ofBuffer((buffer) => numeral(buffer.data.length)),
};

function ofBuffer(read: (buffer: Buffer) => string | number | undefined): Variable {
  return ({ buffer, server }) => {
    const shown = buffer ?? server.buffers.top();
    return shown && read(shown);
  };
}
