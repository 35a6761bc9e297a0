import type { PagePane } from "../../../protocol/page.ts";
import { addressOf } from "../route.ts";
import { newsText } from "./news.ts";
import { hasSound, notifies } from "./settings.ts";

/** Calls the person, in the ways that they turned on. A page that they look at needs no notification. */
export function callPerson(panes: readonly PagePane[]): void {
  if (panes.length === 0) return;
  if (hasSound()) void chime();
  if (notifies() && !(document.hasFocus() && !document.hidden)) for (const pane of panes) notify(pane);
}

/** Of one pane only the newest notification stays. */
function notify(pane: PagePane): void {
  try {
    const shown = new Notification("Mullion", { body: newsText(pane), tag: pane.id });
    shown.onclick = () => {
      window.focus();
      location.hash = addressOf({ view: "pane", id: pane.id });
      shown.close();
    };
  } catch {
    // Some phones show notifications of service workers only. The badge and the sound remain.
  }
}

let audio: AudioContext | undefined;

/** Two soft notes. */
export async function chime(): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === "suspended") await audio.resume();
  for (const [index, hertz] of [660, 880].entries()) play(audio, hertz, audio.currentTime + index * 0.14);
}

function play(context: AudioContext, hertz: number, at: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.32);
}
