import { For } from "solid-js";
import { CloseFooter, Dialog } from "../parts/dialog.tsx";

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [["↑", "↓", "←", "→", "j", "k"], "Select an agent"],
  [["Enter"], "Open its terminal"],
  [["a"], "Answer the selected agent, or the first that waits"],
  [["/"], "Filter"],
  [["Ctrl K", "⌘ K"], "Find a pane, window, session or command (in a terminal: Ctrl Shift K)"],
  [["n"], "New agent"],
  [["?"], "This list"],
  [["Esc"], "Close what is open"],
];

export function Help(props: { onClose(): void }) {
  return (
    <Dialog label="Keys" class="help" onClose={props.onClose}>
      <h2>Keys</h2>
      <table>
        <tbody>
          <For each={KEYS}>
            {([keys, does]) => (
              <tr>
                <th scope="row">
                  <For each={keys}>{(key) => <kbd>{key}</kbd>}</For>
                </th>
                <td>{does}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
      <CloseFooter onClose={props.onClose} />
    </Dialog>
  );
}
