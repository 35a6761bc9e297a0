/**
 * The programs that tests need beyond npm: finds missing ones and installs them on Debian as root; on other systems it
 * prints one sentence for a person.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Maps a program, by name or by path outside PATH, to the Debian packages that contain it. */
const PACKAGES = {
  tmux: ["tmux"],
  bash: ["bash"],
  zsh: ["zsh"],
  fish: ["fish"],
  clang: ["clang", "libclang-rt-dev"],
  "vim.tiny": ["vim-tiny"],
  less: ["less"],
  fzf: ["fzf"],
  htop: ["htop"],
  groff: ["groff-base"],
  openssl: ["openssl"],
  man: ["man-db"],
  script: ["bsdutils"],
  "qemu-x86_64": ["qemu-user"],
  "qemu-aarch64": ["qemu-user"],
  bwrap: ["bubblewrap"],
  busybox: ["busybox-static"],
  podman: ["podman", "catatonit"],
  runc: ["runc"],
  ssh: ["openssh-client"],
  "ssh-keygen": ["openssh-client"],
  sshd: ["openssh-server"],
  munged: ["munge"],
  slurmctld: ["slurmctld"],
  slurmd: ["slurmd"],
  sbatch: ["slurm-client"],
  chromium: ["chromium"],
  tmuxinator: ["tmuxinator"],
  "/usr/share/tmux-plugin-manager/tpm": ["tmux-plugin-manager"],
  "/usr/share/tmux/theme-pack-jimeh/themepack.tmux": ["tmux-themepack-jimeh"],
};

/** @typedef {keyof typeof PACKAGES} Tool */

export const tools = /** @type {Tool[]} */ (Object.keys(PACKAGES));

/**
 * Our own `tmux` is no oracle: directories of this checkout are excluded.
 * @param {string} name
 * @returns {string | undefined} absolute path
 */
export function findProgram(name) {
  if (name.startsWith("/")) return isExecutableFile(name) ? name : undefined;
  const ours = fileURLToPath(new URL("../bin", import.meta.url));
  const directories = (process.env.PATH ?? "").split(delimiter).filter((dir) => dir !== "" && dir !== ours);
  return directories.map((dir) => join(dir, name)).find(isExecutableFile);
}

/** @param {string} path */
function isExecutableFile(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @returns {Tool[]} */
export function missingTools() {
  return tools.filter((tool) => findProgram(tool) === undefined);
}

/**
 * Installs what it can; returns a sentence about what is still missing.
 * @returns {string | undefined}
 */
export function ensureTools() {
  if (missingTools().length > 0 && canInstall()) install(missingTools());
  const missing = missingTools();
  if (missing.length === 0) return undefined;
  const packages = missing.flatMap((tool) => PACKAGES[tool]).join(" ");
  return `These tests need ${missing.join(", ")}: install the packages ${packages} (on Debian: apt-get install ${packages}).`;
}

function canInstall() {
  return (
    process.getuid?.() === 0 && existsSync("/etc/debian_version") && findProgram("apt-get") !== undefined
  );
}

/** @param {Tool[]} missing */
function install(missing) {
  const packages = missing.flatMap((tool) => PACKAGES[tool]);
  console.log(`installing ${packages.join(" ")}`);
  withoutServices(() => installPackages(packages));
}

/** @param {string[]} packages */
function installPackages(packages) {
  if (apt(["install", ...packages]).status === 0) return;
  apt(["update"]); // The package lists of a fresh image are empty or outdated.
  const result = apt(["install", ...packages]);
  if (result.status !== 0) console.error(result.stderr);
}

/** Debian starts the services of a package (munge, slurmctld) unless this file forbids it; an administrator's own one stays. */
const POLICY = "/usr/sbin/policy-rc.d";

/** @param {() => void} run */
function withoutServices(run) {
  if (existsSync(POLICY)) return run();
  writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    run();
  } finally {
    rmSync(POLICY);
  }
}

/** @param {string[]} argv */
function apt(argv) {
  return spawnSync("apt-get", ["-qq", "-y", "--no-install-recommends", ...argv], {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sentence = ensureTools();
  if (sentence !== undefined) {
    console.error(sentence);
    process.exit(process.env.CI === "true" ? 1 : 0);
  }
}
