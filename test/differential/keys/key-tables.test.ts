import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MuxError } from "../../../src/core/errors.ts";
import { NO_KEY } from "../../../src/core/keys/key.ts";
import { parseKey } from "../../../src/core/keys/key-name.ts";
import { type Binding, KeyTables } from "../../../src/core/keys/key-tables.ts";
import { type ListNotes, listKeyNotes, listKeys } from "../../../src/core/keys/list-keys.ts";
import { specialKeys } from "../../../src/core/keys/special-keys.ts";
import { need } from "../../setup/need.ts";
import { Comparison } from "../options/comparison.ts";
import { RealTmux } from "../options/real-tmux.ts";

const modifiers = ["", "S-", "M-", "C-", "C-M-", "c-s-m-", "M-C-", "^", "^M-", "C-C-"];
const ascii = Array.from({ length: 0x80 }, (_, i) => String.fromCharCode(i)).filter((text) => text !== "\0");
const odd = [
  ...[
    "Tab",
    "tab",
    "Space",
    "Enter",
    "Escape",
    "Unknown",
    "FocusIn",
    "PasteStart",
    "MouseMovePane",
    "Mouse",
    "Any",
  ],
  ...[
    "None",
    "User0",
    "User12",
    "User999",
    "User1000",
    "user3",
    "User 7",
    "User7x",
    "User",
    "User-1",
    "F0",
    "F13",
  ],
  ...[
    "0x41",
    "0x7",
    "0x7f",
    "0x80",
    "0xe9",
    "0x263a",
    "0x1f600",
    "0xd800",
    "0x110000",
    "0x",
    "0xg",
    "0x41zz",
    "0X41",
  ],
  ...[
    "é",
    "日",
    "😀",
    "ab",
    "éa",
    "\u0085",
    "\u0301",
    "--",
    "-",
    "C-",
    "M--",
    "x-y",
    "C-x-y",
    "",
    "^",
    "^^",
    "C-^x",
  ],
];

function names(): readonly string[] {
  const specials = specialKeys.flatMap((key) => [key.name, ...key.aliases, key.name.toUpperCase()]);
  const mouse = specials.filter((name, i) => !/Mouse|Click|Wheel/.test(name) || i % 7 === 0);
  return [...mouse, ...ascii, ...odd].flatMap((name) => modifiers.map((modifier) => modifier + name));
}

function bind(tables: KeyTables, table: string, text: string, rest: Partial<Binding> = {}): void {
  const key = parseKey(text);
  if (key === undefined || key === NO_KEY) throw new MuxError("bad-name", `unknown key: ${text}`);
  tables.bind(table, { key, command: "start-server", note: undefined, repeat: false, ...rest });
}

describe.runIf(need("tmux"))("key tables are tmux's", () => {
  let real: RealTmux;
  beforeEach(() => {
    real = new RealTmux();
  });
  afterEach(() => real.stop());

  it("takes and prints every name", async () => {
    const tables = new KeyTables();
    const both = new Comparison(real);
    for (const name of names())
      both.step(["bind-key", "-T", "names", "--", name, "start-server"], () => bind(tables, "names", name));
    expect(await both.mismatches()).toEqual([]);
    const { lines } = await real.run("list-keys", "-T", "names");
    expect(listKeys(tables, { table: "names" }).toSorted()).toEqual(lines.toSorted());
  });

  it("orders keys as tmux does", async () => {
    const tables = new KeyTables();
    const both = new Comparison(real);
    const some = [
      "b",
      "M-a",
      "C-a",
      "F1",
      "S-Up",
      "User3",
      "z",
      "Any",
      "C-M-x",
      "Up",
      "1",
      "Tab",
      "MouseDown1Pane",
      "M-F1",
      "C-1",
      "é",
      "日",
      "ÿ",
      "Ā",
      "☺",
      "0x41",
      "M-é",
    ];
    for (const name of some)
      both.step(["bind-key", "-T", "order", "--", name, "start-server"], () => bind(tables, "order", name));
    both.step(["list-keys", "-T", "order"], () => listKeys(tables, { table: "order" }));
    both.step(["unbind-key", "-a", "-T", "order"], () => tables.unbindAll("order"));
    both.step(["list-keys", "-T", "order"], () => listKeys(tables, { table: "order" }));
    expect(await both.mismatches()).toEqual([]);
  });

  it("has the same bindings from the start", async () => {
    const both = new Comparison(real);
    const tables = new KeyTables();
    both.step(["list-keys"], () => listKeys(tables));
    for (const table of ["root", "prefix", "copy-mode", "copy-mode-vi", "nosuch"]) {
      both.step(["list-keys", "-T", table], () => listKeys(tables, { table }));
      both.step(["list-keys", "-N", "-T", table], () => listKeyNotes(tables, { table }));
      both.step(["list-keys", "-Na", "-T", table], () => listKeyNotes(tables, { table, all: true }));
    }
    const notes: [string[], ListNotes][] = [
      [["-N"], {}],
      [["-Na"], { all: true }],
      [["-N", "-P", "> "], { prefix: "> " }],
    ];
    for (const [flags, list] of notes) {
      both.step(["list-keys", ...flags], () =>
        listKeyNotes(tables, { ...list, prefixKey: parseKey("C-b")! }),
      );
    }
    for (const name of ["c", "C-b", "Up", "M-1", "Space"]) {
      const key = parseKey(name)!;
      both.step(["list-keys", name], () => listKeys(tables, { key }));
      both.step(["list-keys", "-N", "-T", "prefix", name], () =>
        listKeyNotes(tables, { table: "prefix", key }),
      );
    }
    expect(await both.mismatches()).toEqual([]);
  });

  it("changes, and comes back from a record", async () => {
    const both = new Comparison(real);
    const tables = new KeyTables();
    const all = () => {
      const saved = JSON.parse(JSON.stringify(tables.toRecord()));
      both.step(["list-keys"], () => listKeys(tables));
      both.step(["list-keys"], () => listKeys(KeyTables.fromRecord(saved)));
    };
    both.step(["bind-key", "-r", "-N", "a note", "c", "start-server"], () =>
      bind(tables, "prefix", "c", { note: "a note", repeat: true }),
    );
    both.step(["unbind-key", "d"], () => tables.unbind("prefix", parseKey("d")!));
    both.step(["bind-key", "-T", "mine", 'M-"', "start-server"], () => bind(tables, "mine", 'M-"'));
    all();
    both.step(["bind-key", "-N", "another", "c"], () => tables.setNote("prefix", parseKey("c")!, "another"));
    both.step(["list-keys", "-N", "-T", "prefix"], () => listKeyNotes(tables, { table: "prefix" }));
    both.step(["unbind-key", "-T", "mine", 'M-"'], () => tables.unbind("mine", parseKey('M-"')!));
    both.step(["list-keys", "-T", "mine"], () => listKeys(tables, { table: "mine" }));
    both.step(["unbind-key", "-a", "-T", "copy-mode"], () => tables.unbindAll("copy-mode"));
    all();
    expect(await both.mismatches()).toEqual([]);
  });
});
