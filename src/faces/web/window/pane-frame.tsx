import { createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import type { PagePane } from "../../../protocol/page.ts";
import { othersAt } from "../house/others.ts";
import { setAnswering } from "../overview/choice.ts";
import { StateMark } from "../parts/state-mark.tsx";
import { addressOf } from "../route.ts";
import { exitSentence } from "../terminal/exit-sentence.ts";
import { PaneTerminal, type PaneTerminalProps, type TerminalHandle } from "../terminal/pane-terminal.tsx";
import { searchHistory } from "./actions.ts";
import { Icon } from "./icons.tsx";
import { Menu, type MenuItem } from "./menu.tsx";
import { createReading, type Reading } from "./reading.ts";
import { forScreenReaders, readingPx } from "./settings.ts";

type Passed = "fontPx" | "readOnly" | "onReady" | "onInput" | "onKey" | "onFocus";

export interface PaneFrameProps extends Pick<PaneTerminalProps, Passed> {
  readonly pane: PagePane;
  readonly style: JSX.CSSProperties;
  readonly isActive: boolean;
  readonly isZoomed: boolean;
  /** It has the narrow page for itself: its text may wrap there, and its question is answered there. */
  readonly isNarrow: boolean;
  /** This pane receives what is typed into any chosen pane. */
  readonly isChosen: boolean;
  /** A box to choose it is shown. */
  readonly isChoosing: boolean;
  readonly isOwner: boolean;
  readonly menu: readonly (MenuItem | undefined)[];
  onChoose(chosen: boolean): void;
  onZoom(): void;
  onRestart(): void;
}

/** One pane of a window: who it is and how it is doing, its terminal, and what a person should know about it. */
export function PaneFrame(props: PaneFrameProps) {
  /** Undefined until the first screen has arrived. */
  const [isCurrent, setCurrent] = createSignal<boolean>();
  const isLong = createLater(OPENING_MS);
  const [notice, setNotice] = createSignal<string>();
  const [handle, setHandle] = createSignal<TerminalHandle>();
  const reading = createReading(() => handle()?.screen.terminal);
  /** The button that was pressed is gone. On a phone the focus would open the keyboard. */
  const goOn = () => props.isNarrow || handle()?.focus();
  return (
    <section
      class="pane"
      classList={{
        active: props.isActive,
        chosen: props.isChosen,
        stale: isCurrent() === false,
        opening: isCurrent() === undefined,
      }}
      style={props.style}
      aria-label={`Pane ${props.pane.name}`}
      data-pane={props.pane.pane_id}
    >
      <PaneTitle
        {...props}
        reading={reading}
        onFind={() => handle()?.find()}
        onOthers={(names) => setNotice(`Also here: ${names}`)}
      />
      <PaneTerminal
        id={props.pane.id}
        name={props.pane.name}
        fontPx={props.fontPx}
        readingPx={props.isNarrow && reading.isOn() ? readingPx() : undefined}
        readOnly={props.readOnly}
        forScreenReaders={forScreenReaders()}
        onReady={(ready) => {
          setHandle(ready);
          props.onReady(ready);
        }}
        onInput={props.onInput}
        onSearchAll={props.isOwner ? (text, held) => searchHistory(props.pane, text, held) : undefined}
        onKey={props.onKey}
        onFocus={props.onFocus}
        onNotice={setNotice}
        onCurrent={setCurrent}
      />
      <Show when={props.isNarrow && !props.readOnly && props.pane.agent.state === "waiting"}>
        <Asking pane={props.pane} />
      </Show>
      <Show when={isCurrent() === undefined && isLong()}>
        <p class="strip" role="status">
          The screen is on its way…
        </p>
      </Show>
      <Show when={isCurrent() === false}>
        <p class="strip stale-strip" role="status">
          Not connected: this is how the screen was.
        </p>
      </Show>
      <Show when={props.pane.exit_code !== undefined}>
        <Ended
          exitCode={props.pane.exit_code ?? 0}
          isOwner={props.isOwner}
          onRestart={() => {
            props.onRestart();
            goOn();
          }}
        />
      </Show>
      <Show when={notice()}>
        <p class="strip" role="status">
          <span>{notice()}</span>
          <button
            type="button"
            class="plain icon"
            aria-label="Dismiss"
            onClick={() => {
              setNotice(undefined);
              goOn();
            }}
          >
            <Icon name="close" />
          </button>
        </p>
      </Show>
    </section>
  );
}

/** A screen that takes longer to arrive is announced. */
const OPENING_MS = 600;

function createLater(delayMs: number): () => boolean {
  const [isLater, setLater] = createSignal(false);
  const timer = setTimeout(() => setLater(true), delayMs);
  onCleanup(() => clearTimeout(timer));
  return isLater;
}

interface PaneTitleProps extends PaneFrameProps {
  readonly reading: Reading;
  onFind(): void;
  onOthers(names: string): void;
}

function PaneTitle(props: PaneTitleProps) {
  const others = () => othersAt(props.pane).join(", ");
  const subtitle = () =>
    [props.pane.agent.program || props.pane.foreground, props.pane.title]
      .filter((part, index, all) => part && part !== props.pane.name && all.indexOf(part) === index)
      .join(" · ");
  return (
    <header class="pane-title">
      <Show when={props.isChoosing}>
        <input
          type="checkbox"
          aria-label={`Type into ${props.pane.name} too`}
          checked={props.isChosen}
          onChange={({ currentTarget }) => props.onChoose(currentTarget.checked)}
        />
      </Show>
      <StateMark state={props.pane.agent.state} />
      <h2 class="cut">{props.pane.name}</h2>
      <span class="quiet cut subtitle">{subtitle()}</span>
      <Show when={others()}>
        <button type="button" class="plain viewers" title={others()} onClick={() => props.onOthers(others())}>
          <Icon name="eye" />
          <span class="cut">{others()}</span>
        </button>
      </Show>
      <PaneTools {...props} />
    </header>
  );
}

function PaneTools(props: PaneTitleProps) {
  return (
    <>
      <Show when={props.isNarrow}>
        <button
          type="button"
          class="plain icon"
          aria-label="Text that fits the page"
          title={props.reading.isOn() ? "Show the exact screen" : "Show text that fits the page"}
          aria-pressed={props.reading.isOn()}
          onClick={() => props.reading.toggle()}
        >
          <Icon name={props.reading.isOn() ? "wrap" : "grid"} />
        </button>
      </Show>
      <button
        type="button"
        class="plain icon"
        aria-label="Find in this pane"
        title="Find"
        onClick={() => props.onFind()}
      >
        <Icon name="find" />
      </button>
      <a
        class="button plain icon"
        href={addressOf({ view: "past", id: props.pane.id })}
        aria-label="The past of this pane"
        title="Timeline"
      >
        <Icon name="past" />
      </a>
      {/* On a narrow page every pane has all of it. */}
      <Show when={props.isOwner && !props.isNarrow}>
        <button
          type="button"
          class="plain icon"
          aria-label={props.isZoomed ? "Show all panes" : "Zoom this pane"}
          title={props.isZoomed ? "Show all panes" : "Zoom"}
          aria-pressed={props.isZoomed}
          onClick={() => props.onZoom()}
        >
          <Icon name={props.isZoomed ? "unzoom" : "zoom"} />
        </button>
      </Show>
      <Show when={props.isOwner}>
        <Menu label={`Actions for ${props.pane.name}`} items={() => props.menu}>
          <Icon name="more" />
        </Menu>
      </Show>
    </>
  );
}

/** On a phone, the choices of a question are easier to tap than to type. */
function Asking(props: { pane: PagePane }) {
  return (
    <p class="strip asking">
      <span>{props.pane.agent.question ?? `It waits: ${props.pane.agent.because}.`}</span>
      <button type="button" class="primary" onClick={() => setAnswering(props.pane.id)}>
        Answer
      </button>
    </p>
  );
}

function Ended(props: { exitCode: number; isOwner: boolean; onRestart(): void }) {
  return (
    <p class="strip" role="status">
      <span>{exitSentence(props.exitCode)}</span>
      <Show when={props.isOwner}>
        <button type="button" onClick={() => props.onRestart()}>
          Run it again
        </button>
      </Show>
    </p>
  );
}

/** Panes as tabs, where there is room for one terminal only. */
export function PaneTabs(props: {
  panes: readonly PagePane[];
  shown: string | undefined;
  onShow(id: string): void;
}) {
  return (
    <div class="pane-tabs" role="tablist" aria-label="Panes">
      <For each={props.panes}>
        {(pane) => (
          <button
            type="button"
            role="tab"
            class="plain"
            aria-selected={pane.id === props.shown}
            onClick={() => props.onShow(pane.id)}
          >
            <StateMark state={pane.agent.state} />
            <span class="cut">{pane.name}</span>
          </button>
        )}
      </For>
    </div>
  );
}
