/**
 * Results that no 64-bit integer holds. In C that conversion is undefined, so the oracle prints what its processor does: x64
 * gives the lowest integer for all of them, arm64 the nearest one, and 0 for what is no number. Ours is x64's everywhere.
 */
export const overflows: Readonly<Record<string, { readonly x64: string; readonly arm64: string }>> = {
  "#{e|/|:1,0}": { x64: "-9223372036854775808", arm64: "9223372036854775808" },
  "#{e|/|:-1,0}": { x64: "-9223372036854775808", arm64: "-9223372036854775808" },
  "#{e|m|:1,0}": { x64: "-9223372036854775808", arm64: "0" },
  "#{e|*|:99999999999,99999999999}": { x64: "-9223372036854775808", arm64: "9223372036854775808" },
  "#{e|+|:inf,1}": { x64: "-9223372036854775808", arm64: "9223372036854775808" },
  "#{e|+|:nan,1}": { x64: "-9223372036854775808", arm64: "1" },
};
