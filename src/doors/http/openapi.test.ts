import { expect, test } from "vitest";
import { methodNames } from "../../protocol/methods.ts";
import { openApi } from "./openapi.ts";

interface Operation {
  readonly summary: string;
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, { readonly description: string; readonly content: object }>;
}
const document = openApi("1.2.3") as {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<string, { readonly get?: Operation; readonly post?: Operation }>;
};
const operations = Object.entries(document.paths).flatMap(([path, { get, post }]) =>
  [get, post].flatMap((operation) => (operation ? [[path, operation] as const] : [])),
);

test("it is OpenAPI 3.1", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.info.version).toBe("1.2.3");
});

test("every method of the protocol is in it, and every method of terminals", () => {
  const posts = Object.keys(document.paths).filter((path) => document.paths[path]!.post);
  expect(posts.filter((path) => path.startsWith("/rpc/") && !path.startsWith("/rpc/terminal/"))).toEqual(
    [...methodNames, "mullion.command"].map((name) => `/rpc/${name}`),
  );
  expect(posts.filter((path) => path.startsWith("/rpc/terminal/")).map((path) => path.slice(14))).toEqual(
    "list create kill resize setParent sendInput screenText screenState attach onExit".split(" "),
  );
});

test("it has the page's requests", () => {
  const paths = Object.keys(document.paths).filter((path) => path.startsWith("/api/panes/"));
  const own = ["answer", "seen", "border", "files", "recording"].map((name) => `/api/panes/{id}/${name}`);
  expect(paths).toEqual(own);
  const ofHosts = Object.keys(document.paths).filter((path) => path.startsWith("/host/"));
  expect(ofHosts).toEqual([...own, "/rpc/mullion.command"].map((path) => `/host/{host}${path}`));
});

test.each(operations)("%s says what may come back", (_path, { summary, responses }) => {
  expect(summary).not.toBe("");
  expect(Object.keys(responses)).toEqual(
    expect.arrayContaining(["200", "400", "401", "403", "413", "429", "500"]),
  );
  for (const { description, content } of Object.values(responses)) {
    expect(description).not.toBe("");
    expect(Object.keys(content).length).toBeGreaterThan(0);
  }
});

test("unknown members are no fault of a request", () => {
  const bodies = operations.map(([, { requestBody }]) => JSON.stringify(requestBody ?? {}));
  expect(bodies.filter((body) => body.includes('"additionalProperties":false'))).toEqual([]);
});

test("every reference leads somewhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
  expect(references.length).toBeGreaterThan(0);
  for (const path of new Set(references)) {
    const found = path
      .split("/")
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
    expect(found, path).toBeDefined();
  }
});
