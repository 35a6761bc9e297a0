import type { Client } from "../../../core/tree/client.ts";
import type { Session } from "../../../core/tree/session.ts";
import type { Winlink } from "../../../core/tree/winlink.ts";
import type { DoorServer, FormatPlace } from "../door-server.ts";

interface Subscription {
  readonly format: string;
  /** Empty for the session, `%*`, `@*`, or the id of a pane or window. */
  readonly what: string;
  /** What was told last, by place. */
  readonly told: Map<string, string>;
}

const CHECK_MS = 1000;

export interface SubscriptionsOptions {
  readonly door: DoorServer;
  readonly client: () => Client | undefined;
  readonly notify: (line: string) => void;
}

/** `refresh-client -B`: formats that are looked at once a second, and told when they changed. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #byName = new Map<string, Subscription>();
  #cancel: (() => void) | undefined;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** `name:what:format`; a name alone ends the subscription. */
  set(text: string): void {
    const [, name = text, rest] = /^([^:]*):(.*)$/s.exec(text) ?? [];
    this.#byName.delete(name);
    const [, what, format] = /^([^:]*):(.*)$/s.exec(rest ?? "") ?? [];
    if (what !== undefined && format !== undefined) this.#byName.set(name, { what, format, told: new Map() });
    if (this.#byName.size === 0) this.close();
    else if (!this.#cancel) this.#schedule();
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(): void {
    this.#cancel = this.#options.door.context.clock.after(CHECK_MS, () => {
      this.#schedule();
      const client = this.#options.client();
      if (client?.session) this.#check(client, client.session);
    });
  }

  #check(client: Client, session: Session): void {
    const byName = [...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, subscription] of byName) {
      for (const { key, place } of places(session, subscription.what)) {
        const value = this.#options.door.expand(subscription.format, { client, ...place });
        if (subscription.told.get(key) === value) continue;
        subscription.told.set(key, value);
        this.#options.notify(`%subscription-changed ${name} ${key} : ${value}`);
      }
    }
  }
}

/** The places that a subscription is about, each with the words that name it. */
function places(session: Session, what: string): readonly { readonly key: string; readonly place: FormatPlace }[] {
  const links = (id: string) => session.links.filter(({ window }) => id === "*" || window.id === id);
  if (/^@(\*|\d+)/.test(what)) return links(what === "@*" ? "*" : what).map((link) => windowPlace(session, link));
  if (/^%(\*|\d+)/.test(what)) {
    return session.links.flatMap((link) =>
      link.window.panes
        .filter((pane) => what === "%*" || (pane.id === what && pane.process))
        .map((pane) => ({
          key: `${session.id} ${link.window.id} ${link.index} ${pane.id}`,
          place: { session, link, pane },
        })),
    );
  }
  return [{ key: `${session.id} - - -`, place: { session } }];
}

function windowPlace(session: Session, link: Winlink) {
  return { key: `${session.id} ${link.window.id} ${link.index} -`, place: { session, link } };
}
