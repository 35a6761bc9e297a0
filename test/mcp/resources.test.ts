import type { Client } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { openMcp, resultOf } from "./mcp-client.ts";

const daemon = daemonForAll();
const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

interface Watching {
  readonly client: Client;
  readonly updated: string[];
  lists: number;
}

async function watching(over: "stdio" | "http", era: "legacy" | "modern", team: string): Promise<Watching> {
  const client = await openMcp(daemon, over, { era, team });
  clients.push(client);
  const seen: Watching = { client, updated: [], lists: 0 };
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params }) => void seen.updated.push(params.uri),
  );
  client.setNotificationHandler("notifications/resources/list_changed", () => void seen.lists++);
  return seen;
}

async function subscribe({ client }: Watching, era: "legacy" | "modern", uris: string[]): Promise<void> {
  if (era === "modern") await client.listen({ resourceSubscriptions: uris, resourcesListChanged: true });
  else for (const uri of uris) await client.subscribeResource({ uri });
}

describe.each([
  ["stdio", "legacy"],
  ["stdio", "modern"],
  ["http", "modern"],
] as const)("over %s, %s", (over, era) => {
  test("panes are resources, and their changes are notified and coalesced", async () => {
    const seen = await watching(over, era, `watching ${over} ${era}`);
    const { client } = seen;
    const { id } = await resultOf(client, "spawn", { command: ["cat"], name: "watched" });
    const uri = `mullion://pane/${id}`;
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toEqual(["mullion://panes", uri]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual([
      "mullion://pane/{pane}",
      "mullion://pane/{pane}/history",
    ]);
    await subscribe(seen, era, [uri, "mullion://panes"]);
    await resultOf(client, "send_text", { pane: id, text: "news", submit: true });
    await waitFor(() => seen.updated.includes(uri), "the update of the screen");
    expect(await client.readResource({ uri })).toMatchObject({ contents: [{ uri, text: "news\nnews" }] });

    seen.updated.length = 0;
    const started = Date.now();
    for (let line = 0; line < 40; line++)
      await resultOf(client, "send_text", { pane: id, text: `${line}`, submit: true });
    await resultOf(client, "wait", { pane: id, until: "regex", regex: "^39$" });
    await waitFor(() => seen.updated.includes(uri), "an update after many lines");
    const most = 2 + (Date.now() - started) / 250;
    expect(seen.updated.filter((each) => each === uri).length).toBeLessThanOrEqual(most);

    const lists = seen.lists;
    const another = (await resultOf(client, "spawn", { command: ["cat"] })).id;
    await waitFor(() => seen.lists > lists, "the change of the list");
    await waitFor(() => seen.updated.includes("mullion://panes"), "the update of the panes");
    for (const pane of [id, another]) await resultOf(client, "kill", { pane });
  });

  test("no change of a pane out of scope is notified", async () => {
    const team = `inside ${over} ${era}`;
    const outside = await openMcp(daemon, "stdio", { team: `outside ${over} ${era}` });
    clients.push(outside);
    const { id: foreign } = await resultOf(outside, "spawn", { command: ["cat"] });
    const seen = await watching(over, era, team);
    const { id } = await resultOf(seen.client, "spawn", { command: ["cat"] });
    const uris = [`mullion://pane/${foreign}`, `mullion://pane/${id}`];
    if (era === "legacy")
      await expect(seen.client.subscribeResource({ uri: uris[0]! })).rejects.toThrow(
        /no context .* in the team/,
      );
    await subscribe(seen, era, era === "legacy" ? [uris[1]!] : uris);
    await resultOf(outside, "send_text", { pane: foreign, text: "secret", submit: true });
    await resultOf(outside, "wait", { pane: foreign, until: "text", text: "secret" });
    await resultOf(seen.client, "send_text", { pane: id, text: "mine", submit: true });
    await waitFor(() => seen.updated.includes(uris[1]!), "the update of the own pane");
    expect(seen.updated).not.toContain(uris[0]);
    await resultOf(outside, "kill", { pane: foreign });
    await resultOf(seen.client, "kill", { pane: id });
  });
});

test("a client of 2025 over HTTP is not offered subscriptions, which need a connection", async () => {
  const client = await openMcp(daemon, "http", { era: "legacy" });
  clients.push(client);
  expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: false, subscribe: false });
});

test("what is no resource cannot be watched, and panes that ended count no more", async () => {
  const { client } = await watching("stdio", "legacy", "many");
  const watch = (uri: string) => client.subscribeResource({ uri });
  await expect(watch("mullion://pane/%zz")).rejects.toThrow('"%zz" names no pane');
  await expect(watch("https://example.org/")).rejects.toThrow("there is no resource");
  await expect(client.readResource({ uri: "mullion://pane/%zz" })).rejects.toThrow('"%zz" names no pane');
  const { id } = await resultOf(client, "spawn", { command: ["cat"], name: "watched" });
  // Each letter of an address may be written as its code.
  const written = (number: number) =>
    Array.from("watched", (letter, at) =>
      (number >> at) & 1 ? `%${Buffer.from(letter).toString("hex")}` : letter,
    );
  for (let number = 0; number < 128; number++)
    for (const rest of ["", "/history"]) await watch(`mullion://pane/${written(number).join("")}${rest}`);
  const { id: other } = await resultOf(client, "spawn", { command: ["cat"] });
  await expect(watch(`mullion://pane/${other}`)).rejects.toThrow("which is the limit");
  await resultOf(client, "kill", { pane: id });
  await waitFor(
    () =>
      watch(`mullion://pane/${other}`).then(
        () => true,
        () => false,
      ),
    "room for another",
  );
  await resultOf(client, "kill", { pane: other });
});
