import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/**
 * Makes the pictures of the documents: a scripted team of agents in a private instance, as the page shows it.
 * `node scripts/picture.mjs` writes docs/pictures.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const mullion = join(root, "bin/mullion");
const dir = mkdtempSync(join(tmpdir(), "mullion-picture-"));
const { PATH = "" } = process.env;
const env = {
  PATH,
  HOME: dir,
  LANG: "C.UTF-8",
  SHELL: "/bin/sh",
  TERM: "xterm-256color",
  MULLION_DIR: join(dir, "m"),
  TMUX_TMPDIR: dir,
  XDG_STATE_HOME: join(dir, "state"),
  MULLION: mullion,
};

const TOOL = "\\033[32m●\\033[0m \\033[1m";
const END = "\\033[0m";
const NOTE = "  \\033[90m└  ";
const DEADLINE_MS = 60_000;
const STAY = "while :; do sleep 1000; done";

/** Lines of an agent's screen, as printf prints them. @param {string[]} lines */
const show = (...lines) => lines.map((line) => `printf '%b\\n' "${line}"`).join("\n");
/** @param {string} path @param {number} added @param {number} removed */
const edit = (path, added, removed) =>
  show(
    `${TOOL}Update${END}(${path})`,
    `${NOTE}Updated with \\033[32m${added} additions\\033[90m and \\033[31m${removed} removals${END}`,
  );
/** @param {string} command @param {string} result */
const bash = (command, result) => show(`${TOOL}Bash${END}(${command})`, `${NOTE}${result}${END}`);

/** @type {{ name: string, color: string, role?: string, script: string }[]} */
const TEAM = [
  {
    name: "reviewer",
    color: "purple",
    role: "review",
    script: [
      show("\\033[35m> \\033[0mReview the retry logic and run the tests", ""),
      edit("src/queue/retry.ts", 14, 6),
      edit("src/queue/retry.test.ts", 41, 0),
      show(
        "",
        "Bash command",
        "  npm test -- src/queue",
        "",
        "Do you want to proceed?",
        "\\033[34m❯ 1. Yes${END}",
        "  2. Yes, and do not ask again for npm test",
        "  3. No, and say what to do differently",
      ),
      `"$MULLION" report waiting --question 'Run npm test -- src/queue?'`,
      "read -r a",
    ].join("\n"),
  },
  {
    name: "planner",
    color: "blue",
    role: "plan",
    script: [
      show("\\033[35m> \\033[0mPlan the move to the new cache", "", "I found two ways to key the cache:", ""),
      show("  1. by content hash: safe, one more read", "  2. by path and time: fast, may be stale", ""),
      "printf 'Which one should I use? '",
      "read -r a",
    ].join("\n"),
  },
  {
    name: "integration",
    color: "red",
    script: [
      show("\\033[35m> \\033[0mRun the integration tests", ""),
      show("\\033[31m FAIL \\033[0m test/checkout.test.ts \\033[90m> pays with a saved card${END}"),
      show(
        "   AssertionError: expected 402 to be 200",
        "",
        " Test Files  \\033[31m1 failed${END} | \\033[32m23 passed${END}",
      ),
      '"$MULLION" report failed',
    ].join("\n"),
  },
  {
    name: "docs",
    color: "cyan",
    script: [
      show("\\033[35m> \\033[0mDocument the public API", ""),
      edit("docs/api.md", 120, 31),
      edit("docs/errors.md", 64, 0),
      show("", "I documented all 14 endpoints, each with an example."),
      '"$MULLION" report done',
    ].join("\n"),
  },
  ...[
    { name: "api", color: "green", files: ["src/api/orders.ts", "src/api/stock.ts"] },
    { name: "web", color: "pink", files: ["web/cart.tsx", "web/checkout.tsx"] },
    { name: "database", color: "orange", files: ["db/042-orders.sql", "db/043-stock.sql"] },
    {
      name: "types",
      color: "yellow",
      files: ["src/types/order.ts", "src/types/money.ts"],
    },
  ].map(({ name, color, files }, index) => ({
    name,
    color,
    script: [
      show("\\033[35m> \\033[0mWork on your part of the shop", ""),
      ...files.map((file, at) => edit(file, 12 + 7 * (at + index), 3 + index)),
      bash("npm run build", "built in 2.1 s"),
      show("", "\\033[33m✻ Working… (esc to interrupt)${END}"),
      '"$MULLION" report working',
    ].join("\n"),
  })),
];

