import { beforeEach, describe, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../mux/create-server.ts";
import type { Mux } from "../mux.ts";
import { optionEntry } from "../options/option-table.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import type { Pane, Session } from "../tree/tree.ts";
import type { FormatContext, FormatHost, FormatJob } from "./context.ts";
import { expandFormat, listVariables } from "./expand-format.ts";
import { STEP_LIMIT } from "./expansion.ts";
import { FormatReads } from "./format-reads.ts";
import { formatTrue } from "./format-true.ts";
import { createScope } from "./scope.ts";
import { variableTable } from "./variables/variable-table.ts";

let mux: Mux;
let session: Session;
let pane: Pane;
let jobs: FormatJob[];
let host: FormatHost;

beforeEach(() => {
  const world = new IdleWorld();
  mux = createServer({ socketPath: "/tmp/test/default", ports: world.ports });
  session = mux.createSession({ name: "main", windowName: "first", cwd: "/tmp", command: ["cat"] });
  pane = session.current.window.active;
  jobs = [];
  host = {
    hostname: "host.example",
    pid: 42,
    uid: 1000,
    user: "someone",
    version: "3.3a",
    configFiles: ["/etc/tmux.conf", "/home/tmux.conf"],
    zone: () => ({ offsetMinutes: -90, name: "ABC" }),
    runJob: (job) => {
      jobs.push(job);
      return `<${job.expanded} #S #(inner)>`;
    },
  };
});

function expand(text: string, more: Partial<FormatContext> = {}): string {
  return expandFormat(text, { server: mux.server, host, now: 1_700_000_000_000, session, ...more });
}

describe("what is around", () => {
  it("knows the mouse of the key that runs a command, also through an option", () => {
    const { screen } = pane;
    screen.write(encodeUtf8("two words"));
    mux.server.sessionOptions.set("@at", "#{mouse_pane} #{mouse_x},#{mouse_y} #{mouse_word}|#{mouse_line}");
    const mouse = { x: 9, y: 1, paneX: 5, paneY: 0, pane, buttons: 0, last: { x: 0, y: 0, buttons: 0 } };
    expect(expand("#{E:@at}", { mouse: { ...mouse, release: false } })).toBe("%0 5,0 words|two words");
    const onStatusLine = { ...mouse, pane: undefined, release: false };
    expect(expand("#{E:@at}", { mouse: onStatusLine })).toBe(" 9,0 |");
    expect(expand("#{mouse_x}")).toBe("");
  });

  it("expands variables of the host and the server", () => {
    expect(expand("#H #h #{pid} #{uid} #{user} #{version} #{socket_path}")).toBe(
      "host.example host 42 1000 someone 3.3a /tmp/test/default",
    );
    expect(expand("#{config_files} #{next_session_id}")).toBe("/etc/tmux.conf,/home/tmux.conf $1");
  });

  it("knows what kind of row it is for", () => {
    const kinds = "#{session_format}#{window_format}#{pane_format}";
    expect(expand(kinds)).toBe("100");
    expect(expand(kinds, { link: session.current })).toBe("010");
    expect(expand(kinds, { link: session.current, pane })).toBe("001");
    expect(expand(kinds, { session: undefined })).toBe("000");
    expect(expand("#{session_name}#{pane_id}", { session: undefined })).toBe("");
  });

  it("expands for a window without a session, as for its automatic name", () => {
    const { window } = pane;
    expect(expand("#{window_id}#{pane_id}#{session_name}", { session: undefined, window })).toBe("@0%0");
  });

  it("reads what the screen shows", () => {
    pane.screen.write(encodeUtf8("one\r\nab日\u001b[?1h\u001b[?1000h\u001b[?1006h\u001b[4h\u001b[2;3H"));
    expect(expand("#{cursor_x},#{cursor_y} #{cursor_character} #{C:b}")).toBe("2,1 日 2");
    expect(expand("#{keypad_cursor_flag}#{mouse_standard_flag}#{mouse_sgr_flag}#{insert_flag}")).toBe("1111");
    pane.screen.write(encodeUtf8("\u001b[1C"));
    expect(expand("[#{cursor_character}]")).toBe("[]");
    pane.screen.write(encodeUtf8("\u001b[?1049h\u001b[5;5H"));
    expect(expand("#{alternate_on} #{alternate_saved_x},#{alternate_saved_y} [#{cursor_character}]")).toBe(
      "1 3,1 [ ]",
    );
  });

  it("expands variables of the attached client", () => {
    const client = mux.attachClient(session, {
      name: "/dev/pts/7",
      tty: "/dev/pts/7",
      termName: "xterm",
      utf8: true,
      size: { cols: 90, rows: 30 },
    });
    const text =
      "#{client_name} #{client_termname} #{client_width}x#{client_height} #{client_session} #{client_flags}";
    expect(expand(text, { client })).toBe("/dev/pts/7 xterm 90x30 main attached,UTF-8");
    expect(expand("#{client_prefix}#{client_key_table}#{window_bigger}", { client })).toBe("0root0");
    expect(expand("#{session_attached} #{session_attached_list} #{window_active_clients_list}")).toBe(
      "1 /dev/pts/7 /dev/pts/7",
    );
    const view = {
      keyTable: "prefix",
      prefix: true,
      flags: "attached,focused",
      windowOffset: { x: 3, y: 4 },
    };
    const knowing = { ...host, clientView: () => view };
    expect(
      expand("#{client_prefix} #{client_key_table} #{client_flags} #{window_offset_x}", {
        client,
        host: knowing,
      }),
    ).toBe("1 prefix attached,focused 3");
  });

  it("takes over what a face knows of a pane", () => {
    const knowing = { ...host, paneView: () => ({ path: "/x", piped: true }) };
    const text = "#{pane_path} #{pane_pipe} #{pane_in_mode} #{pane_mode}";
    expect(expand(text, { host: knowing })).toBe("/x 1 0 ");
    expect(expand(text)).toBe(" 0 0 ");
  });
});

describe("variables of the caller", () => {
  const variables = new Map([["line", "7"]]);
  const commandVariables = new Map([
    ["hook", "pane-died"],
    ["line", "hidden"],
  ]);

  it("are seen, those of the row first", () => {
    expect(expand("#{line} #{hook}", { variables, commandVariables })).toBe("7 pane-died");
  });

  it("do not hide those of the table", () => {
    expect(expand("#{session_name}", { variables: new Map([["session_name", "other"]]) })).toBe("main");
  });

  it("reach into loops only where they belong to the command", () => {
    expect(expand("#{S:#{line} #{hook}}", { variables, commandVariables })).toBe("hidden pane-died");
  });

  it("are listed last", () => {
    const listed = listVariables({ server: mux.server, host, now: 0, session, variables });
    expect(listed.at(-1)).toEqual(["line", "7"]);
    expect(listed).toContainEqual(["session_last_attached", "0"]);
    expect(listed.map(([name]) => name)).not.toContain("client_name");
  });
});

describe("jobs", () => {
  it("are asked with the expanded command, and their output is expanded", () => {
    expect(expand("a#(echo #{session_name} (x))b")).toBe("a<echo main (x) main >b");
    expect(jobs).toMatchObject([{ command: "echo #{session_name} (x)", expanded: "echo main (x)", tag: "" }]);
  });

  it("belong to the window or pane of their loop", () => {
    expand("#{W:#(w)}#{P:#(p)}");
    expect(jobs.map(({ command, tag }) => [command, tag])).toEqual([
      ["w", "@0"],
      ["p", "%0"],
    ]);
  });

  it("expand to nothing with noJobs", () => {
    expect(expand("a#(echo)b", { noJobs: true })).toBe("ab");
    expect(jobs).toEqual([]);
  });
});

describe("bounds", () => {
  it.each([
    ["names itself", "#{E:@self}", "x#{E:@self}"],
    ["names itself twice", "#{E:@self}", "#{E:@self}#{E:@self}"],
    ["grows", "#{E:@self}", "#{p10000:@self}#{E:@self}#{E:@self}"],
    ["loops in loops", "#{E:@self}", "#{S:#{W:#{P:#{E:@self}#{E:@self}}}}"],
  ])("a text that %s ends", (_, text, value) => {
    mux.server.sessionOptions.set("@self", value);
    let steps = 0;
    const log = (line: string) => {
      if (/^# *expanding format:/.test(line)) steps++;
    };
    expect(expand(text, { log }).length).toBeLessThan(32 * 1024 * 1024);
    expect(steps).toBeLessThanOrEqual(STEP_LIMIT);
  });
});

it("reads conditions", () => {
  expect(["", "0", "00", "1", "no", " "].map(formatTrue)).toEqual([false, false, true, true, true, true]);
});

it("writes times in the zone of the host", () => {
  expect(expand("%H:%M %z %Z", { time: true })).toBe("20:43 -0130 ABC");
  expect(expand("%H:%M")).toBe("%H:%M");
});

it("has no variable that is named like an option", () => {
  const names = [...variableTable.keys()].filter((name) => optionEntry(name) !== undefined);
  expect(names).toEqual([]);
});

describe("what a format reads beside the tree", () => {
  const readsOf = (text: string, more: Partial<FormatContext> = {}) => {
    const reads = new FormatReads();
    expand(text, { ...more, reads });
    return reads.take().map(([source, { id }]) => `${source} ${id}`);
  };

  it("is nothing for names and sizes", () => {
    expect(readsOf("#{session_name} #{pane_id} #{pane_width} #{==:1,1} #{@unset} cursor_x #(echo)")).toEqual(
      [],
    );
  });

  it("is noted through options, conditions, loops and short names", () => {
    const other = mux.splitPane(pane);
    mux.server.sessionOptions.set("@x", "#{cursor_x}");
    mux.server.sessionOptions.set("@hidden", "#{?#{E:@x},#{pane_pid},}");
    expect(readsOf("#{E:@x}", { pane })).toEqual([`screen ${pane.id}`]);
    expect(readsOf("#{E:@hidden}", { pane })).toEqual([`screen ${pane.id}`]);
    pane.screen.write(encodeUtf8("x"));
    expect(readsOf("#{E:@hidden}", { pane })).toEqual([`screen ${pane.id}`, `process ${pane.id}`]);
    expect(readsOf("#{P:#T}", { pane })).toEqual([`screen ${pane.id}`, `screen ${other.id}`]);
    expect(readsOf("#{C:text}", { pane })).toEqual([`screen ${pane.id}`]);
    expect(readsOf("#(echo #{pane_tty})", { pane })).toEqual([`process ${pane.id}`]);
  });

  it("starts no job", () => {
    const reads = new FormatReads();
    expect(expand("a#(echo)b", { reads })).toBe("ab");
    expect([reads.jobs, jobs]).toEqual([true, []]);
  });

  it("is declared by every variable that reads a screen, a title, an end or a process", () => {
    const sources = new Map([
      ...["screen", "title", "exit"].map((key) => [key, "screen"] as const),
      ...["pid", "tty", "foreground"].map((key) => [key, "process"] as const),
    ]);
    const undeclared = [...variableTable].flatMap(([name, read]) => {
      const used = new Set<string>();
      const get = (thing: object, key: string | symbol): unknown => {
        const source = sources.get(key as string);
        if (source) used.add(source);
        const value: unknown = Reflect.get(thing, key, thing);
        return key === "process" ? new Proxy(value as object, { get }) : value;
      };
      const watched = new Proxy<Pane>(pane, { get });
      read(createScope({ server: mux.server, host, now: 0, session, pane: watched }, expandFormat));
      if (read.reads) used.delete(read.reads);
      return used.size === 0 ? [] : [name];
    });
    expect(undeclared).toEqual([]);
  });
});
