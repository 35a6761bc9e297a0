/** Border characters by kind, in the order of `borderKind`: inside, lines, corners, joins, cross, outside. */
interface BorderLines {
  readonly characters: readonly string[];
  /** Whether the characters are letters of the line-drawing set. */
  readonly drawing: boolean;
}

const lines = (characters: string, drawing = false): BorderLines => ({
  characters: [...characters],
  drawing,
});

const single = lines(" xqlkmjwvtun~", true);

const byName: Readonly<Record<string, BorderLines>> = {
  single,
  double: lines(" ║═╔╗╚╝╦╩╠╣╬·"),
  heavy: lines(" ┃━┏┓┗┛┳┻┣┫╋·"),
  simple: lines(" |-+++++++++."),
};

export function borderLines(name: string | undefined): BorderLines {
  return byName[name ?? "single"] ?? single;
}

/** Letters of the line-drawing set that point from a border to the active pane. */
export const ARROWS = { left: "+", right: ",", top: ".", bottom: "-" } as const;
