import { type Buffer, bufferSample } from "../../buffers/buffer-stack.ts";
import { numeral, seconds, type Variable, type VariableGroup } from "./variable.ts";

export const bufferVariables: VariableGroup = {
  buffer_created: ofBuffer((buffer) => seconds(buffer.created)),
  buffer_name: ofBuffer((buffer) => buffer.name),
  buffer_sample: ofBuffer((buffer) => bufferSample(buffer.data)),
  buffer_size: ofBuffer((buffer) => numeral(buffer.data.length)),
};

function ofBuffer(read: (buffer: Buffer) => string | number | undefined): Variable {
  return ({ buffer, server }) => {
    const shown = buffer ?? server.buffers.top();
    return shown && read(shown);
  };
}
