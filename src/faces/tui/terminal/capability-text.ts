/**
 * The text of a capability as users write it in terminal-overrides: terminfo's escapes (`\E`, `\007`, `^G`) and
 * parameters (`%p1%d`, `%p2%s`, `%i`, `%{n}` and arithmetic). Conditions and formats with a width are not supported,
 * and a text that contains one is ignored.
 */
type Parameter = string | number;

const NAMED: Readonly<Record<string, string>> = {
  E: "\x1b",
  e: "\x1b",
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  s: " ",
};
const ESCAPED = /\\([0-7]{1,3})|\\(.)|\^([?-_a-z])/gs;

export function unescapeCapability(text: string): string {
  return text.replace(ESCAPED, (_, octal?: string, named?: string, control?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    if (named !== undefined) return NAMED[named] ?? named;
    return control === "?" ? "\x7f" : String.fromCharCode(control!.charCodeAt(0) & 0x1f);
  });
}

const PART = /%(?:p([1-9])|\{(\d+)\}|([dsi%+\-*/m]))|[^%]+|%/gs;
const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
  m: (a, b) => (b === 0 ? 0 : a % b),
};

/** The text with its parameters filled in; undefined if the text uses an unsupported feature. */
export function fillCapability(text: string, ...parameters: Parameter[]): string | undefined {
  const stack: Parameter[] = [];
  const given = [...parameters];
  let filled = "";
  for (const [all, parameter, number, operation] of text.matchAll(PART)) {
    if (parameter !== undefined) stack.push(given[Number(parameter) - 1] ?? 0);
    else if (number !== undefined) stack.push(Number(number));
    else if (operation === undefined) {
      if (all === "%") return undefined;
      filled += all;
    } else if (operation === "%") filled += "%";
    else if (operation === "i") for (const at of [0, 1]) given[at] = Number(given[at] ?? 0) + 1;
    else if (operation === "d" || operation === "s") filled += String(stack.pop() ?? "");
    else {
      const second = Number(stack.pop() ?? 0);
      stack.push(arithmetic[operation]!(Number(stack.pop() ?? 0), second));
    }
  }
  return filled;
}
