import { createSignal } from "solid-js";

const [now, setNow] = createSignal(Date.now());

/** The time in milliseconds since the epoch, once a second while the page is visible. One timer serves every age. */
export { now };

setInterval(() => {
  if (!document.hidden) setNow(Date.now());
}, 1000);
document.addEventListener("visibilitychange", () => setNow(Date.now()));
