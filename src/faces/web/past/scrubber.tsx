import { For } from "solid-js";
import type { PastPlayer } from "./player.ts";

/** The replay's whole time, with its marks. */
export function Scrubber(props: { player: PastPlayer }) {
  const { player } = props;
  return (
    <div class="scrubber">
      <div class="scrubber-marks" aria-hidden="true">
        <For each={player.marks()}>
          {({ at, kind, label }) => (
            <i data-kind={kind} title={label} style={{ left: `${(at / (player.duration() || 1)) * 100}%` }} />
          )}
        </For>
      </div>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={clockText(player.position())}
        min={0}
        max={player.duration()}
        step="any"
        value={player.position()}
        onInput={({ currentTarget }) => {
          player.pause();
          player.seek(Number(currentTarget.value));
        }}
      />
    </div>
  );
}

/** Minutes and seconds; hours where there are some. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, "0"));
  return parts[0] === 0 ? `${minutes}:${rest}` : `${hours}:${minutes}:${rest}`;
}
