import { createEffect, createMemo, createResource, createSignal, For, Show } from "solid-js";
import type { PageDirectories, PageLaunch, PagePane } from "../../../protocol/page.ts";
import { ask, call } from "../connection/request.ts";
import { house, isCurrent } from "../house/house.ts";
import { Alert } from "../parts/alert.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { AGENT_COLOURS, agentColour } from "../parts/palette.ts";
import { addressOf } from "../route.ts";
import { exitSentence } from "../terminal/exit-sentence.ts";
import { shownTheme } from "../theme.ts";
import { nameFault, suggestName } from "./session-name.ts";
import { formatWords, parseWords } from "./words.ts";
import "./launch.css";

/** Mullion's own tmux server, where `mullion run` starts programs too. */
const SERVER = "mullion";
/** Those on view; the field completes all of them. */
const RECENT_COMMANDS = 4;

const CUT_OFF = "Not connected: you can start this when the page is connected again.";

/** Starts a program in a session of its own, as `mullion run` does. */
export function Launch(props: { onClose(): void }) {
  const form = createLaunch(props.onClose);
  return (
    <Dialog label="New agent" class="launch" onClose={props.onClose}>
      <h2>New agent</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void form.start();
        }}
      >
        <CommandField form={form} />
        <DirectoryField form={form} />
        <label class="field">
          <span>Name</span>
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={form.name()}
            onInput={({ currentTarget }) => form.setName(currentTarget.value)}
          />
        </label>
        <ColourField form={form} />
        <Alert class="fault" text={form.fault()} />
        <footer>
          <button type="button" class="plain" onClick={() => props.onClose()}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={!form.isReady()}>
            Start
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

type LaunchForm = ReturnType<typeof createLaunch>;

function createLaunch(close: () => void) {
  // Asked again after a lost connection: without an answer the page does not know the home directory. The source calls
  // `isCurrent` without an argument: Solid would pass the last value as the name of a host.
  const [offers] = createResource(
    () => isCurrent(),
    () => ask<PageLaunch>("/api/launch").catch(() => undefined),
  );
  const [line, setLine] = createSignal("");
  const [directory, setDirectory] = createSignal<string>();
  const [name, setName] = createSignal<string>();
  const [colour, setColour] = createSignal("");
  const [failure, setFailure] = createSignal<string>();
  const [started, setStarted] = createSignal<Started>();
  const [isStarting, setStarting] = createSignal(false);
  const typed = createMemo(() => parseWords(line()));
  const taken = createMemo(
    () =>
      new Set(
        house.windows.filter(({ socket }) => socket.endsWith(`/${SERVER}`)).map(({ session }) => session),
      ),
  );
  const shownName = () => name() ?? (typed().words.length > 0 ? suggestName(typed().words, taken()) : "");
  const shownDirectory = () => directory() ?? offers()?.directories[0] ?? "~";
  const cwd = () => expandHome(shownDirectory(), offers()?.home ?? "~");
  const nameProblem = () => (typed().words.length > 0 ? nameFault(shownName(), taken()) : undefined);
  const start = async () => {
    setFailure(undefined);
    setStarting(true);
    const metadata = { name: shownName(), ...(colour() && { color: colour() }) };
    const order = { name: shownName(), command: typed().words, cwd: cwd(), metadata, server: SERVER };
    try {
      const place = await call<Started>("mullion.spawn_session", order);
      setStarted(place);
      // Without an answer to this, the pane may still be there.
      setFailure(await endOf(place).catch(() => undefined));
    } catch (error) {
      setFailure((error as Error).message);
    }
    if (failure() !== undefined) setStarting(false);
  };
  // The terminal opens once the page knows the new pane.
  createEffect(() => {
    const place = started();
    const isIt = (pane: PagePane) => pane.socket === place?.socket && pane.pane_id === place.pane_id;
    const pane = place && Object.values(house.panes).find(isIt);
    if (!pane) return;
    close();
    location.hash = addressOf({ view: "pane", id: pane.id });
  });
  return {
    offers,
    line,
    setLine,
    typed,
    directory: shownDirectory,
    setDirectory,
    cwd,
    name: shownName,
    setName,
    colour,
    setColour,
    fault: () =>
      isCurrent() ? (failure() ?? (typed().isOpen ? "A quote is not closed." : nameProblem())) : CUT_OFF,
    isReady: () =>
      isCurrent() &&
      !isStarting() &&
      !offers.loading &&
      !typed().isOpen &&
      typed().words.length > 0 &&
      nameProblem() === undefined,
    start,
  };
}

