import { Show } from "solid-js";
import { access, house } from "../house/house.ts";
import { setMachine, setState, setText } from "./choice.ts";

/** In place of panes: why there are none, and what to do. */
export function Nothing(props: { onLaunch(): void }) {
  const isEmpty = () => Object.keys(house.panes).length === 0;
  return (
    <div class="nothing">
      <Show when={isEmpty()} fallback={<NoMatch />}>
        <h2>Nothing runs yet</h2>
        <Show when={access().kind === "owner"} fallback={<p>What this link shows has ended.</p>}>
          <p>Start an agent here, or in a terminal:</p>
          <p>
            <code>mullion run --name reviewer -- claude</code>
          </p>
          <button type="button" class="primary" onClick={() => props.onLaunch()}>
            New agent
          </button>
        </Show>
      </Show>
    </div>
  );
}

function NoMatch() {
  const clear = () => {
    setText("");
    setState(undefined);
    setMachine(undefined);
  };
  return (
    <>
      <h2>No pane matches</h2>
      <p>The filter hides all {Object.keys(house.panes).length} panes.</p>
      <button type="button" onClick={clear}>
        Clear the filter
      </button>
    </>
  );
}
