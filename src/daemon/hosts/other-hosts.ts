import { dirname, join } from "node:path";
import type { CliHosts } from "../../cli/context.ts";
import { HostView } from "../../cli/hosts/host-view.ts";
import { ownAgentsDirectory } from "../../cli/own-agents.ts";
import { routeCall } from "../../cli/route-call.ts";
import { MuxError } from "../../core/errors.ts";
import { askHost } from "../../hosts/ask-host.ts";
import { FarLinks } from "../../hosts/far-links.ts";
import { FollowedCall } from "../../hosts/followed-call.ts";
import type { HostLink } from "../../hosts/host-link.ts";
import { HostLinks } from "../../hosts/host-links.ts";
import { HostsFile } from "../../hosts/hosts-file.ts";
import { type CallRelay, RelayedCall, type RelayedClient, rejectCall } from "../../hosts/relayed-call.ts";
import { LEVEL } from "../../protocol/version.ts";
import type { Hello } from "../../wire/client-wire.ts";
import type { DaemonPaths } from "../paths.ts";
import { randomId } from "../system/random-id.ts";

/** Both sides of other machines: the hosts that this daemon reaches, and the links of daemons that it is a host of. */
export class OtherHosts {
  readonly #links: HostLinks;
  readonly #far: FarLinks;
  /** A host that was changed has another link, and so another view. */
  readonly #views = new WeakMap<HostLink, HostView>();

  constructor({ stateDir, socket }: DaemonPaths, version: string) {
    const configuration = dirname(ownAgentsDirectory(process.env));
    this.#links = new HostLinks(
      new HostsFile(join(configuration, "hosts.json")),
      join(stateDir, "link-origin"),
    );
    this.#far = new FarLinks({ socketPath: socket, version, level: LEVEL });
  }

  /** Takes over a call of `mullion` that is about another host. */
  relay(hello: Hello, client: RelayedClient): CallRelay | undefined {
    if (hello.program !== "mullion") return undefined;
    try {
      const route = routeCall(hello.argv, () => this.#links.file.all());
      if (!route) return undefined;
      const { host, ...rest } = route;
      return new RelayedCall({ hello, client, link: this.#links.to(host), ...rest });
    } catch (error) {
      if (!(error instanceof MuxError)) throw error;
      return rejectCall(client, error.message);
    }
  }

  get forVerbs(): CliHosts {
    const links = this.#links;
    return {
      file: links.file,
      link: (name) => links.to(name),
      views: () => links.all().map((link) => this.#viewOf(link)),
      drop: (name) => links.drop(name),
      follow: (name, call) => new FollowedCall(links.to(name), { ...call, requestId: randomId }),
      ask: (name, question) => askHost(links.to(name), { ...question, requestId: randomId() }),
      serve: (invocation) => this.#far.serve(invocation),
    };
  }

  #viewOf(link: HostLink): HostView {
    const known = this.#views.get(link);
    if (known) return known;
    const view = new HostView(link, randomId);
    this.#views.set(link, view);
    return view;
  }

  stop(): void {
    this.#links.stop();
    this.#far.stop();
  }
}
