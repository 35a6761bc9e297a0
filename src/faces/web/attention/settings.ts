import { createSignal } from "solid-js";

/** How the page calls a person. Both are off until a person turns them on, in this browser. */
const SOUND = "mullion.sound";
const NOTIFY = "mullion.notify";

const [hasSound, showSound] = createSignal(localStorage.getItem(SOUND) === "on");
const [notifies, showNotifies] = createSignal(localStorage.getItem(NOTIFY) === "on" && isPermitted());
/** Why notifications are off although a person asked for them. */
const [refusal, setRefusal] = createSignal<string>();

export { hasSound, notifies, refusal };

export function setSound(isOn: boolean): void {
  localStorage.setItem(SOUND, isOn ? "on" : "off");
  showSound(isOn);
}

/** Called by a person's click: a browser asks for permission only then. */
export async function setNotify(isOn: boolean): Promise<void> {
  setRefusal(undefined);
  const permission = isOn && "Notification" in window ? await Notification.requestPermission() : undefined;
  if (isOn && permission === undefined) setRefusal("This browser has no notifications.");
  if (permission === "denied")
    setRefusal("This browser blocks notifications of this page: allow them in its settings.");
  const isNow = permission === "granted";
  localStorage.setItem(NOTIFY, isNow ? "on" : "off");
  showNotifies(isNow);
}

function isPermitted(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}
