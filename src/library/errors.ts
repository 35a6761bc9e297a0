/** Every failure that a caller may act on. The code is the contract; the message is for people. */
export type SubstrateErrorCode =
  | "tmux-not-found"
  | "session-not-found"
  | "session-exists"
  | "pane-limit"
  | "invalid-lines"
  | "invalid-session-name"
  | "invalid-command"
  | "invalid-key"
  | "invalid-argument"
  | "no-server"
  | "start-failed"
  | "not-taken"
  | "unsupported"
  | "failed";

/** What all of them are. One that is nothing more has the code "failed". */
export class SubstrateError extends Error {
  override readonly name: string = "SubstrateError";
  readonly code: SubstrateErrorCode = "failed";
}

/** There is no tmux to run. */
export class TmuxNotFound extends SubstrateError {
  override readonly name = "TmuxNotFound";
  override readonly code = "tmux-not-found";
}

/** There is no such session, or no such pane. */
export class SessionNotFound extends SubstrateError {
  override readonly name = "SessionNotFound";
  override readonly code = "session-not-found";
}

/** The name is in use. */
export class SessionExists extends SubstrateError {
  override readonly name = "SessionExists";
  override readonly code = "session-exists";
}

/** There is no room for another pane. */
export class PaneLimit extends SubstrateError {
  override readonly name = "PaneLimit";
  override readonly code = "pane-limit";
}

/** A number of lines is a whole one from 1 to 1,000,000. */
export class InvalidLines extends SubstrateError {
  override readonly name = "InvalidLines";
  override readonly code = "invalid-lines";
}

/** A name is made of letters of ASCII, digits and `_.-`, and is at most 200 characters long. */
export class InvalidSessionName extends SubstrateError {
  override readonly name = "InvalidSessionName";
  override readonly code = "invalid-session-name";
}

/** A command has at most 8192 bytes and no control character but tab, line feed and carriage return. */
export class InvalidCommand extends SubstrateError {
  override readonly name = "InvalidCommand";
  override readonly code = "invalid-command";
}

/** There is no key of this name. */
export class InvalidKey extends SubstrateError {
  override readonly name = "InvalidKey";
  override readonly code = "invalid-key";
}

/** A size, a direction, a directory, a variable or a condition that cannot be. */
export class InvalidArgument extends SubstrateError {
  override readonly name = "InvalidArgument";
  override readonly code = "invalid-argument";
}

/** The server cannot be reached, or went during the call: whether that was carried out is not known. */
export class NoServer extends SubstrateError {
  override readonly name = "NoServer";
  override readonly code = "no-server";
}

/** The program could not be started: it is not there, or its directory is not. tmux does not tell. */
export class StartFailed extends SubstrateError {
  override readonly name = "StartFailed";
  override readonly code = "start-failed";
}

/** The application did not read what was typed in time, and Enter was not pressed. tmux does not tell. */
export class NotTaken extends SubstrateError {
  override readonly name = "NotTaken";
  override readonly code = "not-taken";
}

/** This backend cannot do it. */
export class Unsupported extends SubstrateError {
  override readonly name = "Unsupported";
  override readonly code = "unsupported";
}
