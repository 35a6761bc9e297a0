/**
 * Every Node process of ours is started with this option: a debugger address that no system can resolve, because it is
 * longer than a host name can be. Node then cannot open a debugger, neither for SIGUSR1 nor for `--inspect` in
 * NODE_OPTIONS; otherwise every user of the machine could reach it. native/client/node.c has the same words.
 */
export const CLOSED_INSPECTOR = `--inspect-port=${"closed.".repeat(40)}closed:9229`;

/**
 * Variables that change how Node, its libraries or the dynamic linker work. The client saves the caller's values as
 * MULLION_SAVED_*.
 */
export function changesNode(variable: string): boolean {
  return /^(NODE|LD|DYLD|UV|OPENSSL)_/.test(variable);
}
