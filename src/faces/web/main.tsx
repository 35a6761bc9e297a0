import { createEffect, createRoot } from "solid-js";
import { render } from "solid-js/web";
import { enter } from "./house/house.ts";
import { Page } from "./page.tsx";
import { shownTheme } from "./theme.ts";

createRoot(() =>
  createEffect(() => {
    document.documentElement.dataset.theme = shownTheme();
  }),
);
render(() => <Page />, document.getElementById("page")!);
void enter();
