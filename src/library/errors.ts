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
  | "host-unreachable"
  | "start-failed"
  | "not-taken"
  | "unsupported"
  | "failed";

/** Base class of all errors. An error of this class itself has the code "failed". */
export class SubstrateError extends Error {
  override readonly name: string = "SubstrateError";
  readonly code: SubstrateErrorCode = "failed";
}

/** No tmux is installed. */
export class TmuxNotFound extends SubstrateError {
  override readonly name = "TmuxNotFound";
  override readonly code = "tmux-not-found";
}

/** The session or pane does not exist. */
export class SessionNotFound extends SubstrateError {
  override readonly name = "SessionNotFound";
  override readonly code = "session-not-found";
}

/** The name is in use. */
export class SessionExists extends SubstrateError {
  override readonly name = "SessionExists";
  override readonly code = "session-exists";
}

/** The window has no room for another pane. */
export class PaneLimit extends SubstrateError {
  override readonly name = "PaneLimit";
  override readonly code = "pane-limit";
}

/** A number of lines must be an integer from 1 to 1,000,000. */
export class InvalidLines extends SubstrateError {
  override readonly name = "InvalidLines";
  override readonly code = "invalid-lines";
}

/** A name consists of ASCII letters, digits and `_.-`, at most 200 characters. */
export class InvalidSessionName extends SubstrateError {
  override readonly name = "InvalidSessionName";
  override readonly code = "invalid-session-name";
}

/** A command has at most 8192 bytes, and no control character except tab, line feed and carriage return. */
export class InvalidCommand extends SubstrateError {
  override readonly name = "InvalidCommand";
  override readonly code = "invalid-command";
}

/** No key has this name. */
export class InvalidKey extends SubstrateError {
  override readonly name = "InvalidKey";
  override readonly code = "invalid-key";
}

/** A size, direction, directory, variable or condition is invalid. */
export class InvalidArgument extends SubstrateError {
  override readonly name = "InvalidArgument";
  override readonly code = "invalid-argument";
}

/** The server cannot be reached, or was lost during the call: whether it carried out the call is unknown. */
export class NoServer extends SubstrateError {
  override readonly name = "NoServer";
  override readonly code = "no-server";
}

/** The other machine cannot be reached now, or does not answer as it should. Its sessions continue there. */
export class HostUnreachable extends SubstrateError {
  override readonly name = "HostUnreachable";
  override readonly code = "host-unreachable";
}

/** The program could not be started: the program or its directory does not exist. tmux does not report this. */
export class StartFailed extends SubstrateError {
  override readonly name = "StartFailed";
  override readonly code = "start-failed";
}

/** The application did not read the typed text in time, and Enter was not pressed. tmux does not report this. */
export class NotTaken extends SubstrateError {
  override readonly name = "NotTaken";
  override readonly code = "not-taken";
}

/** This backend does not support the operation. */
export class Unsupported extends SubstrateError {
  override readonly name = "Unsupported";
  override readonly code = "unsupported";
}
