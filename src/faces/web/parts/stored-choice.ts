import { createSignal } from "solid-js";

/** A choice of a person among these words, which this browser remembers. The first word is the default. */
export function createStoredChoice<T extends string>(name: string, words: readonly [T, ...T[]]) {
  const stored = localStorage.getItem(name);
  const [chosen, setChosen] = createSignal(words.find((word) => word === stored) ?? words[0]);
  const choose = (word: T) => {
    localStorage.setItem(name, word);
    setChosen(() => word);
  };
  return [chosen, choose] as const;
}
