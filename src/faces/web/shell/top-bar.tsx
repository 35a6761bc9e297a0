import { For } from "solid-js";
import { describeLink } from "../connection/link-state.ts";
import { hello, link } from "../house/house.ts";
import { Mark } from "../parts/mark.tsx";
import { setTheme, THEMES, type Theme, theme } from "../theme.ts";
import "./top-bar.css";

const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: "System",
  dark: "Dark",
  light: "Light",
  contrast: "High contrast",
};

/** The bar above every view: where the page is, how it is connected, and what can be done from everywhere. */
export function TopBar() {
  return (
    <header class="top-bar">
      <a class="home" href="#/" aria-label="Mullion: overview">
        <Mark />
        <span class="name">Mullion</span>
      </a>
      <span class="host cut">{hello()?.host}</span>
      <span class="room" />
      <span class="link" data-kind={link().kind} title={describeLink(link())}>
        <span class="hidden">{describeLink(link())}</span>
      </span>
      <ThemeChoice />
    </header>
  );
}

function ThemeChoice() {
  return (
    <select
      aria-label="Theme"
      value={theme()}
      onChange={({ currentTarget }) => setTheme(currentTarget.value as Theme)}
    >
      <For each={THEMES}>{(name) => <option value={name}>{THEME_NAMES[name]}</option>}</For>
    </select>
  );
}
