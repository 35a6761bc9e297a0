import { createMemo, For, Show } from "solid-js";
import { MAX_HOSTS } from "../house/host-pages.ts";
import { house } from "../house/house.ts";
import { timeOf } from "../parts/age.ts";
import { now } from "../parts/clock.ts";
import "./link-notice.css";

/** More of them become one line. */
const MAX_LINES = 3;

/** Says which hosts cannot be reached, since when and why, and what to do. */
export function HostNotices() {
  const cut = createMemo(() => house.hosts.filter(({ state }) => state === "unreachable"));
  const troubled = createMemo(() =>
    house.hosts.filter(({ name, state }) => state === "connected" && house.troubles[name]),
  );
  const names = () =>
    cut()
      .map(({ name }) => name)
      .join(", ");
  return (
    <div role="status" aria-live="polite">
      <Show when={house.hosts.length > MAX_HOSTS}>
        <div class="link-notice">
          The page shows {MAX_HOSTS} of {house.hosts.length} hosts.
        </div>
      </Show>
      <For each={troubled()}>{({ name }) => <div class="link-notice">{house.troubles[name]}</div>}</For>
      <Show
        when={cut().length <= MAX_LINES}
        fallback={
          <div class="link-notice">
            <strong>{cut().length} hosts cannot be reached</strong>
            <span>{names()}. What you see of them is from before.</span>
          </div>
        }
      >
        <For each={cut()}>
          {(host) => (
            <div class="link-notice">
              <strong>
                {host.name} is unreachable since {timeOf(host.since ?? 0, now())}
              </strong>
              <span>
                {host.reason}. <code>mullion host doctor {host.name}</code> says what to do.
              </span>
            </div>
          )}
        </For>
      </Show>
    </div>
  );
}
