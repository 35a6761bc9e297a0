import { bufferSample } from "../../buffers/buffer-sample.ts";
import { numeral, seconds, type VariableGroup } from "./variable.ts";

export const bufferVariables: VariableGroup = {
  buffer_created: ({ buffer }) => seconds(buffer?.created),
  buffer_name: ({ buffer }) => buffer?.name,
  buffer_sample: ({ buffer }) => buffer && bufferSample(buffer.data),
  buffer_size: ({ buffer }) => numeral(buffer?.data.length),
};
