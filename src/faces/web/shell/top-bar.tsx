import { Show } from "solid-js";
import { describeLink } from "../connection/link-state.ts";
import { access, hello, link } from "../house/house.ts";
import { Mark } from "../parts/mark.tsx";
import { isMac } from "../terminal/clipboard.ts";
import { setOpen } from "./open-dialog.ts";
import "./top-bar.css";

/** The bar above every view: where the page is, how it is connected, and what can be done from everywhere. */
export function TopBar() {
  return (
    <header class="top-bar">
      <a class="home" href="#/" aria-label="Mullion: overview">
        <Mark />
        <span class="name">Mullion</span>
      </a>
      <span class="link cut" data-kind={link().kind} title={describeLink(link())}>
        <span class="cut">{hello()?.host ?? describeLink(link())}</span>
      </span>
      <SharedNote />
      <span class="room" />
      <button
        type="button"
        class="find"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen("palette")}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" stroke-width="1.6" />
          <path d="m10.5 10.5 4 4" stroke="currentColor" stroke-width="1.6" />
        </svg>
        <span class="word">Find</span>
        <kbd>{isMac ? "⌘ K" : "Ctrl K"}</kbd>
      </button>
      <Show when={access().kind === "owner"}>
        <button type="button" class="new" onClick={() => setOpen("launch")}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 2v12M2 8h12" stroke="currentColor" stroke-width="1.8" />
          </svg>
          <span class="word">New agent</span>
        </button>
      </Show>
      <button type="button" class="plain" aria-label="Settings" onClick={() => setOpen("settings")}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M1 4h8M13 4h2M1 12h2M7 12h8" stroke="currentColor" stroke-width="1.6" />
          <circle cx="11" cy="4" r="2" fill="none" stroke="currentColor" stroke-width="1.6" />
          <circle cx="5" cy="12" r="2" fill="none" stroke="currentColor" stroke-width="1.6" />
        </svg>
      </button>
    </header>
  );
}

/** A page of a share link says what it shows, and whether it may type. */
function SharedNote() {
  const share = () => {
    const granted = access();
    return granted.kind === "share" ? granted : undefined;
  };
  return (
    <Show when={share()}>
      {(granted) => (
        <span class="shared cut">
          {granted().title}, shared {granted().write ? "to read and type" : "to read"} until{" "}
          {endOf(granted().expires)}
        </span>
      )}
    </Show>
  );
}

const DAY_MS = 24 * 60 * 60_000;

/** A time of day alone would be understood as the next one. */
function endOf(ms: number): string {
  const end = new Date(ms);
  const time = end.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return ms - Date.now() < DAY_MS ? time : `${end.toLocaleDateString()} ${time}`;
}
