import type { Options } from "../options/options.ts";
import { defaultStyle, parseStyle, type TextStyle } from "./style.ts";

/**
 * Colours and attributes of a style option, which may be a format. One that means nothing is the default style, and how
 * it would lay text out does not count.
 */
export function optionStyle(options: Options, name: string, expand: (text: string) => string): TextStyle {
  const text = options.get(name) ?? "";
  const style = parseStyle(text.includes("#{") ? expand(text) : text);
  if (!style) return defaultStyle;
  const { foreground, background, attributes } = style;
  return { ...defaultStyle, foreground, background, attributes };
}
