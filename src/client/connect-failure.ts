import { BackendError } from "./backend-error.ts";

/** The failure of a first connection, in the words of `connect`'s options. */
export function connectFailure(error: unknown): BackendError {
  return new BackendError("not-connected", sentenceOf(error as NodeJS.ErrnoException), { cause: error });
}

function sentenceOf(error: NodeJS.ErrnoException & { readonly address?: string }): string {
  const { code, syscall = "", path, address, message } = error;
  if (syscall === "connect" && (code === "ENOENT" || code === "ECONNREFUSED"))
    return `no backend listens on ${address} (${code}): start it, or connect to the socket of one that runs`;
  if (syscall.startsWith("spawn"))
    return `${path} cannot be started (${code}): the first word of command must be a program that exists and may be executed`;
  return `the backend cannot be reached: ${message}`;
}
