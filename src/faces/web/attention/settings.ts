import { createSignal } from "solid-js";
import { createStoredChoice } from "../parts/stored-choice.ts";

/** How the page calls a person. Both are off until a person turns them on, in this browser. */
const [sound, chooseSound] = createStoredChoice("mullion.sound", ["off", "on"]);
const [notify, chooseNotify] = createStoredChoice("mullion.notify", ["off", "on"]);
/** Why notifications are off although a person asked for them. */
const [refusal, setRefusal] = createSignal<string>();

export { refusal };

export const hasSound = () => sound() === "on";
export const notifies = () => notify() === "on" && isPermitted();
export const setSound = (isOn: boolean) => chooseSound(isOn ? "on" : "off");

/** Called by a person's click: a browser asks for permission only then. */
export async function setNotify(isOn: boolean): Promise<void> {
  setRefusal(undefined);
  const permission = isOn && "Notification" in window ? await Notification.requestPermission() : undefined;
  if (isOn && permission === undefined) setRefusal("This browser has no notifications.");
  if (permission === "denied")
    setRefusal("This browser blocks notifications of this page: allow them in its settings.");
  chooseNotify(permission === "granted" ? "on" : "off");
}

function isPermitted(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}
