import { attachSession, hasSession } from "./commands/attach-session.ts";
import { bindKey, unbindKey } from "./commands/bind-key.ts";
import { breakPane } from "./commands/break-pane.ts";
import { capturePane } from "./commands/capture-pane.ts";
import { chooseBuffer, chooseClient, chooseTree, findWindow } from "./commands/choose-tree.ts";
import { clearHistory } from "./commands/clear-history.ts";
import { commandPrompt } from "./commands/command-prompt.ts";
import { confirmBefore } from "./commands/confirm-before.ts";
import { clockMode, copyMode } from "./commands/copy-mode.ts";
import { customizeMode } from "./commands/customize-mode.ts";
import { detachClient, suspendClient } from "./commands/detach-client.ts";
import { displayMenu } from "./commands/display-menu.ts";
import { displayMessage } from "./commands/display-message.ts";
import { displayPanes } from "./commands/display-panes.ts";
import { displayPopup } from "./commands/display-popup.ts";
import { ifShell } from "./commands/if-shell.ts";
import { joinPane, movePane } from "./commands/join-pane.ts";
import { killPane, killServer, killSession, killWindow, startServer, unlinkWindow } from "./commands/kill.ts";
import {
  listBuffers,
  listClients,
  listCommands,
  listPanes,
  listSessions,
  listWindows,
} from "./commands/list.ts";
import { listKeys } from "./commands/list-keys.ts";
import { lockClient, lockServer, lockSession } from "./commands/lock-server.ts";
import { linkWindow, moveWindow } from "./commands/move-window.ts";
import { newSession } from "./commands/new-session.ts";
import { newWindow } from "./commands/new-window.ts";
import { pasteBuffer } from "./commands/paste-buffer.ts";
import { pipePane } from "./commands/pipe-pane.ts";
import { refreshClient } from "./commands/refresh-client.ts";
import { renameSession, renameWindow } from "./commands/rename.ts";
import { resizePane, resizeWindow } from "./commands/resize-pane.ts";
import { respawnPane, respawnWindow } from "./commands/respawn.ts";
import { runShell } from "./commands/run-shell.ts";
import { nextLayout, previousLayout, selectLayout } from "./commands/select-layout.ts";
import { lastPane, selectPane } from "./commands/select-pane.ts";
import { lastWindow, nextWindow, previousWindow, selectWindow } from "./commands/select-window.ts";
import { sendKeys, sendPrefix } from "./commands/send-keys.ts";
import { serverAccess } from "./commands/server-access.ts";
import { deleteBuffer, loadBuffer, saveBuffer, setBuffer, showBuffer } from "./commands/set-buffer.ts";
import { setEnvironment, showEnvironment } from "./commands/set-environment.ts";
import { setHook, setOption, setWindowOption } from "./commands/set-option.ts";
import { showMessages } from "./commands/show-messages.ts";
import { showHooks, showOptions, showWindowOptions } from "./commands/show-options.ts";
import { clearPromptHistory, showPromptHistory } from "./commands/show-prompt-history.ts";
import { sourceFile } from "./commands/source-file.ts";
import { splitWindow } from "./commands/split-window.ts";
import { rotateWindow, swapPane, swapWindow } from "./commands/swap.ts";
import { switchClient } from "./commands/switch-client.ts";
import { waitFor } from "./commands/wait-for.ts";
import type { AnyCommandEntry } from "./parse-commands/command.ts";

/** Every command, in tmux's order, which list-commands and the choices of an ambiguous prefix show. */
export const commandTable: readonly AnyCommandEntry[] = [
  attachSession,
  bindKey,
  breakPane,
  capturePane,
  chooseBuffer,
  chooseClient,
  chooseTree,
  clearHistory,
  clearPromptHistory,
  clockMode,
  commandPrompt,
  confirmBefore,
  copyMode,
  customizeMode,
  deleteBuffer,
  detachClient,
  displayMenu,
  displayMessage,
  displayPopup,
  displayPanes,
  findWindow,
  hasSession,
  ifShell,
  joinPane,
  killPane,
  killServer,
  killSession,
  killWindow,
  lastPane,
  lastWindow,
  linkWindow,
  listBuffers,
  listClients,
  listCommands,
  listKeys,
  listPanes,
  listSessions,
  listWindows,
  loadBuffer,
  lockClient,
  lockServer,
  lockSession,
  movePane,
  moveWindow,
  newSession,
  newWindow,
  nextLayout,
  nextWindow,
  pasteBuffer,
  pipePane,
  previousLayout,
  previousWindow,
  refreshClient,
  renameSession,
  renameWindow,
  resizePane,
  resizeWindow,
  respawnPane,
  respawnWindow,
  rotateWindow,
  runShell,
  saveBuffer,
  selectLayout,
  selectPane,
  selectWindow,
  sendKeys,
  sendPrefix,
  serverAccess,
  setBuffer,
  setEnvironment,
  setHook,
  setOption,
  setWindowOption,
  showBuffer,
  showEnvironment,
  showHooks,
  showMessages,
  showOptions,
  showPromptHistory,
  showWindowOptions,
  sourceFile,
  splitWindow,
  startServer,
  suspendClient,
  swapPane,
  swapWindow,
  switchClient,
  unbindKey,
  unlinkWindow,
  waitFor,
];