interface Started {
  readonly socket: string;
  readonly pane_id: string;
  readonly context_id: string;
}

/** A page that does not know a pane after this time is on a slow link. */
const KNOWN_MS = 5_000;

/** A program may be over before the page has heard of its pane: how it ended then, and what it said. */
async function endOf({ context_id }: Started): Promise<string | undefined> {
  const wait = { context_id, until: { kind: "exit" }, timeout_ms: KNOWN_MS };
  const { exit_code } = await call<{ exit_code?: number }>("mullion.wait", wait);
  if (exit_code === undefined) return undefined;
  const { text } = await call<{ text: string }>("capture", { context_id });
  const last = text.trimEnd().split("\n").at(-1);
  return last ? `${exitSentence(exit_code)} Its last line: ${last}` : exitSentence(exit_code);
}

function CommandField(props: { readonly form: LaunchForm }) {
  const choose = (command: readonly string[]) => props.form.setLine(formatWords(command));
  return (
    <div class="field">
      <label for="launch-command">Command</label>
      <Offers form={props.form} onChoose={choose} />
      <input
        id="launch-command"
        type="text"
        class="mono"
        autofocus
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        list="launch-commands"
        placeholder="claude --model opus"
        value={props.form.line()}
        onInput={({ currentTarget }) => props.form.setLine(currentTarget.value)}
      />
      <datalist id="launch-commands">
        <For each={props.form.offers()?.commands}>{(command) => <option value={formatWords(command)} />}</For>
      </datalist>
      <div class="words">
        <Show
          when={props.form.typed().words.length > 0}
          fallback={<span class="hint">Runs without a shell.</span>}
        >
          <span class="hint">Runs</span>
          <For each={props.form.typed().words}>{(word) => <code>{word === "" ? "''" : word}</code>}</For>
        </Show>
      </div>
    </div>
  );
}

/** Agents that are installed, and the commands that ran last. */
function Offers(props: { readonly form: LaunchForm; onChoose(command: readonly string[]): void }) {
  const recent = () => props.form.offers()?.commands.slice(0, RECENT_COMMANDS);
  return (
    <div class="offers">
      <For each={props.form.offers()?.agents}>
        {({ name, command }) => (
          <button type="button" onClick={() => props.onChoose(command)}>
            {name}
          </button>
        )}
      </For>
      <For each={recent()}>
        {(command) => (
          <button type="button" class="mono" title="Recent" onClick={() => props.onChoose(command)}>
            {formatWords(command)}
          </button>
        )}
      </For>
    </div>
  );
}

function DirectoryField(props: { readonly form: LaunchForm }) {
  const [found] = createResource(props.form.cwd, (prefix) =>
    ask<PageDirectories>(`/api/directories?prefix=${encodeURIComponent(prefix)}`).then(
      ({ directories }) => directories,
      () => [],
    ),
  );
  const offered = () => [...new Set([...(found.latest ?? []), ...(props.form.offers()?.directories ?? [])])];
  return (
    <div class="field">
      <label for="launch-directory">Directory</label>
      <input
        id="launch-directory"
        type="text"
        class="mono"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        list="launch-directories"
        value={props.form.directory()}
        onInput={({ currentTarget }) => props.form.setDirectory(currentTarget.value)}
      />
      <datalist id="launch-directories">
        <For each={offered()}>{(directory) => <option value={directory} />}</For>
      </datalist>
    </div>
  );
}

function ColourField(props: { readonly form: LaunchForm }) {
  return (
    <fieldset class="colours">
      <legend>Colour</legend>
      <For each={["", ...AGENT_COLOURS]}>
        {(colour) => (
          <label title={colour || "none"}>
            <input
              type="radio"
              name="colour"
              class="hidden"
              checked={props.form.colour() === colour}
              onChange={() => props.form.setColour(colour)}
            />
            <span class="swatch" style={{ "--own": agentColour(colour, shownTheme()) }} />
            <span class="hidden">{colour || "none"}</span>
          </label>
        )}
      </For>
    </fieldset>
  );
}

function expandHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}
