import type { KnownIntegration } from "../../core/agent/known/known-agent.ts";
import { type JsonChild, type JsonValue, memberNamed, NotJson, parseJsonText } from "./json-text.ts";

/**
 * Adds our hooks to the JSON of an agent's configuration, and removes them again. Every other byte stays.
 *
 * Removing must give back the file as it was before, without a copy of it. So the text shows what we created: inside an
 * object or array that was there and was empty, our text follows the opening bracket at once; inside one that we
 * created, blank space stands between.
 */
export interface OurHooks {
  readonly events: readonly string[];
  readonly command: string;
  readonly timeout: number | undefined;
}

/** The command that the agent runs for every hook. It succeeds even if Mullion was uninstalled. */
export function ourHooks(agent: string, { hooks, timeout }: KnownIntegration): OurHooks {
  const events = [...new Set(hooks.map(({ event }) => event))];
  return { events, command: `mullion report --hook ${agent} 2>/dev/null || :`, timeout };
}

/** A new file with nothing but our hooks. */
export function newHooksFile(ours: OurHooks): string {
  const style: Style = { unit: "  ", newline: "\n" };
  const hooks = containerText("{", eventTexts(ours, ours.events, 2, style), "}", 1, style);
  return `${containerText("{", [`"hooks": ${hooks}`], "}", 0, style)}\n`;
}

export function addHooks(text: string, ours: OurHooks): string {
  const root = parseJsonText(text);
  if (root.kind !== "object") throw new NotJson("it is no object");
  const style = styleOf(text, root);
  const hooks = memberNamed(root, "hooks");
  if (!hooks) {
    const all = containerText("{", eventTexts(ours, ours.events, 2, style), "}", 1, style);
    return insert(text, [into(root, [`"hooks": ${all}`], 1, style)]);
  }
  if (hooks.value.kind !== "object") throw new NotJson("its member hooks is no object");
  const absent = ours.events.filter((event) => !memberNamed(hooks.value, event));
  const present = hooks.value.children.filter(
    (child) => ours.events.includes(child.key ?? "") && memberNamed(hooks.value, child.key ?? "") === child,
  );
  const edits = present.flatMap(({ key, value }) => {
    if (value.kind !== "array") throw new NotJson(`its member hooks.${key} is no list`);
    return value.children.some((group) => groupItem(group.value, ours))
      ? []
      : [into(value, [groupText(ours, 3, style)], 3, style)];
  });
  if (absent.length > 0) edits.push(into(hooks.value, eventTexts(ours, absent, 2, style), 2, style));
  return insert(text, edits);
}

/** Undefined: nothing is left, because the file is ours. */
export function removeHooks(text: string, ours: OurHooks): string | undefined {
  for (let rest = text; ; ) {
    const path = findOurs(parseJsonText(rest), ours);
    if (!path) return rest;
    const next = cut(rest, path);
    if (next === undefined) return undefined;
    rest = next;
  }
}

export function hasAllHooks(text: string, ours: OurHooks): boolean {
  return addHooks(text, ours) === text;
}

export function hasSomeHooks(text: string, ours: OurHooks): boolean {
  return findOurs(parseJsonText(text), ours) !== undefined;
}

/* ---- reading ---- */

/** The way from the root to the first of our groups, or to our command in a group that has others too. */
function findOurs(root: JsonValue, ours: OurHooks): Step[] | undefined {
  const hooks = memberNamed(root, "hooks");
  if (!hooks) return undefined;
  for (const event of hooks.value.kind === "object" ? hooks.value.children : [])
    for (const group of event.value.kind === "array" ? event.value.children : []) {
      const found = groupItem(group.value, ours);
      if (!found) continue;
      const steps = [step(root, hooks), step(hooks.value, event), step(event.value, group)];
      return found.alone
        ? steps
        : [...steps, step(group.value, found.list), step(found.list.value, found.item)];
    }
  return undefined;
}

interface Step {
  readonly container: JsonValue;
  readonly index: number;
}

