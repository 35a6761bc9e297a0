import { createResource, createSignal, For, Match, onCleanup, onMount, Show, Switch } from "solid-js";
import { paneAddress, splitPlace } from "../connection/host-address.ts";
import { request } from "../connection/request.ts";
import { access, house } from "../house/house.ts";
import { timeOf } from "../parts/age.ts";
import { addressOf } from "../route.ts";
import { openShare } from "../share/subject.ts";
import { fontFor } from "../terminal/font.ts";
import { PaneScreen } from "../terminal/pane-screen.ts";
import { createSizeOf } from "../window/element-size.ts";
import { Icon } from "../window/icons.tsx";
import { fontPx } from "../window/settings.ts";
import { type MarkKind, type PaneCast, readCast } from "./cast.ts";
import { KINDS, onPastKey } from "./keys.ts";
import { createPlayer, type PastPlayer, SPEEDS } from "./player.ts";
import { clockText, Scrubber } from "./scrubber.tsx";
import "@xterm/xterm/css/xterm.css";
import "../terminal/terminal.css";
import "../window/window.css";
import "./past.css";

interface Recording {
  readonly cast: PaneCast;
  readonly file: Blob;
}

/** The past of a pane, from its journal. */
export default function PastRoute(props: { id: string }) {
  const [recording] = createResource(() => props.id, load);
  const name = () => house.panes[props.id]?.name ?? "pane";
  // A resource throws where it is read after a failure, and what reads it would not be drawn again.
  const loaded = () => (recording.state === "ready" ? recording() : undefined);
  return (
    <main class="past" aria-label={`The past of ${name()}`}>
      <header class="window-bar">
        <a
          class="button plain icon"
          href={addressOf({ view: "pane", id: props.id })}
          aria-label="Back to the live pane"
        >
          ‹
        </a>
        <h1 class="cut">{name()}</h1>
        <span class="quiet past-began">{beganText(loaded()?.cast)}</span>
        <span class="room" />
        <Show when={access().kind === "owner" && !splitPlace(props.id).host}>
          <button type="button" onClick={() => openShare({ kind: "pane", id: props.id, past: true })}>
            Share
          </button>
        </Show>
        <Show when={loaded()}>{(shown) => <Download file={shown().file} name={name()} />}</Show>
      </header>
      <Switch>
        <Match when={recording.error}>
          <p class="past-note" role="alert">
            {(recording.error as Error).message}
          </p>
        </Match>
        <Match when={recording.loading}>
          <p class="past-note" role="status">
            Reading the recording…
          </p>
        </Match>
        <Match when={loaded()?.cast.events.length === 0}>
          <p class="past-note">Nothing was recorded here yet.</p>
        </Match>
        <Match when={loaded()} keyed>
          {({ cast }) => <Replay cast={cast} />}
        </Match>
      </Switch>
    </main>
  );
}

async function load(id: string): Promise<Recording> {
  const answer = await request(paneAddress(id, "recording")).catch(() => {
    throw new Error("The daemon does not answer.");
  });
  if (!answer.ok) {
    const body = await answer.json().catch(() => ({}));
    throw new Error((body.json ?? body).message ?? "There is no recording of this pane.");
  }
  const file = await answer.blob();
  return { file, cast: readCast(await file.text()) };
}

function beganText(cast: PaneCast | undefined): string {
  return cast?.began === undefined ? "" : `since ${new Date(cast.began * 1000).toLocaleString()}`;
}

function Download(props: { file: Blob; name: string }) {
  const address = URL.createObjectURL(props.file);
  onCleanup(() => URL.revokeObjectURL(address));
  return (
    <a class="button" href={address} download={`${props.name.replaceAll(/[^\w.-]+/g, "-")}.cast`}>
      Download .cast
    </a>
  );
}

function Replay(props: { cast: PaneCast }) {
  const [place, setPlace] = createSignal<HTMLElement>();
  const [player, setPlayer] = createSignal<PastPlayer>();
  const size = createSizeOf(place);
  onMount(() => {
    const screen = new PaneScreen(place()!, {
      fontPx: fontPx(),
      linkHandler: { activate() {} },
      onInput() {},
    });
    screen.isReadOnly = true;
    screen.label = "Replay";
    const fit = () => {
      const { width, height } = size();
      const { cols, rows } = screen.terminal;
      if (width > 0)
        screen.fontPx = fontFor([{ cols, rows, width: width - 16, height: height - 8 }], fontPx());
    };
    const resized = screen.terminal.onResize(fit);
    const observer = new ResizeObserver(() => queueMicrotask(fit));
    observer.observe(place()!);
    const created = createPlayer(props.cast, screen);
    created.seek(created.duration());
    setPlayer(() => created);
    onCleanup(() => {
      observer.disconnect();
      resized.dispose();
      screen.dispose();
    });
  });
  return (
    <>
      <div
        class="terminal-place past-screen"
        ref={setPlace}
        role="presentation"
        aria-busy={player()?.isBusy() ?? true}
      />
      <Show when={player()}>{(made) => <Controls player={made()} />}</Show>
    </>
  );
}

function Controls(props: { player: PastPlayer }) {
  const { player } = props;
  const onKey = (event: KeyboardEvent) => onPastKey(player, event);
  addEventListener("keydown", onKey);
  onCleanup(() => removeEventListener("keydown", onKey));
  return (
    <div class="past-controls">
      <button
        type="button"
        class="primary icon"
        aria-label={player.isPlaying() ? "Pause" : "Play"}
        title="Space"
        onClick={player.toggle}
      >
        <Icon name={player.isPlaying() ? "pause" : "play"} />
      </button>
      <Scrubber player={player} />
      <output class="past-time mono">
        {clockText(player.position())} / {clockText(player.duration())}
      </output>
      <Show when={player.happenedAt()}>
        {(at) => (
          <time
            class="past-time mono quiet"
            dateTime={new Date(at()).toISOString()}
            title="When this happened"
          >
            {timeOf(at(), Date.now())}
          </time>
        )}
      </Show>
      <div class="past-jumps">
        <For each={KINDS}>{([kind, key]) => <Jump player={player} kind={kind} key={key} />}</For>
        <label>
          <span class="hidden">Speed</span>
          <select
            aria-label="Speed"
            value={player.speed()}
            onChange={({ currentTarget }) => player.setSpeed(Number(currentTarget.value))}
          >
            <For each={SPEEDS}>{(speed) => <option value={speed}>{speed}×</option>}</For>
          </select>
        </label>
        <label class="past-idle">
          <input
            type="checkbox"
            checked={player.skipsIdle()}
            onChange={({ currentTarget }) => player.setSkipsIdle(currentTarget.checked)}
          />
          Skip silence
        </label>
      </div>
    </div>
  );
}

function Jump(props: { player: PastPlayer; kind: MarkKind; key: string }) {
  const has = () => props.player.marks().some(({ kind }) => kind === props.kind);
  return (
    <span class="past-jump" data-kind={props.kind}>
      <button
        type="button"
        class="plain icon"
        disabled={!has()}
        aria-label={`Previous ${props.kind}`}
        title={`Shift-${props.key.toUpperCase()}`}
        onClick={() => props.player.jump(-1, props.kind)}
      >
        ‹
      </button>
      <span>{props.kind}</span>
      <button
        type="button"
        class="plain icon"
        disabled={!has()}
        aria-label={`Next ${props.kind}`}
        title={props.key.toUpperCase()}
        onClick={() => props.player.jump(1, props.kind)}
      >
        ›
      </button>
    </span>
  );
}
