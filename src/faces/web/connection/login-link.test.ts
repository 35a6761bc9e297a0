import { expect, test } from "vitest";
import { loginBody, parseLoginLink } from "./login-link.ts";

test("reads the code or the secret behind the # of a link", () => {
  expect(parseLoginLink("#login=aB-_9")).toEqual({ kind: "login", code: "aB-_9" });
  expect(parseLoginLink("#share=xyz")).toEqual({ kind: "share", secret: "xyz", view: "#/" });
});

test("a share link may name the view that it opens", () => {
  const view = "#/p/1/past";
  expect(parseLoginLink("#share=xyz/p/1/past")).toEqual({ kind: "share", secret: "xyz", view });
});

test.each(["", "#", "#/", "#/p/1", "#login=", "#login=a b", "#other=x"])("%j is no link", (fragment) => {
  expect(parseLoginLink(fragment)).toBeUndefined();
});

test("sends either half under its own name", () => {
  expect(JSON.parse(loginBody({ kind: "login", code: "c" }))).toEqual({ code: "c" });
  expect(JSON.parse(loginBody({ kind: "share", secret: "s", view: "#/" }))).toEqual({ share: "s" });
});
