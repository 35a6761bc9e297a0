import { nextWaiting, targetFor } from "../../core/agent/next-waiting.ts";
import type { FaceHost } from "../../core/face/face-host.ts";
import { bindable, type Key } from "../../core/keys/key.ts";
import { parseKey } from "../../core/keys/key-name.ts";
import type { KeyPress } from "../../core/tree/tree.ts";

interface OwnKeySetup {
  readonly host: FaceHost;
  readonly press: KeyPress;
  say(text: string): void;
}

/**
 * Mullion's own keys after the prefix. They are in no key table, because list-keys would show them there: they apply
 * only where no table binds the key, so every binding of the user takes precedence.
 */
const OWN_KEYS: ReadonlyMap<Key, (setup: OwnKeySetup) => void> = new Map([
  [parseKey("a") as Key, goToNextWaiting],
  [parseKey("A") as Key, openAgents],
  [parseKey("v") as Key, toggleStack],
]);

export function pressOwnKey(setup: OwnKeySetup): void {
  OWN_KEYS.get(bindable(setup.press.key))?.(setup);
}

function goToNextWaiting({ host, press, say }: OwnKeySetup): void {
  const { client, mux } = host;
  const pane = nextWaiting(mux.server, client);
  const target = pane && targetFor(client, pane);
  if (target) host.run(`switch-client -Z -t '${target}'`, press);
  else say("no pane waits");
}

function openAgents({ host, press }: OwnKeySetup): void {
  host.run("display-popup -E -w 95% -h 90% -T ' agents ' 'mullion agents'", press);
}

function toggleStack({ host, say }: OwnKeySetup): void {
  const { client, mux } = host;
  const { active, panes } = client.session!.current.window;
  if (client.readonly) say("client is read-only");
  else if (panes.length === 1) say("there is only one pane");
  else host.settle(() => mux.toggleStack(active));
}
