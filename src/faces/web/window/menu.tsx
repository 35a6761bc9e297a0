import { createSignal, For, type JSX, onCleanup, Show } from "solid-js";

export interface MenuItem {
  readonly label: string;
  /** A key that does the same, for a person to learn. */
  readonly hint?: string | undefined;
  readonly checked?: boolean | undefined;
  run(): unknown;
}

/** A button with a list of actions. Arrow keys move in it, Escape closes it. */
export function Menu(props: {
  label: string;
  children: JSX.Element;
  items(): readonly (MenuItem | undefined)[];
  /** After an item has run. The focus is at the button. */
  onChosen?(): void;
}) {
  let button!: HTMLButtonElement;
  let list: HTMLDivElement | undefined;
  /** The items of the open menu. They are those of the moment when it opened: none moves away from under a person. */
  const [open, setOpen] = createSignal<readonly MenuItem[]>();

  function close(): void {
    setOpen(undefined);
    button.focus();
  }

  function outside(event: PointerEvent): void {
    if (event.target instanceof Node && !list?.contains(event.target) && !button.contains(event.target))
      setOpen(undefined);
  }
  document.addEventListener("pointerdown", outside);
  onCleanup(() => document.removeEventListener("pointerdown", outside));

  function key(event: KeyboardEvent): void {
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function move(step: number): void {
    const items = [...(list?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items.at((at + step + items.length) % items.length)?.focus();
  }

  return (
    <span class="menu">
      <button
        ref={button}
        type="button"
        class="plain icon"
        aria-label={props.label}
        title={props.label}
        aria-haspopup="menu"
        aria-expanded={open() !== undefined}
        onClick={() => setOpen(open() ? undefined : props.items().filter((item) => item !== undefined))}
      >
        {props.children}
      </button>
      <Show when={open()}>
        <div
          class="menu-list"
          role="menu"
          aria-label={props.label}
          tabindex="-1"
          ref={(element) => {
            list = element;
            queueMicrotask(() => place(element, button));
          }}
          onKeyDown={key}
        >
          <For each={open()}>
            {(item) => (
              <MenuButton
                item={item}
                onPress={() => {
                  close();
                  item.run();
                  props.onChosen?.();
                }}
              />
            )}
          </For>
        </div>
      </Show>
    </span>
  );
}

function MenuButton(props: { item: MenuItem; onPress(): void }) {
  return (
    <button type="button" class="plain" {...roleOf(props.item)} onClick={() => props.onPress()}>
      <span class="check">{props.item.checked ? "✓" : ""}</span>
      <span class="cut">{props.item.label}</span>
      <Show when={props.item.hint}>
        <kbd>{props.item.hint}</kbd>
      </Show>
    </button>
  );
}

function roleOf({ checked }: MenuItem) {
  return checked === undefined
    ? { role: "menuitem" as const }
    : { role: "menuitemcheckbox" as const, "aria-checked": checked };
}

/** Below its button, inside of the page. */
function place(list: HTMLElement, button: HTMLElement): void {
  const { bottom, right } = button.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  list.style.left = `${Math.max(8, Math.min(right - width, innerWidth - width - 8))}px`;
  list.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - height - 8))}px`;
  list.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
}
