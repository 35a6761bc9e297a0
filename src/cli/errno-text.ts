import { constants } from "node:os";
import { getSystemErrorMap } from "node:util";

/** The system's message for an error code: "no space left on device" for ENOSPC. */
export function errnoText(code: string): string {
  const number = (constants.errno as Readonly<Record<string, number>>)[code];
  return (number !== undefined && getSystemErrorMap().get(-number)?.[1]) || code;
}