const step = (container: JsonValue, child: JsonChild): Step => ({
  container,
  index: container.children.indexOf(child),
});

/** Our command in a group of hooks. */
function groupItem(group: JsonValue, { command }: OurHooks) {
  const list = memberNamed(group, "hooks");
  const item = list?.value.children.find(
    ({ value }) => memberNamed(value, "command")?.value.plain === command,
  );
  return list && item && { list, item, alone: list.value.children.length === 1 };
}

/* ---- removing ---- */

function cut(text: string, path: readonly Step[]): string | undefined {
  const last = path.at(-1);
  if (!last) return undefined;
  const { container, index } = last;
  const { children } = container;
  const child = children[index];
  if (!child) return undefined;
  const [before, after] = [children[index - 1], children[index + 1]];
  if (before) {
    const rest = text.slice(child.end);
    return text.slice(0, before.end) + commentsBefore(text.slice(before.end, child.start), rest) + rest;
  }
  if (after)
    return (
      text.slice(0, child.start) +
      commentsIn(text.slice(child.end, after.start)).trimStart() +
      text.slice(after.start)
    );
  const wasEmpty = child.start === container.start + 1;
  return wasEmpty ? text.slice(0, child.start) + text.slice(child.end) : cut(text, path.slice(0, -1));
}

/** Each character has one way to match, so that a text without the comma is not slow. */
const COMMA = /^((?:\s|\/\/[^\n]*(?![^\n])|\/\*[\s\S]*?\*\/)*),/;

/** What stands between two entries, without the comma; empty unless a user has written a comment there. */
function commentsIn(between: string): string {
  return between.trim() === "," ? "" : between.replace(COMMA, "$1");
}

/** As `commentsIn`. The line of the removed entry goes too, if nothing else stands in it. */
function commentsBefore(between: string, rest: string): string {
  const comments = commentsIn(between);
  return /^[ \t]*\r?\n/.test(rest) ? comments.replace(/\r?\n[ \t]*$/, "") : comments;
}

/* ---- writing ---- */

interface Style {
  readonly unit: string;
  readonly newline: string;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The indentation of the first line inside the file's object. */
function styleOf(text: string, root: JsonValue): Style {
  const first = root.children[0];
  const indent = first && /\n([ \t]+)$/.exec(text.slice(root.start, first.start))?.[1];
  return { unit: indent ?? "  ", newline: text.includes("\r\n") ? "\r\n" : "\n" };
}

function into(
  { start, children }: JsonValue,
  entries: readonly string[],
  depth: number,
  style: Style,
): Insertion {
  const last = children.at(-1);
  const separator = `,${lineAt(depth, style)}`;
  if (!last) return { at: start + 1, text: entries.join(separator) };
  return { at: last.end, text: entries.map((entry) => separator + entry).join("") };
}

function insert(text: string, insertions: readonly Insertion[]): string {
  return insertions
    .toSorted((one, other) => other.at - one.at)
    .reduce((all, { at, text: added }) => all.slice(0, at) + added + all.slice(at), text);
}

function eventTexts(ours: OurHooks, events: readonly string[], depth: number, style: Style): string[] {
  return events.map(
    (event) =>
      `${JSON.stringify(event)}: ${containerText("[", [groupText(ours, depth + 1, style)], "]", depth, style)}`,
  );
}

function groupText({ command, timeout }: OurHooks, depth: number, style: Style): string {
  const hook = { type: "command", command, ...(timeout !== undefined && { timeout }) };
  const text = JSON.stringify({ hooks: [hook] }, undefined, style.unit);
  return text.replaceAll("\n", lineAt(depth, style));
}

/** What stands between is never empty: it shows that the brackets are ours. */
function containerText(
  opens: string,
  entries: readonly string[],
  closes: string,
  depth: number,
  style: Style,
): string {
  const line = lineAt(depth + 1, style);
  return `${opens}${line}${entries.join(`,${line}`)}${lineAt(depth, style)}${closes}`;
}

function lineAt(depth: number, { unit, newline }: Style): string {
  return newline + unit.repeat(depth);
}
