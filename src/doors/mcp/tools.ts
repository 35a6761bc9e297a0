import type { McpTool } from "./define-tool.ts";
import { answer } from "./tools/answer.ts";
import { explain } from "./tools/explain.ts";
import { kill } from "./tools/kill.ts";
import { list } from "./tools/list.ts";
import { read } from "./tools/read.ts";
import { record } from "./tools/record.ts";
import { search } from "./tools/search.ts";
import { sendKeys } from "./tools/send-keys.ts";
import { sendText } from "./tools/send-text.ts";
import { spawn } from "./tools/spawn.ts";
import { wait } from "./tools/wait.ts";

/** Every tool, in the order in which clients list them. */
export const tools: readonly McpTool[] = [
  list,
  read,
  answer,
  sendText,
  sendKeys,
  wait,
  spawn,
  kill,
  search,
  explain,
  record,
];
