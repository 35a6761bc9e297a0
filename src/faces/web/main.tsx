import { render } from "solid-js/web";
import { Page } from "./page.tsx";

render(() => <Page />, document.getElementById("page")!);
