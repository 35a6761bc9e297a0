/** How tmux reads an expanded text as a condition: empty and `0` are false. */
export function formatTrue(text: string): boolean {
  return text !== "" && text !== "0";
}
