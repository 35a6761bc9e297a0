/** The characters of DEC's special graphics set, and the Unicode characters that look the same. */
export const LINE_DRAWING: ReadonlyMap<string, string> = new Map(
  Array.from(
    "+→,←-↑.↓0▮`◆a▒b␉c␌d␍e␊f°g±h␤i␋j┘k┐l┌m└n┼o⎺p⎻q─r⎼s⎽t├u┤v┴w┬x│y≤z≥{π|≠}£~·".matchAll(/(.)(.)/gu),
    ([, letter, drawn]) => [letter!, drawn!],
  ),
);