/** The agents on the host of the picture of hosts. */
const FAR_TEAM = TEAM.filter(({ name }) => name === "planner" || name === "docs").map((agent) => ({
  ...agent,
  name: agent.name === "planner" ? "train" : "evaluate",
  script: agent.script
    .replace("Plan the move to the new cache", "Train on the new corpus")
    .replace("I found two ways to key the cache:", "The loss is flat since step 40,000. I can")
    .replace("by content hash: safe, one more read", "lower the rate: safe, one more day")
    .replace("by path and time: fast, may be stale", "go back to step 30,000: fast, may repeat")
    .replace("Which one should I use?", "Which one should I take?"),
}));

/** Another instance, which is the host `gpu` of the first. */
const far = {
  ...env,
  HOME: join(dir, "far"),
  MULLION_DIR: join(dir, "far/m"),
  TMUX_TMPDIR: join(dir, "far"),
};

/** @param {string} program @param {string[]} argv @param {typeof env} machine */
function runProgram(program, argv, machine = env) {
  const { status, stdout, stderr } = spawnSync(join(root, "bin", program), argv, {
    env: machine,
    cwd: dir,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${program} ${argv.join(" ")}: ${stderr}`);
  return stdout;
}
/** @param {string[]} argv */
const run = (...argv) => runProgram("mullion", argv);
/** @param {string[]} argv */
const tmux = (...argv) => runProgram("tmux", ["-L", "mullion", ...argv]);

/** A method of the protocol over a daemon's socket. @param {string} method @param {object} params @param {typeof env} machine @returns {Promise<void>} */
function call(method, params, { MULLION_DIR } = env) {
  return new Promise((resolve, reject) => {
    const headers = { host: "localhost", "content-type": "application/json" };
    const sent = request(
      { socketPath: join(MULLION_DIR, "daemon.sock"), path: `/rpc/${method}`, method: "POST", headers },
      (answer) => {
        answer.resume();
        answer.on("end", () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`${method}: ${answer.statusCode}`)),
        );
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify(params));
  });
}

/** @param {typeof TEAM} team @param {typeof env} machine */
async function startTeam(team, machine = env) {
  for (const { name, color, role, script } of team)
    await call(
      "mullion.spawn_session",
      {
        name,
        command: ["sh", "-c", `${script.replaceAll("${END}", END)}\n${STAY}`],
        cwd: dir,
        env: { MULLION: mullion },
        metadata: { name, color, ...(role && { role }) },
        server: "mullion",
        cols: 80,
        rows: 20,
      },
      machine,
    );
}

/** A host with a team of its own, reached by a command as a container is. */
async function addHost() {
  mkdirSync(far.HOME, { recursive: true });
  runProgram("mullion", ["up"], far);
  await startTeam(FAR_TEAM, far);
  const variables = `MULLION_DIR=${far.MULLION_DIR} TMUX_TMPDIR=${far.TMUX_TMPDIR} HOME=${far.HOME}`;
  run("host", "add", "gpu", "--command", `env ${variables} ${mullion} connect`);
}

/**
 * Waits until the expression is true of a frame that the page draws. The page's policy forbids the eval of Playwright's
 * own waitForFunction.
 * @param {import("playwright-core").Page} page @param {string} what @param {string} expression
 */
async function until(page, what, expression) {
  const isTrue = await page.evaluate(`new Promise((resolve) => {
    const deadline = performance.now() + ${DEADLINE_MS};
    const look = () => {
      if (${expression}) resolve(true);
      else if (performance.now() > deadline) resolve(false);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  if (!isTrue) throw new Error(`${page.url().split("#")[1]}: waited ${DEADLINE_MS} ms in vain for ${what}`);
}

/** Something is printed on every screen. Those below the page's end get no picture. @param {import("playwright-core").Page} page */
function miniaturesDrawn(page) {
  return until(
    page,
    "every miniature on view to have its picture",
    `[...document.querySelectorAll("canvas")]
      .filter((canvas) => canvas.getBoundingClientRect().top < innerHeight)
      .every((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size > 1;
      })`,
  );
}

/** @param {import("playwright-core").Browser} browser @param {string} name @param {import("playwright-core").BrowserContextOptions} options @param {((page: import("playwright-core").Page) => Promise<void>)=} look */
async function takePicture(browser, name, options, look) {
  const page = await browser.newPage(options);
  await page.goto(JSON.parse(run("web", "--print", "--json")).url);
  await page.getByText("Which one should I use?").first().waitFor();
  await page.locator("[data-state=failed]").first().waitFor();
  await page.evaluate("document.fonts.ready");
  await miniaturesDrawn(page);
  await look?.(page);
  await page.screenshot({ path: join(root, "docs/pictures", `${name}.png`), animations: "disabled" });
  await page.close();
}

try {
  mkdirSync(join(root, "docs/pictures"), { recursive: true });
  run("up");
  await startTeam(TEAM);
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args,
  });
  await takePicture(browser, "overview", { viewport: { width: 1280, height: 780 }, colorScheme: "dark" });
  await takePicture(browser, "phone", {
    viewport: { width: 390, height: 760 },
    colorScheme: "light",
    isMobile: true,
  });
  // Three of the team in one window, the one that waits on the left.
  tmux("resize-window", "-t", "=reviewer:", "-x", "120", "-y", "30");
  tmux("join-pane", "-d", "-h", "-s", "=planner:", "-t", "=reviewer:", "-l", "58");
  tmux("join-pane", "-d", "-v", "-s", "=api:", "-t", "=reviewer:.1", "-l", "14");
  tmux("rename-window", "-t", "=reviewer:", "shop");
  await takePicture(
    browser,
    "window",
    { viewport: { width: 1280, height: 640 }, colorScheme: "dark" },
    async (page) => {
      await page.locator(".pane-card a.open").first().click();
      await page.getByRole("button", { name: "Fit", exact: true }).click();
      await page.locator(".terminal-place").first().click();
      await page.locator(".terminal-place .xterm-screen").first().waitFor();
      // The terminal's buffer has the text of the snapshot; the terminal draws it in the next frame.
      const shows = (/** @type {string} */ text) =>
        `[...document.querySelectorAll(".terminal-place")].some(({ terminal: { buffer: { active } } }) =>
          Array.from({ length: active.length }, (_, at) => active.getLine(at).translateToString()).join().includes("${text}"))`;
      for (const text of ["Do you want to proceed?", "Which one should I use?", "Working…"])
        await until(page, `"${text}" in a terminal`, shows(text));
      for (let frame = 0; frame < 2; frame++) await page.evaluate("new Promise(requestAnimationFrame)");
    },
  );
  await addHost();
  await takePicture(
    browser,
    "hosts",
    { viewport: { width: 1280, height: 560 }, colorScheme: "light" },
    async (page) => {
      for (const { name } of FAR_TEAM) await page.getByText(`gpu/${name}`).first().waitFor();
      await miniaturesDrawn(page);
    },
  );
  await browser.close();
} finally {
  // The near one first: its link would start the other again.
  run("down", "--force");
  if (existsSync(far.MULLION_DIR)) runProgram("mullion", ["down", "--force"], far);
  rmSync(dir, { recursive: true, force: true });
}
