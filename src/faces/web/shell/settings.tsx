import { For } from "solid-js";
import { chime } from "../attention/call.ts";
import { hasSound, notifies, refusal, setNotify, setSound } from "../attention/settings.ts";
import { hello } from "../house/house.ts";
import { THEME_NAMES } from "../palette/commands.ts";
import { Alert } from "../parts/alert.tsx";
import { CloseFooter, Dialog } from "../parts/dialog.tsx";
import { setTheme, THEMES, theme } from "../theme.ts";
import "./settings.css";

/** What a person chooses for this browser. */
export function Settings(props: { onClose(): void }) {
  return (
    <Dialog label="Settings" class="settings" onClose={props.onClose}>
      <h2>Settings</h2>
      <fieldset>
        <legend>Theme</legend>
        <For each={THEMES}>
          {(name) => (
            <label>
              <input type="radio" name="theme" checked={theme() === name} onChange={() => setTheme(name)} />
              {THEME_NAMES[name]}
            </label>
          )}
        </For>
      </fieldset>
      <fieldset>
        <legend>When an agent needs you</legend>
        <label>
          <input
            type="checkbox"
            checked={notifies()}
            onChange={({ currentTarget }) => void setNotify(currentTarget.checked)}
          />
          Show a notification
        </label>
        <label>
          <input
            type="checkbox"
            checked={hasSound()}
            onChange={({ currentTarget }) => {
              setSound(currentTarget.checked);
              if (currentTarget.checked) void chime();
            }}
          />
          Play a sound
        </label>
        <Alert class="refusal" text={refusal()} />
      </fieldset>
      <p class="version">
        Mullion {hello()?.version} on {hello()?.host}
      </p>
      <CloseFooter onClose={props.onClose} />
    </Dialog>
  );
}
