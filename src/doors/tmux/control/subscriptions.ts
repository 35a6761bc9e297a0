import type { FormatPlace } from "../../../core/format/context.ts";
import type { Clock } from "../../../core/ports.ts";
import { compareBytes } from "../../../core/text/compare-bytes.ts";
import type { Client, Pane, Session, Winlink } from "../../../core/tree/tree.ts";

export interface SubscriptionPorts {
  readonly clock: Clock;
  client(): Client | undefined;
  expand(format: string, place: FormatPlace): string;
  tell(line: string): void;
}

interface Subscription {
  readonly format: string;
  readonly places: (session: Session) => readonly Place[];
  /** The last value for each place. */
  readonly last: Map<string, string>;
}

interface Place {
  readonly link?: Winlink;
  readonly pane?: Pane;
}

const PERIOD_MS = 1000;

/** `refresh-client -B`: formats that are evaluated once a second; a changed value is sent to the client. */
export class Subscriptions {
  readonly #ports: SubscriptionPorts;
  readonly #all = new Map<string, Subscription>();
  #cancel: (() => void) | undefined;

  constructor(ports: SubscriptionPorts) {
    this.#ports = ports;
  }

  add(name: string, what: string, format: string): void {
    this.#all.set(name, { format, places: placesOf(what), last: new Map() });
    this.#cancel ??= this.#ports.clock.after(PERIOD_MS, () => this.#check());
  }

  remove(name: string): void {
    this.#all.delete(name);
    if (this.#all.size === 0) this.stop();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #check(): void {
    this.#cancel = this.#ports.clock.after(PERIOD_MS, () => this.#check());
    const client = this.#ports.client();
    const session = client?.session;
    if (!session) return;
    const byName = [...this.#all].sort(([a], [b]) => compareBytes(a, b));
    for (const [name, subscription] of byName)
      for (const place of subscription.places(session))
        this.#tellIfChanged(name, subscription, { client, session, ...place });
  }

  #tellIfChanged(
    name: string,
    { format, last }: Subscription,
    place: Place & { readonly client: Client; readonly session: Session },
  ): void {
    const { session, link, pane } = place;
    const value = this.#ports.expand(format, place);
    const where = `${session.id} ${link?.window.id ?? "-"} ${link?.index ?? "-"} ${pane?.id ?? "-"}`;
    // tmux stores values without their session.
    const key = where.slice(where.indexOf(" "));
    if (last.get(key) === value) return;
    last.set(key, value);
    this.#ports.tell(`%subscription-changed ${name} ${where} : ${value}`);
  }
}

/** The places of a subscription: `%0`, `%*`, `@0`, `@*`, or anything else for the session itself. */
function placesOf(what: string): Subscription["places"] {
  const [, sign, id] = /^([%@])(\*$|\d+)/.exec(what) ?? [];
  if (sign === "%") return (session) => panesOf(session).filter(({ pane }) => isMeant(id!, pane));
  if (sign === "@") {
    return ({ links }) =>
      links.flatMap((link) => (id === "*" || link.window.id === `@${Number(id)}` ? [{ link }] : []));
  }
  return () => [{}];
}

function panesOf({ links }: Session): readonly { readonly link: Winlink; readonly pane: Pane }[] {
  return links.flatMap((link) => link.window.panes.map((pane) => ({ link, pane })));
}

/** A dead pane counts only for `%*`. */
function isMeant(id: string, pane: Pane): boolean {
  return id === "*" || (pane.id === `%${Number(id)}` && pane.process !== undefined);
}
