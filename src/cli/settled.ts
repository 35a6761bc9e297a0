/**
 * Settles like a call of a verb, and rejects if the process would end first. Nothing keeps a process alive for a promise
 * that never settles: it would end with status 0 and without a word, as if the call had succeeded.
 */
export async function settled<T>(call: Promise<T>): Promise<T> {
  let abandon = () => {};
  const abandoned = new Promise<never>((_, reject) => {
    abandon = () => reject(new Error("the call has ended without a result"));
  });
  process.once("beforeExit", abandon);
  try {
    return await Promise.race([call, abandoned]);
  } finally {
    process.off("beforeExit", abandon);
  }
}
