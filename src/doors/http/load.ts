import type { Admission } from "./admission.ts";
import { Refusal } from "./refusal.ts";

/** Counts what is in progress and rejects what exceeds the limit. */
export class Load {
  readonly #max: number;
  readonly #what: string;
  #current = 0;

  constructor(max: number, what: string) {
    this.#max = max;
    this.#what = what;
  }

  get current(): number {
    return this.#current;
  }

  /** Counts one more. The caller calls the returned function once at the end. */
  enter(): () => void {
    if (this.#current >= this.#max)
      throw new Refusal(429, `too many ${this.#what} at once (${this.#max}): try again in a moment`);
    this.#current += 1;
    return () => {
      this.#current -= 1;
    };
  }
}

export interface LoadLimits {
  /** Of the owner's own. */
  readonly own: number;
  /** Of all share links together, apart from the owner's: guests cannot crowd out the owner. */
  readonly guests: number;
  /** Of one share link: its guests cannot crowd out those of another. */
  readonly link: number;
}

/** As `Load`, with limits of their own for share links. */
export class DividedLoad {
  readonly #own: Load;
  readonly #guests: Load;
  readonly #links = new Map<string, Load>();
  readonly #newLink: () => Load;

  constructor({ own, guests, link }: LoadLimits, what: string) {
    this.#own = new Load(own, what);
    this.#guests = new Load(guests, `${what} of share links`);
    this.#newLink = () => new Load(link, `${what} of this share link`);
  }

  get current(): number {
    return this.#own.current + this.#guests.current;
  }

  enter({ guest }: Pick<Admission, "guest">): () => void {
    return guest ? this.#enterLink(guest.link) : this.#own.enter();
  }

  #enterLink(id: string): () => void {
    const link = this.#links.get(id) ?? this.#newLink();
    const leaveLink = link.enter();
    this.#links.set(id, link);
    const leave = () => {
      leaveLink();
      if (link.current === 0) this.#links.delete(id);
    };
    try {
      const leaveGuests = this.#guests.enter();
      return () => {
        leave();
        leaveGuests();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
