import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";

export const suspendClient = defineCommand({
  name: "suspend-client",
  alias: "suspendc",
  flags: "t:",
  max: 0,
  usage: "[-t target-client]",
  client: "t",
  run({ client, door }) {
    const face = door.faces.of(client!);
    if (!face) throw new CommandError("suspend-client is not supported: a control client has no terminal");
    face.suspend();
  },
});
