/** The named classes of bracket expressions, `[:alpha:]` and its like, in patterns and regular expressions. */
export const characterClasses: ReadonlyMap<string, RegExp> = new Map([
  ["alpha", /\p{L}/u],
  ["digit", /[0-9]/],
  ["alnum", /[\p{L}\p{Nd}]/u],
  ["upper", /\p{Lu}/u],
  ["lower", /\p{Ll}/u],
  ["space", /\s/],
  ["blank", /[ \t]/],
  ["punct", /[!-/:-@[-`{-~]/],
  ["print", /[^\p{C}]/u],
  ["graph", /[^\p{C}\s]/u],
  ["cntrl", /\p{Cc}/u],
  ["xdigit", /[0-9A-Fa-f]/],
]);
