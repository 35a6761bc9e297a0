import { expectTypeOf, test } from "vitest";
import type {
  Condition,
  CreateMullionOptions,
  CreateTmuxOptions,
  createSubstrate,
  MullionSubstrate,
  Pane,
  PaneTarget,
  Session,
  SessionExists,
  Substrate,
  SubstrateError,
  SubstrateErrorCode,
  SubstrateEvent,
  TmuxSubstrate,
} from "../../src/library/index.ts";

/** Checked by `npm run typecheck`: what callers compile against. */
test("both backends are a Substrate, and can be exchanged", () => {
  expectTypeOf<MullionSubstrate>().toExtend<Substrate>();
  expectTypeOf<TmuxSubstrate>().toExtend<Substrate>();
  expectTypeOf<typeof createSubstrate>().toBeCallableWith();
  expectTypeOf<typeof createSubstrate>().toBeCallableWith({ backend: "tmux", socketName: "x" });
  expectTypeOf<CreateMullionOptions>().not.toExtend<CreateTmuxOptions>();
  expectTypeOf<{ backend: "screen" }>().not.toExtend<CreateMullionOptions | CreateTmuxOptions>();
  expectTypeOf<{ socketName: string }>().not.toExtend<CreateTmuxOptions>();
});

test("every call takes a signal, in its last place", () => {
  type Last<T extends unknown[]> = Required<T> extends [...unknown[], infer L] ? L : never;
  type Calls = Omit<Substrate, "backend" | "close">;
  type Options = { [K in keyof Calls]-?: NonNullable<Last<Parameters<Calls[K]>>> };
  expectTypeOf<Options[keyof Options]>().toExtend<{ readonly signal?: AbortSignal | undefined }>();
});

test("a session and a pane are targets; a session's name is not a pane", () => {
  expectTypeOf<Session>().toExtend<PaneTarget>();
  expectTypeOf<Pane>().toExtend<PaneTarget>();
  expectTypeOf<Parameters<Substrate["sendCommand"]>[0]>().toEqualTypeOf<string | PaneTarget>();
  expectTypeOf<Parameters<Substrate["destroyPane"]>[0]>().toEqualTypeOf<PaneTarget>();
  expectTypeOf<Parameters<Substrate["destroySession"]>[0]>().toEqualTypeOf<string>();
});

test("conditions are one of five, and events are told apart by their type", () => {
  expectTypeOf<{ text: string }>().toExtend<Condition>();
  expectTypeOf<{ exit: false }>().not.toExtend<Condition>();
  expectTypeOf<{ sleep: number }>().not.toExtend<Condition>();
  expectTypeOf<SubstrateEvent["type"]>().toEqualTypeOf<"created" | "output" | "exited" | "gap" | "lost">();
  expectTypeOf<Extract<SubstrateEvent, { type: "output" }>["data"]>().toEqualTypeOf<Uint8Array>();
});

test("errors are one family, each with its code", () => {
  expectTypeOf<SessionExists>().toExtend<SubstrateError>();
  expectTypeOf<SessionExists["code"]>().toEqualTypeOf<"session-exists">();
  expectTypeOf<SubstrateError["code"]>().toEqualTypeOf<SubstrateErrorCode>();
});
