import type { OptionEntry } from "./option-entry.ts";
import { type OptionRules, parseOptionValue } from "./option-value.ts";

/** Elements by index, in no order and with any gaps. */
export type OptionArray = Map<number, string>;

export interface ElementRequest {
  readonly entry: OptionEntry;
  readonly index: number;
  readonly text: string;
  /** Appends to the element's text; elements of other types are replaced. */
  readonly append: boolean;
  readonly rules: OptionRules;
}

export function setArrayElement(
  array: OptionArray,
  { entry, index, text, append, rules }: ElementRequest,
): void {
  const current = array.get(index) ?? "";
  const wanted = append && entry.type === "text" ? current + text : text;
  array.set(index, parseOptionValue({ entry, text: wanted, current, rules }));
}

/** Splits a complete value into elements and puts each at the first free index. Elements before an error are kept. */
export function assignArray(
  array: OptionArray,
  request: Pick<ElementRequest, "entry" | "text" | "rules">,
): void {
  for (const text of cut(request.text, request.entry.separator)) {
    setArrayElement(array, { ...request, index: firstFree(array), text, append: false });
  }
}

function cut(text: string, separator: string): readonly string[] {
  const parts = separator === "" ? [text] : text.split(new RegExp(`[${separator}]`));
  return parts.filter((part) => part !== "");
}

function firstFree(array: OptionArray): number {
  let index = 0;
  while (array.has(index)) index++;
  return index;
}
