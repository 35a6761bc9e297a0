/**
 * Limits: the most that Mullion may cost for each unit of the real tmux's cost, in the same run. A row without an entry
 * is informational. The rows of `maxAmount` are absolute: the real tmux does not support the operation.
 */
export const maxRatio: Readonly<Record<string, number>> = {
  "call display-message": 0.5,
  "call list-panes": 0.5,
  "call send-keys": 0.5,
  "call has-session": 0.5,
  "call report beside display-message": 1.0,
  "100 split-windows, sequential": 1.0,
  "100 split-windows, 10 at once": 1.0,
  "output plain, time": 1.0,
  "output SGR, time": 0.6,
  "output full-screen, time": 0.5,
  "output unicode, time": 0.5,
  "10,000 full lines, memory": 1.0,
  "call p99 while 4 panes flood": 1.0,
  "key to echo p50": 1.0,
  "key to echo p99": 1.0,
  "key to echo in a shell p50": 1.0,
  "key to echo in a shell p99": 1.0,
  "key to painted echo p50": 1.0,
  "key to painted echo p99": 1.0,
  "native list beside list-panes": 1 / 30,
  "50 panes print, 5 pages beside none": 2,
  "the second 50 hosts beside the first 50, memory": 1.5,
};

/** In the unit of the row. */
export const maxAmount: Readonly<Record<string, number>> = {
  "kill -9 to 100 panes answering": 1000,
  "key to echo p99 while a pane floods": 30,
  "native list, warm connection, p50": 0.15,
  "200 agents listed, first picture": 50,
  "200 agents listed, CPU time of an idle second": 5,
  "key to glyph in the page, p50": 20,
  "frame of the page while 50 panes print": 33,
  "jump in the replay of a 20 MB pane, p95": 500,
  "5 pages that do not read, memory": 32,
  "1000 reconnects of pages, memory": 32,
  "50 hosts with 20 panes each, ls": 300,
  "50 hosts with 20 panes each, change to the live list": 1000,
  "100 hosts with 100 panes each, ls p99": 500,
  "1000 reconnects in the browser, sockets left": 0,
  "1000 reconnects in the browser, repeating timers left": 0,
  // One that stayed for each connection would make it 1000; some belong to objects that are not collected yet.
  "1000 reconnects in the browser, listeners left": 40,
  "1000 reconnects in the browser, nodes left": 200,
  "1000 reconnects in the browser, documents left": 0,
  "1000 reconnects in the browser, sockets of the daemon left": 2,
};
