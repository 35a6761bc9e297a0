import { Show } from "solid-js";
import { describeLink, type LinkState } from "../connection/link-state.ts";
import { retryNow } from "../connection/reopening.ts";
import { house, link } from "../house/house.ts";
import { formatAge, timeOf } from "../parts/age.ts";
import { now } from "../parts/clock.ts";
import "./link-notice.css";

/** Says that the page is cut off, since when, and that what it shows is old. */
export function LinkNotice() {
  const lost = () => (link().kind === "reconnecting" ? (link() as LinkState & { since: number }) : undefined);
  return (
    <div role="status" aria-live="polite">
      <Show when={lost()}>
        {(state) => (
          <div class="link-notice">
            <strong>{describeLink(state())}</strong>
            <span>
              since {timeOf(state().since, now())} ({formatAge(now() - state().since)}).
              <Show when={house.isKnown}> What you see is from before.</Show>
            </span>
            <button type="button" onClick={retryNow}>
              Try now
            </button>
          </div>
        )}
      </Show>
    </div>
  );
}
