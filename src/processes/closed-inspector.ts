/**
 * Every Node of ours is started with this option: a debugger's address that no system can resolve, because it is longer than a
 * host name can be. Node then cannot open a debugger, whether SIGUSR1 asks for one or `--inspect` in NODE_OPTIONS, which it
 * would otherwise open to every user of the machine. native/node.c has the same words.
 */
export const CLOSED_INSPECTOR = `--inspect-port=${"closed.".repeat(40)}closed:9229`;

/** Variables that change how Node, its libraries or the dynamic linker work. The client keeps the caller's as MULLION_SAVED_*. */
export function changesNode(variable: string): boolean {
  return /^(NODE|LD|DYLD|UV|OPENSSL)_/.test(variable);
}
