import { For, Show } from "solid-js";
import type { PagePane, PageWindow } from "../../../protocol/page.ts";
import { splitPlace } from "../connection/host-address.ts";
import { house } from "../house/house.ts";
import { StateMark } from "../parts/state-mark.tsx";
import { addressOf } from "../route.ts";
import { openShare } from "../share/subject.ts";
import * as actions from "./actions.ts";
import { Icon } from "./icons.tsx";
import { Menu, type MenuItem } from "./menu.tsx";
import {
  FONT_SIZES_PX,
  fontPx,
  forScreenReaders,
  hasTmuxKeys,
  readingPx,
  setFontPx,
  setForScreenReaders,
  setReadingPx,
  setTmuxKeys,
} from "./settings.ts";

interface WindowBarProps {
  readonly window: PageWindow;
  readonly pane: PagePane | undefined;
  readonly isOwner: boolean;
  readonly isWide: boolean;
  readonly isChoosing: boolean;
  onChoosing(on: boolean): void;
  onFit(): void;
  /** Something was chosen after which a person goes on typing. */
  onChosen(): void;
  onDo(work: Promise<unknown>): void;
}

/** The session's windows as tabs, and what can be done with the one on view. */
export function WindowBar(props: WindowBarProps) {
  const onPane = (work: (pane: PagePane) => Promise<unknown>) => () =>
    props.pane && props.onDo(work(props.pane));
  return (
    <div class="window-bar">
      <a class="button plain icon" href="#/" aria-label="Overview" title="Overview">
        ‹
      </a>
      <WindowTabs {...props} />
      <Show when={props.isOwner}>
        <span class="tools">
          <For each={["right", "down"] as const}>
            {(to) => (
              <button
                type="button"
                class="plain icon split"
                aria-label={`Split ${to}`}
                title={`Split ${to}`}
                onClick={onPane((pane) => actions.split(pane, to))}
              >
                <Icon name={to} />
              </button>
            )}
          </For>
          <button
            type="button"
            class="plain fit"
            title="Give the window the size of this page"
            onClick={() => {
              props.onFit();
              props.onChosen();
            }}
          >
            Fit
          </button>
          <Menu label="Window" items={() => windowItems(props)} onChosen={() => props.onChosen()}>
            <Icon name="more" />
          </Menu>
        </span>
      </Show>
    </div>
  );
}

function WindowTabs(props: WindowBarProps) {
  const windows = () =>
    house.windows.filter(
      ({ socket, session_id }) => socket === props.window.socket && session_id === props.window.session_id,
    );
  return (
    <nav class="window-tabs" aria-label={`Windows of ${props.window.session}`}>
      <span class="session cut">{props.window.session}</span>
      <For each={windows()}>
        {(window) => (
          <a
            href={addressOf({ view: "window", socket: window.socket, windowId: window.window_id })}
            aria-current={window.window_id === props.window.window_id ? "page" : undefined}
          >
            <Show when={needsYou(window)}>
              <StateMark state="waiting" />
            </Show>
            <span class="quiet">{window.index}</span> <span class="cut">{window.name}</span>
          </a>
        )}
      </For>
      <Show when={props.isOwner}>
        <button
          type="button"
          class="plain icon"
          aria-label="New window"
          title="New window"
          onClick={() => props.onDo(actions.newWindow(props.window))}
        >
          <Icon name="plus" />
        </button>
      </Show>
    </nav>
  );
}

const needsYou = ({ panes }: PageWindow) => panes.some((id) => house.panes[id]?.agent.state === "waiting");

function windowItems(props: WindowBarProps): MenuItem[] {
  const { window, onDo } = props;
  const [size, setSize] = props.isWide ? [fontPx, setFontPx] : [readingPx, setReadingPx];
  const larger = (step: number) =>
    setSize(Math.max(FONT_SIZES_PX.least, Math.min(FONT_SIZES_PX.most, size() + step)));
  const { socket, session_id: id, session: name } = window;
  const share = {
    label: "Share the session…",
    run: () => openShare({ kind: "session", socket, id, name }),
  };
  return [
    // A link shows what this daemon has.
    ...(splitPlace(socket).host ? [] : [share]),
    { label: "Rename the window…", run: () => onDo(actions.rename(window)) },
    {
      label: "Type into several panes",
      checked: props.isChoosing,
      run: () => props.onChoosing(!props.isChoosing),
    },
    { label: "tmux keys", checked: hasTmuxKeys(), run: () => setTmuxKeys(!hasTmuxKeys()) },
    {
      label: "Screen reader",
      checked: forScreenReaders(),
      run: () => setForScreenReaders(!forScreenReaders()),
    },
    { label: "Larger text", hint: `${size()} px`, run: () => larger(1) },
    { label: "Smaller text", run: () => larger(-1) },
    { label: "Size of this page", run: () => props.onFit() },
    { label: "Size of its terminals", run: () => onDo(actions.unfit(window)) },
    ...actions.LAYOUTS.map((layout) => ({
      label: `Layout ${layout}`,
      run: () => onDo(actions.arrange(window, layout)),
    })),
  ];
}
