import { randomBytes } from "node:crypto";

const POOL_BYTES = 1024;
let pool = Buffer.alloc(0);
let taken = 0;

/** Returns 64 random bits. They are read from the system in bulk: eight bytes take as long as a thousand. */
export function randomId(): bigint {
  if (taken === pool.length) {
    pool = randomBytes(POOL_BYTES);
    taken = 0;
  }
  taken += 8;
  return pool.readBigUInt64LE(taken - 8);
}
