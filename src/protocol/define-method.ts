import type { z } from "zod";
import type { WireErrorCode } from "./errors.ts";

/** One method as data. Types, validators, JSON Schema, the reference and `describe` all come from here. */
export interface Method<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** The schema level that introduced the method. */
  readonly since: number;
  /** Every backend has it. `initialize` announces any other method as a capability of its name. */
  readonly isBasic?: true;
  /** One sentence, or a few: the published help. */
  readonly doc: string;
  readonly params: P;
  readonly result: R;
  /** Errors of the method, beside the faults that any request may have. */
  readonly errors: readonly WireErrorCode[];
}

export function defineMethod<const N extends string, P extends z.ZodType, R extends z.ZodType>(
  method: Omit<Method<P, R>, "name"> & { readonly name: N },
): Omit<Method<P, R>, "name"> & { readonly name: N } {
  return method;
}
