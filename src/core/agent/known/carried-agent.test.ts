import { describe, expect, it } from "vitest";
import { JudgedPane, LOOK_MS } from "../../../../test/property/judged-pane.ts";
import { isAgent } from "../agent-identity.ts";
import { SETTLED_MS } from "../explain-state.ts";

const judged = new JudgedPane();
const dialog = ["Do you want to proceed?", " ❯ 1. Yes", "   2. No", "", " Esc to cancel"];
const work = ["✻ Thinking… (3s · esc to interrupt)", "", "❯ "];
const rest = ["● Done.", "", "❯ ", "  ? for shortcuts"];

function shows(rows: readonly string[]) {
  judged.write(`\x1b[2J\x1b[H${rows.join("\r\n")}`);
  judged.world.pass(SETTLED_MS);
  judged.world.pass(LOOK_MS);
  return judged.standing.state;
}

describe("an agent that is no process of the pane", () => {
  it.each([
    ["docker", "exec", "-it", "box", "claude"],
    ["ssh", "-t", "box", "cd src && claude --continue"],
    ["kubectl", "exec", "-it", "pod", "--", "/usr/local/bin/claude"],
    ["sudo", "podman", "run", "--rm", "-it", "image", "claude"],
  ])("is the one that the command names: %s %s %s %s %s", (...argv) => {
    judged.runs(argv, "poll", argv[0] === "sudo" ? [argv.slice(1)] : []);
    expect(shows(["❯ ", "  ? for shortcuts"])).toBe("idle");
    expect(isAgent(judged.pane)).toBe(true);
    expect(shows(dialog)).toBe("waiting");
    expect(judged.standing).toMatchObject({ question: "Do you want to proceed?", rule: "screen" });
    expect(shows(work)).toBe("working");
    expect(shows(rest)).toBe("done");
  });

  it("is recognised by what it shows, until its shell is back", () => {
    judged.runs(["ssh", "box"], "poll");
    expect(shows(["me@box:~$ claude"])).toBe("idle");
    expect(isAgent(judged.pane)).toBe(false);
    expect(shows(work)).toBe("working");
    expect(isAgent(judged.pane)).toBe(true);
    expect(shows(rest)).toBe("done");
    expect(judged.standing.because).toContain("claude");
    expect(shows(["me@box:~$ claude", "Bye.", "me@box:~$ "])).toBe("done");
    expect(judged.standing.because).not.toContain("claude");
    judged.runs(["bash"], "poll");
    judged.mux.paneTyped(judged.pane);
    judged.world.pass(LOOK_MS);
    expect(isAgent(judged.pane)).toBe(false);
  });

  it("is none where the pane's own program is another one", () => {
    judged.runs(["vim", "claude.md"], "poll");
    expect(shows(work)).toBe("idle");
  });

  it("is none where a name is all that there is", () => {
    judged.runs(["docker", "build", "-t", "claude", "."], "no");
    expect(shows(["Step 3/9 : RUN npm ci"])).toBe("working");
    expect(isAgent(judged.pane)).toBe(false);
  });
});
