import { createEffect, createSignal, For, on, Show } from "solid-js";
import type { PagePane } from "../../../protocol/page.ts";
import { paneAddress } from "../connection/host-address.ts";
import { ask } from "../connection/request.ts";
import { isCurrent, mayWrite } from "../house/house.ts";
import { Alert } from "../parts/alert.tsx";
import "./answer-form.css";

/** A question that has just replaced another is not answered by a click that was meant for the other. */
const SETTLE_MS = 400;
const CUT_OFF = "Not connected: nothing was sent. Send it again when the page is connected.";

/** Answers the question that a pane waits with: its choices as buttons, and a line of text. */
export function AnswerForm(props: {
  readonly pane: PagePane;
  /** The person began to answer, or stopped. */
  onHold?(isHeld: boolean): void;
  onAnswered?(): void;
}) {
  const { answer, failure, isSending } = createAnswer(props);
  const isNew = createSettling(() => props.pane.agent.since);
  const isOff = () => isSending() || isNew() || !isCurrent(props.pane.host);
  // Buttons stay enabled for the browser, which would take the focus from one that is disabled for a moment.
  const send = async (text: string) => {
    if (isSending() || isNew() || !(await answer(text))) return false;
    props.onHold?.(false);
    return true;
  };
  let form!: HTMLFormElement;
  // The browser also reports a form that only moves to another place, and has the focus again in the same task.
  const leave = (event: FocusEvent) => {
    if (form.contains(event.relatedTarget as Node | null)) return;
    queueMicrotask(() => {
      if (!form.contains(document.activeElement)) props.onHold?.(false);
    });
  };
  return (
    <Show when={mayWrite()}>
      <form
        ref={form}
        class="answer-form"
        aria-label={`Answer ${props.pane.name}`}
        onFocusIn={() => props.onHold?.(true)}
        onFocusOut={leave}
        onSubmit={(event) => event.preventDefault()}
      >
        <Choices pane={props.pane} isOff={isOff()} onChoose={send} />
        <Reply pane={props.pane} isOff={isOff()} onSend={send} />
        <Alert class="failure" text={failure()} />
      </form>
    </Show>
  );
}

/** Sends an answer to the question on view. The daemon rejects one that comes too late, and says why. */
function createAnswer(props: { readonly pane: PagePane; onAnswered?(): void }) {
  const [failure, setFailure] = createSignal<string>();
  const [isSending, setSending] = createSignal(false);
  const answer = async (text: string): Promise<boolean> => {
    const { id, agent } = props.pane;
    setFailure(isCurrent(props.pane.host) ? undefined : CUT_OFF);
    if (failure()) return false;
    setSending(true);
    try {
      await ask(paneAddress(id, "answer"), { text, since: agent.since });
      props.onAnswered?.();
      return true;
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      setSending(false);
    }
  };
  return { answer, failure, isSending };
}

/** True for a moment after the question changed. */
function createSettling(question: () => unknown): () => boolean {
  const [isNew, setNew] = createSignal(false);
  createEffect(
    on(
      question,
      () => {
        setNew(true);
        setTimeout(() => setNew(false), SETTLE_MS);
      },
      { defer: true },
    ),
  );
  return isNew;
}

function Choices(props: { readonly pane: PagePane; readonly isOff: boolean; onChoose(text: string): void }) {
  return (
    <Show when={props.pane.choices?.length}>
      <div class="choices">
        <For each={props.pane.choices}>
          {({ text, label }) => (
            <button type="button" aria-disabled={props.isOff} onClick={() => props.onChoose(text)}>
              <Show when={label !== text}>
                <kbd>{text}</kbd>
              </Show>
              <span class="label">{label}</span>
            </button>
          )}
        </For>
      </div>
    </Show>
  );
}

function Reply(props: {
  readonly pane: PagePane;
  readonly isOff: boolean;
  onSend(text: string): Promise<boolean>;
}) {
  const [draft, setDraft] = createSignal("");
  const submit = async () => {
    if (await props.onSend(draft())) setDraft("");
  };
  return (
    <div class="reply">
      <input
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-label={`Reply to ${props.pane.name}`}
        placeholder="Reply…"
        value={draft()}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.isComposing) return;
          event.preventDefault();
          void submit();
        }}
      />
      <button type="button" class="primary" aria-disabled={props.isOff} onClick={submit}>
        Send
      </button>
    </div>
  );
}
