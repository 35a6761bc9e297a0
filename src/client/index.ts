export type { AnyEvent, EventName, EventParams } from "../protocol/events.ts";
export type { MethodName, ParamsInput, Result } from "../protocol/methods.ts";
export { BackendError } from "./backend-error.ts";
export type { CallOptions, Client, EventsOptions } from "./client.ts";
export { type ConnectOptions, connect } from "./connect.ts";
export type { Cursor } from "./cursor.ts";
export type { EventStream } from "./event-stream.ts";
export type { OpenTransport, Transport, TransportListener } from "./transport.ts";
