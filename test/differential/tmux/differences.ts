/**
 * Every deliberate difference from tmux 3.3a that a case here can see, by the case's name, with its reason. A case that is
 * listed must differ: one that does not is stale, and fails.
 */
export const differences: Readonly<Record<string, string>> = {
  "a flag without its value":
    "this build of tmux reads an uninitialised variable and takes the flag as given without a value: `kill-pane -t` then kills the current pane",
  "a layout that is none": "tmux crashes, and with it every session of the server",
  "a file in the socket's place": "tmux removes the file and exits 0",
  "a socket that cannot be made": "tmux says so and exits 0",
  "loading a directory": "tmux reads nothing, says nothing and exits 0; what was not done is never 0 here",
  "flags of later versions": "what later versions added and 3.3a refuses is taken",
  "more keys than anybody waits for": "tmux types for hours and answers nobody meanwhile",
  "options of our own": "pane-room can be shown and set, though it stands in no listing",
  "room for one more pane": "pane-room is grow: where tmux refuses, the window grows just enough",
  "a program that cannot be run":
    "tmux makes a session that is gone at once and exits 0; here the reason is told",
  "a style that is none":
    "select-pane -P keeps any text as a style; here it is refused as set-option refuses it",
};
