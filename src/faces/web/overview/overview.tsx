import { For } from "solid-js";
import { house } from "../house/house.ts";
import { addressOf } from "../route.ts";

/** Every agent of every server, the one that needs a person first. */
export function Overview() {
  return (
    <main>
      <h1 class="hidden">Overview</h1>
      <ul>
        <For each={Object.values(house.panes)}>
          {(pane) => (
            <li>
              <a href={addressOf({ view: "pane", id: pane.id })}>{pane.name}</a> {pane.agent.state}
            </li>
          )}
        </For>
      </ul>
    </main>
  );
}
