/** One deliberate difference, as the case of its name shows it. */
export interface Difference {
  readonly tmux: string;
  readonly mullion: string;
  /** How to get what tmux does; absent where it is a fault of tmux. */
  readonly tmuxsWay?: string;
}

/**
 * Every deliberate difference from tmux 3.3a that a case here can see, by the case's name. A case that is listed must
 * differ: one that does not is stale, and fails. docs/coming-from-tmux.md shows this list (test/house/differences.test.ts).
 */
export const differences: Readonly<Record<string, Difference>> = {
  "room for one more pane": {
    tmux: "refuses a split where the window has no room (`no space for new pane`)",
    mullion:
      "the window grows just enough, because a detached team of agents must not fail for lack of room (`pane-room grow`)",
    tmuxsWay: "`set -s pane-room refuse`",
  },
  "one process for all servers": {
    tmux: "each server is a process of its own, and `#{pid}` is its id",
    mullion:
      "one daemon hosts all servers of a user, and `#{pid}` is its id on each; `kill` of it ends no pane and no server, the next call starts a new daemon, and `kill -USR1` makes removed sockets again",
    tmuxsWay: "`tmux kill-server` ends one server, `#{socket_path}` tells servers apart",
  },
  "options of our own": {
    tmux: "has no option `pane-room`",
    mullion: "`pane-room` can be shown and set, though no listing shows it",
  },
  "flags of later versions": {
    tmux: "3.3a refuses flags that later versions have added",
    mullion:
      "some of them work (`capture-pane -T`, `send-keys -K`, `clear-history -H`, `display-message -l`)",
  },
  "a program that cannot be run": {
    tmux: "makes a pane that is gone at once, and exits 0",
    mullion: "the call fails and says why the program cannot be run",
    tmuxsWay: "start the program by a shell: `new-window 'exec PROGRAM'`",
  },
  "a file in the socket's place": {
    tmux: "removes a file that stands where its socket should be, and exits 0",
    mullion: "leaves the file, and the call fails",
    tmuxsWay: "remove the file first",
  },
  "a socket that cannot be made": { tmux: "says so and exits 0", mullion: "says so and exits 1" },
  "loading a directory": {
    tmux: "reads nothing, says nothing and exits 0",
    mullion: "the call fails: what was not done is never status 0",
  },
  "an invalid style": {
    tmux: "`select-pane -P` keeps any text as a style",
    mullion: "it is refused, as `set-option` refuses it",
  },
  "a flag without its value": {
    tmux: "this build reads an uninitialised variable and takes the flag as if it had no value: `kill-pane -t` kills the current pane",
    mullion: "the call fails: the flag expects an argument",
  },
  "an invalid layout": {
    tmux: "crashes, and every session of the server with it",
    mullion: "the call fails",
  },
  "a copied line that wraps behind a tab": {
    tmux: "a copy has blanks between the tab and a wide character in the next line, or none, as tmux read the text at once or in parts",
    mullion: "a copy has no such blanks, because a screen must not depend on how the output was divided",
  },
  "a very large repeat count": {
    tmux: "types for hours (`send-keys -N`) and answers no other call meanwhile",
    mullion: "the call fails",
  },
};
