import type { Verb } from "./verb.ts";
import { agents } from "./verbs/agents.ts";
import { answer } from "./verbs/answer.ts";
import { attach } from "./verbs/attach.ts";
import { capture } from "./verbs/capture.ts";
import { candidates, complete } from "./verbs/complete.ts";
import { completion } from "./verbs/completion.ts";
import { conformance } from "./verbs/conformance.ts";
import { connect } from "./verbs/connect.ts";
import { doctor } from "./verbs/doctor.ts";
import { down, shutdown } from "./verbs/down.ts";
import { ending } from "./verbs/ending.ts";
import { explain } from "./verbs/explain.ts";
import { gc } from "./verbs/gc.ts";
import { help } from "./verbs/help.ts";
import { host } from "./verbs/host.ts";
import { integrate } from "./verbs/integrate.ts";
import { kill } from "./verbs/kill.ts";
import { logs } from "./verbs/logs.ts";
import { ls } from "./verbs/ls.ts";
import { mcp } from "./verbs/mcp.ts";
import { open } from "./verbs/open.ts";
import { place } from "./verbs/place.ts";
import { record } from "./verbs/record.ts";
import { rename } from "./verbs/rename.ts";
import { replay } from "./verbs/replay.ts";
import { report } from "./verbs/report.ts";
import { reportPanes } from "./verbs/report-panes.ts";
import { restore } from "./verbs/restore.ts";
import { run } from "./verbs/run.ts";
import { search } from "./verbs/search.ts";
import { send } from "./verbs/send.ts";
import { serve } from "./verbs/serve.ts";
import { service } from "./verbs/service.ts";
import { share, shares } from "./verbs/share.ts";
import { shim } from "./verbs/shim.ts";
import { token } from "./verbs/token.ts";
import { top } from "./verbs/top.ts";
import { up } from "./verbs/up.ts";
import { upgrade } from "./verbs/upgrade.ts";
import { version } from "./verbs/version.ts";
import { wait } from "./verbs/wait.ts";
import { expectLogin, web } from "./verbs/web.ts";

/** All verbs, in the order of `mullion help`. */
export const verbs: readonly Verb[] = [
  run,
  attach,
  agents,
  ls,
  capture,
  send,
  answer,
  wait,
  explain,
  report,
  integrate,
  kill,
  rename,
  restore,
  logs,
  record,
  replay,
  search,
  top,
  gc,
  up,
  down,
  upgrade,
  service,
  serve,
  ending,
  shim,
  web,
  share,
  token,
  host,
  place,
  connect,
  mcp,
  conformance,
  doctor,
  version,
  help(() => verbs),
  completion(() => verbs),
  complete,
  candidates,
  reportPanes,
  open,
  expectLogin,
  shares,
  shutdown,
];
