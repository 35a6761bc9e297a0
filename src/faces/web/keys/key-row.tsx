import { For, onCleanup, onMount } from "solid-js";
import type { HeldModifiers } from "./held.ts";
import "./keys.css";

interface KeyRowProps {
  readonly held: HeldModifiers;
  /** Programs can ask for another form of the arrow keys. */
  readonly isApplicationCursor: () => boolean;
  onHold(held: HeldModifiers): void;
  onType(data: string): void;
  onPaste(text: string): void;
  onNotice(sentence: string): void;
}

const KEYS = [
  ["Esc", "\x1b"],
  ["Tab", "\t"],
] as const;
const MODIFIERS = [
  ["Ctrl", "ctrl"],
  ["Alt", "alt"],
] as const;
const ARROWS = [
  ["←", "Left", "D"],
  ["↓", "Down", "B"],
  ["↑", "Up", "A"],
  ["→", "Right", "C"],
] as const;
const SIGNS = ["|", "/", "-", "~"];

/** Keys that a phone's keyboard lacks, above it. */
export function KeyRow(props: KeyRowProps) {
  onMount(() => onCleanup(followViewport()));
  const arrow = (letter: string) => props.onType(`\x1b${props.isApplicationCursor() ? "O" : "["}${letter}`);
  const paste = () =>
    navigator.clipboard
      .readText()
      .then(props.onPaste, () =>
        props.onNotice("This browser does not let the page read the clipboard: paste with the keyboard."),
      );
  return (
    // Without the default, the terminal keeps the focus and the phone its keyboard.
    <div class="key-row" role="toolbar" aria-label="Keys" onPointerDown={(event) => event.preventDefault()}>
      <For each={KEYS}>{([label, data]) => <Key label={label} onPress={() => props.onType(data)} />}</For>
      <For each={MODIFIERS}>
        {([label, modifier]) => (
          <Key
            label={label}
            name={`${label}, for the next key`}
            pressed={props.held[modifier]}
            onPress={() => props.onHold({ ...props.held, [modifier]: !props.held[modifier] })}
          />
        )}
      </For>
      <For each={ARROWS}>
        {([label, name, letter]) => <Key label={label} name={name} onPress={() => arrow(letter)} />}
      </For>
      <For each={SIGNS}>{(sign) => <Key label={sign} onPress={() => props.onType(sign)} />}</For>
      <Key label="Paste" onPress={paste} />
    </div>
  );
}

function Key(props: { label: string; name?: string; pressed?: boolean; onPress(): void }) {
  return (
    <button
      type="button"
      aria-label={props.name ?? props.label}
      aria-pressed={props.pressed}
      onClick={() => props.onPress()}
    >
      {props.label}
    </button>
  );
}

/** Where the soft keyboard covers the page instead of shrinking it, the page ends above the keyboard. */
function followViewport(): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const follow = () => {
    const isCovered = innerHeight - viewport.height > 1 && viewport.scale === 1;
    document.body.style.height = isCovered ? `${viewport.height}px` : "";
    if (isCovered) scrollTo(0, 0);
  };
  viewport.addEventListener("resize", follow);
  follow();
  return () => {
    viewport.removeEventListener("resize", follow);
    document.body.style.height = "";
  };
}
