/** Writes docs/reference/mullion.md from the table of verbs: `npm run reference`. A test compares it with the table. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @param {readonly { readonly name: string, readonly hidden?: true }[]} verbs
 * @param {(verb: any) => string} verbHelp
 * @param {readonly (readonly [number, string])[]} statuses
 */
export function reference(verbs, verbHelp, statuses) {
  const listed = verbs.filter((verb) => !verb.hidden);
  return [
    "# The verbs of `mullion`",
    "",
    "Made from `src/cli/verb-table.ts`; `mullion help VERB` prints the same, and `mullion help VERB --man` a manual page.",
    "",
    "| exit status | |",
    "|---|---|",
    ...statuses.map(([status, meaning]) => `| ${status} | ${meaning} |`),
    ...listed.flatMap((verb) => ["", `## ${verb.name}`, "", "```text", verbHelp(verb).trimEnd(), "```"]),
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = new URL("../dist/cli/", import.meta.url);
  const { verbs } = await import(new URL("verb-table.js", built).href);
  const { verbHelp } = await import(new URL("help-text.js", built).href);
  const { EXIT_STATUS_MEANING } = await import(new URL("exit-status.js", built).href);
  const text = reference(verbs, verbHelp, EXIT_STATUS_MEANING);
  writeFileSync(new URL("../docs/reference/mullion.md", import.meta.url), text);
}
