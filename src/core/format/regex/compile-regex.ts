import { BadRegex, type Node, RegexParser } from "./parse-regex.ts";
import type { Instruction, Regex } from "./regex.ts";

/** Limits the time spent per character of the text. */
const LONGEST_PROGRAM = 4000;

/** Undefined if the pattern is malformed, too large after expanding its repetitions, or has back-references. */
export function compileRegex(
  pattern: string,
  { ignoreCase }: { readonly ignoreCase: boolean },
): Regex | undefined {
  try {
    const parser = new RegexParser(pattern);
    const node = parser.parse();
    const program: Instruction[] = [];
    emit(program, { kind: "group", index: 0, inner: node });
    push(program, { kind: "match" });
    const contains = ignoreCase ? "" : longestLiteral(node);
    return { program, ignoreCase, contains, slots: parser.groups * 2 };
  } catch (error) {
    if (error instanceof BadRegex) return undefined;
    throw error;
  }
}

/** The longest text that is a part of every match. */
function longestLiteral(node: Node): string {
  const parts = partsOf(node);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/** Texts that are in every match; what adjoins is one text. */
function partsOf(node: Node): string[] {
  if (node.kind === "character") return node.literal === undefined ? [] : [node.literal];
  if (node.kind === "group") return partsOf(node.inner);
  if (node.kind === "repeat") return node.least > 0 ? partsOf(node.inner) : [];
  if (node.kind !== "sequence") return [];
  const parts: string[] = [];
  let run = "";
  for (const item of node.items) {
    // An assertion takes no character, so its neighbours adjoin.
    if (item.kind === "assert") continue;
    if (item.kind === "character" && item.literal !== undefined) run += item.literal;
    else {
      parts.push(run, ...partsOf(item));
      run = "";
    }
  }
  return [...parts, run];
}

function push<T extends Instruction>(program: Instruction[], instruction: T): T {
  if (program.length >= LONGEST_PROGRAM) throw new BadRegex("too large");
  program.push(instruction);
  return instruction;
}

function emit(program: Instruction[], node: Node): void {
  switch (node.kind) {
    case "character":
    case "assert":
      push(program, node);
      return;
    case "group":
      push(program, { kind: "save", slot: node.index * 2 });
      emit(program, node.inner);
      push(program, { kind: "save", slot: node.index * 2 + 1 });
      return;
    case "sequence":
      for (const item of node.items) emit(program, item);
      return;
    case "choice":
      emitChoice(program, node.branches);
      return;
    case "repeat":
      emitRepeat(program, node);
  }
}

function emitChoice(program: Instruction[], branches: readonly Node[]): void {
  const exits: Extract<Instruction, { kind: "jump" }>[] = [];
  for (const [at, branch] of branches.entries()) {
    if (at === branches.length - 1) {
      emit(program, branch);
      break;
    }
    const split = push(program, { kind: "split", first: program.length + 1, second: 0 });
    emit(program, branch);
    exits.push(push(program, { kind: "jump", to: 0 }));
    split.second = program.length;
  }
  for (const exit of exits) exit.to = program.length;
}

/** Expands a repetition: `a{2,4}` becomes `aaa?a?`. */
function emitRepeat(program: Instruction[], { inner, least, most }: Extract<Node, { kind: "repeat" }>): void {
  for (let count = 0; count < least; count++) emit(program, inner);
  if (most === Number.POSITIVE_INFINITY) {
    const split = push(program, { kind: "split", first: program.length + 1, second: 0 });
    const start = program.length - 1;
    emit(program, inner);
    push(program, { kind: "jump", to: start });
    split.second = program.length;
    return;
  }
  const exits: Extract<Instruction, { kind: "split" }>[] = [];
  for (let count = least; count < most; count++) {
    exits.push(push(program, { kind: "split", first: program.length + 1, second: 0 }));
    emit(program, inner);
  }
  for (const exit of exits) exit.second = program.length;
}
