import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { AGENT_STATES } from "../../core/agent/agent-state.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { HttpHost } from "./host.ts";

interface Measure {
  readonly name: string;
  readonly kind: "gauge" | "counter";
  readonly help: string;
  readonly values: readonly (readonly [labels: string, value: number])[];
}

/** Lag is measured while a client reads it, and for this long afterwards. */
const LAG_KEPT_MS = 5 * 60_000;
const LAG_RESOLUTION_MS = 20;

/** The metrics in Prometheus' text format. */
export class Metrics {
  static readonly TYPE = "text/plain; version=0.0.4; charset=utf-8";
  readonly #host: HttpHost;
  readonly #load: () => Readonly<Record<string, number>>;
  readonly #answers = new Map<number, number>();
  #lag: IntervalHistogram | undefined;
  #lagEnds: NodeJS.Timeout | undefined;

  /** `load` returns what is in progress at the door, by kind. */
  constructor(host: HttpHost, load: () => Readonly<Record<string, number>>) {
    this.#host = host;
    this.#load = load;
  }

  answered(status: number): void {
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1);
  }

  async text(): Promise<string> {
    const lag = await this.#measureLag();
    return this.#measures(lag).map(format).join("");
  }

  #measures(lag: IntervalHistogram): Measure[] {
    const { version } = this.#host;
    const servers = this.#host.servers().map(({ mux }) => mux.server);
    const panes = servers.flatMap((server) => [...server.panes.values()]);
    const sessions = servers.flatMap((server) => [...server.sessions.keys()]);
    const windows = servers.flatMap((server) => [...server.windows.keys()]);
    const clients = servers.flatMap((server) => server.clients);
    const vitals = this.#host.vitals();
    const dead = panes.filter(({ exit }) => exit).length;
    return [
      gauge("mullion_build", "Always 1; the version is a label.", [[`version="${version}"`, 1]]),
      gauge("mullion_servers", "tmux servers.", servers.length),
      gauge("mullion_sessions", "Sessions on all servers.", sessions.length),
      gauge("mullion_windows", "Windows on all servers.", windows.length),
      gauge("mullion_panes", "Panes on all servers.", [
        ['state="running"', panes.length - dead],
        ['state="exited"', dead],
      ]),
      gauge("mullion_agents", "Panes by the state of their program.", agentCounts(panes)),
      gauge("mullion_clients", "Attached terminals.", clients.length),
      counter("mullion_output_bytes_total", "Bytes that panes printed.", vitals.outputBytes),
      counter("mullion_calls_total", "Calls of tmux and mullion.", vitals.calls),
      counter(
        "mullion_http_answers_total",
        "Answers of the HTTP door.",
        [...this.#answers].map(([status, count]) => [`status="${status}"`, count]),
      ),
      gauge(
        "mullion_http_current",
        "What is going on at the HTTP door.",
        Object.entries(this.#load()).map(([kind, count]) => [`kind="${kind}"`, count]),
      ),
      gauge("mullion_journals_troubled", "Journals kept in memory only.", vitals.troubledJournals),
      gauge(
        "mullion_records_troubled",
        "1 while records are kept in memory only.",
        vitals.recordsTroubled ? 1 : 0,
      ),
      gauge("process_resident_memory_bytes", "Resident memory of the daemon.", process.memoryUsage.rss()),
      counter("process_cpu_seconds_total", "CPU time of the daemon.", cpuSeconds()),
      gauge("process_start_time_seconds", "When the daemon started.", Date.now() / 1000 - process.uptime()),
      gauge(
        "mullion_event_loop_lag_seconds",
        "How late the event loop was, since the last time it was asked.",
        [
          ['quantile="0.5"', seconds(lag.percentile(50))],
          ['quantile="0.99"', seconds(lag.percentile(99))],
          ['quantile="1"', seconds(lag.max)],
        ],
      ),
    ];
  }

  /** The histogram costs a timer, so it runs only while a client reads it. */
  async #measureLag(): Promise<IntervalHistogram> {
    clearTimeout(this.#lagEnds);
    this.#lagEnds = setTimeout(() => {
      this.#lag?.disable();
      this.#lag = undefined;
    }, LAG_KEPT_MS).unref();
    if (!this.#lag) {
      this.#lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
      this.#lag.enable();
    }
    const lag = this.#lag;
    while (lag.count === 0) await new Promise((resolve) => setTimeout(resolve, LAG_RESOLUTION_MS));
    setImmediate(() => lag.reset());
    return lag;
  }
}

type Values = number | Measure["values"];

function gauge(name: string, help: string, values: Values): Measure {
  return { name, kind: "gauge", help, values: typeof values === "number" ? [["", values]] : values };
}

function counter(name: string, help: string, values: Values): Measure {
  return { ...gauge(name, help, values), kind: "counter" };
}

function format({ name, kind, help, values }: Measure): string {
  const lines = values.map(([labels, value]) => `${name}${labels === "" ? "" : `{${labels}}`} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join("")}`;
}

/** Every state, also those that no pane is in. */
function agentCounts(panes: readonly Pane[]): Measure["values"] {
  const states = panes.map((pane) => pane.window.server.agents.of(pane).state);
  return AGENT_STATES.map((state) => [`state="${state}"`, states.filter((each) => each === state).length]);
}

/** The histogram records whole intervals; only the part beyond the resolution is lag. */
function seconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - LAG_RESOLUTION_MS / 1e3);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
