/** How a program ended, for a person. Shells report a signal as 128 and its number. */
export function exitSentence(exitCode: number): string {
  if (exitCode === 0) return "The program ended.";
  if (exitCode > 128) return `The program was ended by signal ${exitCode - 128} (status ${exitCode}).`;
  return `The program failed with status ${exitCode}.`;
}
