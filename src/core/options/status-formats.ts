/**
 * Default of status-format: line 1 is made of the left part, the list of windows and the right part; line 2 (shown with
 * `status 2`) of the panes. Written in pieces for people; the value is tmux's to the byte.
 */
function styleUnlessDefault(option: string): string {
  return `#{!=:#{E:${option}},default}`;
}

const lastStyle = `#{?#{&&:#{window_last_flag},${styleUnlessDefault("window-status-last-style")}}, #{E:window-status-last-style},}`;

const activityStyle =
  "#{?#{&&:#{||:#{window_activity_flag},#{window_silence_flag}}," +
  `${styleUnlessDefault("window-status-activity-style")}}, #{E:window-status-activity-style},}`;

const bellStyle =
  `#{?#{&&:#{window_bell_flag},${styleUnlessDefault("window-status-bell-style")}}, ` +
  `#{E:window-status-bell-style},${activityStyle}}`;

const currentStyle =
  `#{?${styleUnlessDefault("window-status-current-style")},` +
  "#{E:window-status-current-style},#{E:window-status-style}}";

/** A part whose own `default` is the style set just before it. */
function framed(format: string): string {
  return `#[push-default]${format}#[pop-default]`;
}

const separator = "#{?window_end_flag,,#{window-status-separator}}";

const otherWindow =
  `#[range=window|#{window_index} #{E:window-status-style}${lastStyle}${bellStyle}]` +
  `${framed("#{T:window-status-format}")}#[norange default]${separator}`;

const currentWindow =
  `#[range=window|#{window_index} list=focus ${currentStyle}${lastStyle}${bellStyle}]` +
  `${framed("#{T:window-status-current-format}")}#[norange list=on default]${separator}`;

const left =
  "#[align=left range=left #{E:status-left-style}]" +
  `${framed("#{T;=/#{status-left-length}:status-left}")}#[norange default]`;

const windows =
  "#[list=on align=#{status-justify}]#[list=left-marker]<#[list=right-marker]>#[list=on]" +
  `#{W:${otherWindow},${currentWindow}}`;

const right =
  "#[nolist align=right range=right #{E:status-right-style}]" +
  `${framed("#{T;=/#{status-right-length}:status-right}")}#[norange default]`;

const panes =
  "#[align=centre]#{P:#{?pane_active,#[reverse],}" +
  "#{pane_index}[#{pane_width}x#{pane_height}]#[default] }";

export const statusFormats: readonly string[] = [left + windows + right, panes];
