import { userInfo } from "node:os";

/**
 * The daemon's owner as the password file describes it. A user id need not have an entry: containers run under any id.
 */
export interface User {
  readonly uid: number;
  /** Empty if the id has no entry, as tmux's #{user} is. */
  readonly username: string;
  readonly homedir: string | undefined;
  readonly shell: string | null;
}

export function owner(): User {
  try {
    return userInfo();
  } catch {
    return { uid: process.getuid!(), username: "", homedir: process.env.HOME, shell: null };
  }
}
