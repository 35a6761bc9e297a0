import { Show } from "solid-js";
import { isGuest } from "../connection/credentials.ts";
import { Alert } from "../parts/alert.tsx";
import { Mark } from "../parts/mark.tsx";
import "./logged-out.css";

/** The page of a person without a session: how to get one. A guest has no terminal on that machine, and asks for a link. */
export function LoggedOut(props: { readonly reason: string | undefined }) {
  return (
    <main class="logged-out">
      <Mark />
      <h1>Mullion</h1>
      <Alert class="reason" text={props.reason} />
      <Show when={isGuest()} fallback={<WayIn />}>
        <p>Ask the person who shared it with you for a new link.</p>
      </Show>
    </main>
  );
}

function WayIn() {
  return (
    <>
      <p>To open this page, run this in a terminal on the machine where your agents run:</p>
      <p>
        <code class="command">mullion web</code>
      </p>
      <p class="quiet">
        It opens a link that logs this browser in once. The link works for one minute. Without a browser on
        that machine, it prints the link.
      </p>
    </>
  );
}
