import { defineCommand } from "../define-command.ts";

export const suspendClient = defineCommand({
  name: "suspend-client",
  alias: "suspendc",
  flags: "t:",
  max: 0,
  usage: "[-t target-client]",
  client: "t",
  run({ client, door }) {
    (door.faces.of(client!) ?? door.controls.of(client!))?.suspend();
  },
});
