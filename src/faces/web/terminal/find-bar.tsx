import type { Terminal } from "@xterm/xterm";
import { createSignal, For, onMount, Show } from "solid-js";
import { Alert } from "../parts/alert.tsx";
import type { OlderLines } from "./find.ts";
import { createFoundTexts } from "./found-texts.ts";

/** Searches what the terminal holds and, on request, the pane's whole history. */
export function FindBar(props: {
  terminal: Terminal;
  /** Searches the pane's history before the newest `held` lines; undefined for a page that may not. */
  onSearchAll: ((text: string, held: number) => Promise<OlderLines>) | undefined;
  onClose(): void;
}) {
  let input!: HTMLInputElement;
  const [older, setOlder] = createSignal<OlderLines>();
  const [failure, setFailure] = createSignal<string>();
  const { text, found, at, isFollowing, search, step } = createFoundTexts(props.terminal);
  onMount(() => input.focus());

  function change(value: string): void {
    setOlder(undefined);
    setFailure(undefined);
    search(value);
  }

  async function searchAll(): Promise<void> {
    const { buffer, rows } = props.terminal;
    setFailure(undefined);
    try {
      setOlder(await props.onSearchAll?.(text(), buffer.normal.baseY + rows));
    } catch (error) {
      setFailure((error as Error).message);
    }
  }

  function key(event: KeyboardEvent): void {
    if (event.key === "Escape") props.onClose();
    else if (event.key === "Enter") step(event.shiftKey ? 1 : -1);
    else return;
    event.preventDefault();
  }

  const count = () => {
    if (text() === "") return "";
    const total = found().length;
    if (total === 0) return "none";
    const index = at();
    return index === undefined ? `${total} found` : `${total - index} of ${total}`;
  };
  return (
    <search class="find" onKeyDown={key}>
      <div class="find-bar">
        <input
          ref={input}
          type="search"
          aria-label="Find in this pane"
          placeholder="Find"
          value={text()}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
        {/* A screen reader that read every new count of a busy program would say nothing else. */}
        <output aria-live={isFollowing() ? "off" : "polite"}>{count()}</output>
        <button type="button" class="plain" aria-label="Older" onClick={() => step(-1)}>
          ↑
        </button>
        <button type="button" class="plain" aria-label="Newer" onClick={() => step(1)}>
          ↓
        </button>
        <Show when={props.onSearchAll}>
          <button type="button" class="plain" disabled={text() === ""} onClick={searchAll}>
            All history
          </button>
        </Show>
        <button type="button" class="plain" aria-label="Close search" onClick={() => props.onClose()}>
          ✕
        </button>
      </div>
      <Alert class="older-lines" text={failure()} />
      <Show when={older()}>{(found) => <Older {...found()} />}</Show>
    </search>
  );
}

function Older(props: OlderLines) {
  return (
    <div class="older-lines">
      <Show when={props.isCut}>
        <p role="status">
          Only the newest 4 MB of the history were searched. <code>mullion search</code> searches all of it.
        </p>
      </Show>
      <ul aria-label="Older lines">
        <For each={props.lines} fallback={<li>No older line has this text.</li>}>
          {({ above, text }) => <li title={`${above} lines up`}>{text}</li>}
        </For>
      </ul>
    </div>
  );
}
