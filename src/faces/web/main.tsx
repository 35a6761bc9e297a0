import { createEffect, createRoot } from "solid-js";
import { render } from "solid-js/web";
import { parseLoginLink } from "./connection/login-link.ts";
import { enter } from "./house/house.ts";
import { Page } from "./page.tsx";
import { ignoreStrayFiles } from "./shell/stray-files.ts";
import { shownTheme } from "./theme.ts";

createRoot(() =>
  createEffect(() => {
    document.documentElement.dataset.theme = shownTheme();
  }),
);
ignoreStrayFiles();
render(() => <Page />, document.getElementById("page")!);
void enter();
// A link that is opened in the tab of this page changes only what is behind the #: the browser loads nothing by itself.
addEventListener("hashchange", () => {
  if (parseLoginLink(location.hash)) location.reload();
});
