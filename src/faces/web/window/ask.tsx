import { createSignal, Show } from "solid-js";
import { render } from "solid-js/web";
import { Dialog } from "../parts/dialog.tsx";

interface Question {
  readonly title: string;
  readonly text?: string;
  /** Shown as it is, in a monospaced font. */
  readonly code?: string;
  /** What the button that agrees says. */
  readonly yes: string;
  /** Present if the answer is a text. */
  readonly initial?: string;
}

/** Asks a person to agree. False if the dialog is closed in any other way. */
export async function ask(question: Question): Promise<boolean> {
  return (await open(question)) !== undefined;
}

/** Asks a person for a text. Undefined if the dialog is closed without one. */
export function askText(question: Question & { readonly initial: string }): Promise<string | undefined> {
  return open(question);
}

function open(question: Question): Promise<string | undefined> {
  const host = document.body.appendChild(document.createElement("div"));
  const before = document.activeElement;
  return new Promise((resolve) => {
    const dispose = render(
      () => (
        <QuestionDialog
          question={question}
          onAnswer={(answer) => {
            dispose();
            host.remove();
            if (before instanceof HTMLElement) before.focus();
            resolve(answer);
          }}
        />
      ),
      host,
    );
  });
}

function QuestionDialog(props: { question: Question; onAnswer(answer: string | undefined): void }) {
  const { title, text, code, yes, initial } = props.question;
  const [value, setValue] = createSignal(initial ?? "");
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    props.onAnswer(value());
  }
  return (
    <Dialog label={title} class="question" onClose={() => props.onAnswer(undefined)}>
      <form onSubmit={submit}>
        <h2>{title}</h2>
        <Show when={text}>
          <p>{text}</p>
        </Show>
        <Show when={code}>
          <p class="mono code">{code}</p>
        </Show>
        <Show when={initial !== undefined}>
          <input
            aria-label={title}
            value={value()}
            onInput={({ currentTarget }) => setValue(currentTarget.value)}
          />
        </Show>
        <div class="answers">
          <button type="button" onClick={() => props.onAnswer(undefined)}>
            Cancel
          </button>
          <button type="submit" class="primary">
            {yes}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
