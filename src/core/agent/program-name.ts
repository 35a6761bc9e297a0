/** Programs that run a script: the script's name says more than theirs. */
const INTERPRETERS = /^(node|nodejs|bun|deno|python[\d.]*|pypy[\d.]*|ruby|perl|uv|uvx|npx|sh|bash|dash|zsh)$/;
const SHELLS = /^(sh|bash|dash|ash|busybox|ksh|mksh|zsh|fish|csh|tcsh|nu|pwsh|xonsh|elvish)$/;
/** Options after which an interpreter runs its next argument as code. A shell's -e is none. */
const SHELL_CODE = /^-[a-z]*c$/;
const CODE = /^(-[a-z]*[ce]|-p|--eval|--print)$/;
/** Options of interpreters whose value is the next argument. */
const VALUED = /^(--(rcfile|init-file|require|import|loader|experimental-loader)|[-+][oO]|-r)$/;
/** Programs that run another one in their own terminal, as a shell does with a command or a script. */
const WRAPPERS =
  /^(npm|npx|pnpm|yarn|bunx|uvx?|env|sudo|doas|su|runuser|script|nice|ionice|timeout|stdbuf|time|caffeinate|bwrap|firejail|proot|unshare|nsenter|chroot|setpriv|apptainer|singularity|nix|nix-shell|mise|direnv|asdf|op|doppler|dotenvx|aws-vault)$/;
/** Programs whose terminal shows one that is no process of the pane: in a container, in a sandbox, on another machine. */
const CARRIERS =
  /^(ssh|autossh|mosh(-client)?|et|tsh|docker|podman|nerdctl|container|kubectl|oc|devcontainer|distrobox(-enter)?|toolbox|lxc|incus|machinectl|systemd-run|run0|lima|limactl|colima|orb|orbctl|multipass|vagrant|wsl|gh|coder|gcloud|fly|flyctl|srun|salloc|mullion)$/;
/** Programs that show something until the user leaves them, and never ask for anything. */
const VIEWERS =
  /^(n?vim?|view|vimdiff|nvim|nano|pico|emacs|emacsclient|micro|hx|helix|kak|joe|ed|less|more|most|man|info|pager|bat|top|htop|btop|atop|watch|lazygit|tig|ranger|mc|nnn|yazi|k9s|tail|bc|dc|w3m|lynx|e?links|mutt|neomutt|alpine|aerc|ncdu|glances|btm|iftop|iotop|nethogs|gitui|vifm|lf|newsboat|weechat|irssi)$/;
/** Programs that show a list or a form and wait for the user's choice. */
const CHOOSERS = /^(fzf|sk|peco|percol|gum|dialog|whiptail|zenity)$/;
/** What choosers show while another program works, or only print. */
const NO_CHOICE = /^--(gauge|mixedgauge|infobox|progress(box)?|programbox|prgbox|tailboxbg|filter)\b/;
const GUM_SHOWS = /^(spin|log|format|style|join)$/;
/** Programs that show a terminal in theirs. */
const MULTIPLEXERS = /^(tmux|screen|zellij|byobu|dtach|abduco)$/;

/** The name under which people know the program with these arguments; empty for none. */
export function programName(argv: readonly string[]): string {
  const name = baseName(argv[0] ?? "").replace(/^-/, "");
  if (!INTERPRETERS.test(name)) return name;
  const at = operandOf(argv);
  const code = SHELLS.test(name) ? SHELL_CODE : CODE;
  const script = argv.slice(1, at).some((option) => code.test(option)) ? undefined : argv[at];
  return script?.includes("/") ? baseName(script) : name;
}

export function isShell(argv: readonly string[]): boolean {
  return SHELLS.test(programName(argv)) && operandOf(argv) < 0;
}

/** Whether an interpreter runs a script or code, and does not read commands. */
export function isScript(argv: readonly string[]): boolean {
  return INTERPRETERS.test(baseName(argv[0] ?? "")) && operandOf(argv) > 0;
}

/** Whether the program shows the terminal of another one that the system does not name as its descendant. */
export function carriesTerminal(argv: readonly string[]): boolean {
  return CARRIERS.test(programName(argv)) || isMultiplexer(argv);
}

/** Index of an interpreter's script; -1 for none. */
function operandOf(argv: readonly string[]): number {
  const isOption = (argument: string) => /^[-+]/.test(argument);
  return argv.findIndex(
    (argument, index) => index > 0 && !isOption(argument) && !VALUED.test(argv[index - 1] ?? ""),
  );
}

export function isWrapper(argv: readonly string[]): boolean {
  const name = baseName(argv[0] ?? "");
  return WRAPPERS.test(name) || (SHELLS.test(name) && operandOf(argv) > 0);
}

export function isViewer(argv: readonly string[]): boolean {
  return VIEWERS.test(programName(argv));
}

export function isChooser(argv: readonly string[]): boolean {
  const name = programName(argv);
  const [, first = ""] = argv;
  if (name === "gum" && GUM_SHOWS.test(first)) return false;
  return CHOOSERS.test(name) && !argv.some((argument) => NO_CHOICE.test(argument));
}

export function isMultiplexer(argv: readonly string[]): boolean {
  return MULTIPLEXERS.test(programName(argv));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.(m?js|cjs|ts|py|rb|exe)$/, "");
}
