import { ProtocolError } from "../protocol/errors.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";

/** Throws "unsupported-version" for an initialize that asks for a version of the proposal that we do not speak. */
export function checkVersion(asked: string): void {
  if (asked === PROTOCOL_VERSION) return;
  const sentence = `protocol_version ${JSON.stringify(asked.slice(0, 64))} is not spoken here, but ${PROTOCOL_VERSION}`;
  throw new ProtocolError("unsupported-version", sentence, { supported: [PROTOCOL_VERSION] });
}
