import type { Terminal } from "@xterm/xterm";
import { createMemo, createSignal, For, onMount, Show } from "solid-js";
import { type FoundText, findAll, type OlderLine } from "./find.ts";

/** Searches what the terminal holds and, on request, the pane's whole history. */
export function FindBar(props: {
  terminal: Terminal;
  /** Searches the pane's history before the newest `held` lines; undefined for a page that may not. */
  onSearchAll: ((text: string, held: number) => Promise<readonly OlderLine[]>) | undefined;
  onClose(): void;
}) {
  let input!: HTMLInputElement;
  const [text, setText] = createSignal("");
  const [at, setAt] = createSignal(0);
  const [older, setOlder] = createSignal<readonly OlderLine[]>();
  const [failure, setFailure] = createSignal<string>();
  const found = createMemo(() => findAll(props.terminal, text()));
  onMount(() => input.focus());

  function show(index: number): void {
    const count = found().length;
    if (count === 0) props.terminal.clearSelection();
    if (count === 0) return;
    setAt((index + count) % count);
    select(props.terminal, found()[at()]!);
  }

  function change(value: string): void {
    setText(value);
    setOlder(undefined);
    setFailure(undefined);
    // The newest place is what a person looks for first.
    show(found().length - 1);
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
    else if (event.key === "Enter") show(at() + (event.shiftKey ? 1 : -1));
    else return;
    event.preventDefault();
  }

  const count = () => {
    if (text() === "") return "";
    return found().length === 0 ? "none" : `${found().length - at()} of ${found().length}`;
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
        <output aria-live="polite">{count()}</output>
        <button type="button" class="plain" aria-label="Older" onClick={() => show(at() - 1)}>
          ↑
        </button>
        <button type="button" class="plain" aria-label="Newer" onClick={() => show(at() + 1)}>
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
      <Show when={failure()}>
        <p class="older-lines" role="alert">
          {failure()}
        </p>
      </Show>
      <Show when={older()}>{(lines) => <OlderLines lines={lines()} text={text()} />}</Show>
    </search>
  );
}

function OlderLines(props: { lines: readonly OlderLine[]; text: string }) {
  return (
    <ul class="older-lines" aria-label="Older lines">
      <For each={props.lines} fallback={<li>No older line has this text.</li>}>
        {({ above, text }) => <li title={`${above} lines up`}>{text}</li>}
      </For>
    </ul>
  );
}

function select(terminal: Terminal, { line, column, columns }: FoundText): void {
  terminal.select(column, line, columns);
  terminal.scrollToLine(Math.max(0, line - Math.floor(terminal.rows / 2)));
}
