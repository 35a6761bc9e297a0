import { createResource, createSignal, For, Show } from "solid-js";
import type { PageShare } from "../../../protocol/page.ts";
import { ask } from "../connection/request.ts";
import { house } from "../house/house.ts";
import { formatAge } from "../parts/age.ts";
import { Alert } from "../parts/alert.tsx";
import { now } from "../parts/clock.ts";
import { CloseFooter, Dialog } from "../parts/dialog.tsx";
import { makeLink } from "./make-link.ts";
import { type ShareSubject, subject } from "./subject.ts";
import "./share.css";

const HOUR_MS = 3_600_000;
const TIMES: readonly (readonly [ms: number, label: string])[] = [
  [HOUR_MS / 4, "15 minutes"],
  [HOUR_MS, "1 hour"],
  [8 * HOUR_MS, "8 hours"],
  [24 * HOUR_MS, "1 day"],
  [7 * 24 * HOUR_MS, "7 days"],
  [30 * 24 * HOUR_MS, "30 days"],
];

/** Makes a share link of a pane, a session or a replay, and lists and revokes those that work. */
export default function Share(props: { onClose(): void }) {
  const [links, { refetch }] = createResource(async () => {
    const { shares } = await ask<{ shares: PageShare[] }>("/api/shares");
    return shares;
  });
  const [failure, setFailure] = createSignal<string>();
  const fault = () => failure() ?? (links.error as Error | undefined)?.message;
  // A resource throws where it is read after a failure: the whole dialog would be missing.
  const known = () => (links.state === "ready" || links.state === "refreshing" ? links.latest : undefined);
  const attempt = async (work: () => Promise<unknown>) => {
    setFailure(undefined);
    await work().catch((error: Error) => setFailure(error.message));
    await refetch();
  };
  return (
    <Dialog label="Share" class="share" onClose={props.onClose}>
      <Show when={subject()} fallback={<h2>Share links</h2>} keyed>
        {(what) => <NewLink subject={what} onAttempt={attempt} />}
      </Show>
      <Alert class="fault" text={fault()} />
      <Show when={known()}>
        {(list) => <Links links={list()} onRevoke={(id) => void attempt(() => revoke(id))} />}
      </Show>
      <CloseFooter onClose={props.onClose} />
    </Dialog>
  );
}

function revoke(id: string): Promise<unknown> {
  return ask(`/api/shares/${encodeURIComponent(id)}`, undefined, "DELETE");
}

function titleOf(what: ShareSubject): string {
  if (what.kind === "session") return `session ${what.name}`;
  const name = house.panes[what.id]?.name ?? "this pane";
  return what.past ? `the past of ${name}` : name;
}

function NewLink(props: { subject: ShareSubject; onAttempt(work: () => Promise<void>): Promise<void> }) {
  const [write, setWrite] = createSignal(false);
  const [forMs, setForMs] = createSignal(HOUR_MS);
  const [name, setName] = createSignal("");
  const [link, setLink] = createSignal<string>();
  const make = () =>
    props.onAttempt(async () => {
      setLink(await makeLink(props.subject, { write: write(), forMs: forMs(), name: name() }));
    });
  return (
    <>
      <h2>Share {titleOf(props.subject)}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <fieldset>
          <legend>Who has the link may</legend>
          <label>
            <input type="radio" name="may" checked={!write()} onChange={() => setWrite(false)} />
            look, now and at its past
          </label>
          <label>
            <input type="radio" name="may" checked={write()} onChange={() => setWrite(true)} />
            type too
          </label>
          <Show when={write()}>
            <p class="warning" role="status">
              Who may type can run programs as you.
            </p>
          </Show>
        </fieldset>
        <div class="terms">
          <label class="field">
            <span>For</span>
            <select value={forMs()} onChange={({ currentTarget }) => setForMs(Number(currentTarget.value))}>
              <For each={TIMES}>{([ms, label]) => <option value={ms}>{label}</option>}</For>
            </select>
          </label>
          <label class="field">
            <span>For whom</span>
            <input
              type="text"
              maxlength="40"
              autocomplete="off"
              placeholder="Anna"
              value={name()}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary">
            Make a link
          </button>
        </div>
      </form>
      <Show when={link()}>{(made) => <MadeLink link={made()} />}</Show>
    </>
  );
}

function MadeLink(props: { link: string }) {
  let field!: HTMLInputElement;
  const [copied, setCopied] = createSignal<string>();
  const copy = () =>
    navigator.clipboard.writeText(props.link).then(
      () => setCopied("Copied."),
      () => {
        field.select();
        setCopied("The browser does not let the page copy: copy the selected text.");
      },
    );
  return (
    <div class="made">
      <input ref={field} type="text" class="mono" readonly aria-label="The link" value={props.link} />
      <button type="button" class="primary" onClick={() => void copy()}>
        Copy
      </button>
      <p role="status">{copied() ?? "The link is shown this once: the daemon does not have it."}</p>
    </div>
  );
}

function Links(props: { links: readonly PageShare[]; onRevoke(id: string): void }) {
  return (
    <section aria-label="Links that work" class="links">
      <h3>Links that work</h3>
      <Show when={props.links.length > 0} fallback={<p class="quiet">Nothing is shared.</p>}>
        <ul>
          <For each={props.links}>
            {(link) => (
              <li>
                <span class="what">
                  <span class="cut">{link.title}</span>
                  <span class="quiet cut">{describe(link)}</span>
                </span>
                <button
                  type="button"
                  aria-label={`Revoke the link to ${link.title}`}
                  onClick={() => props.onRevoke(link.id)}
                >
                  Revoke
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}

function describe({ name, write, expires, browsers }: PageShare): string {
  return [
    ...(name === undefined ? [] : [`for ${name}`]),
    write ? "may type" : "may look",
    `${formatAge(expires - now())} left`,
    browsers === 1 ? "1 browser" : `${browsers} browsers`,
  ].join(" · ");
}
