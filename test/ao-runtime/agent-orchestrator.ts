/**
 * What Agent Orchestrator's core declares of plugins, as far as a runtime plugin meets it (0.2 and later; what is marked
 * as newer came after that). Written down from its documentation and its published types, to hold our plugin against.
 */
export type PluginSlot = "runtime" | "agent" | "workspace" | "tracker" | "scm" | "notifier" | "terminal";

export interface PluginManifest {
  name: string;
  slot: PluginSlot;
  description: string;
  version: string;
  /** Newer. */
  displayName?: string;
}

export interface PluginModule<T = unknown> {
  manifest: PluginManifest;
  create(config?: Record<string, unknown>): T;
  /** Newer. */
  detect?(): boolean;
}

export interface Runtime {
  readonly name: string;
  create(config: RuntimeCreateConfig): Promise<RuntimeHandle>;
  destroy(handle: RuntimeHandle): Promise<void>;
  sendMessage(handle: RuntimeHandle, message: string): Promise<void>;
  getOutput(handle: RuntimeHandle, lines?: number): Promise<string>;
  isAlive(handle: RuntimeHandle): Promise<boolean>;
  getMetrics?(handle: RuntimeHandle): Promise<RuntimeMetrics>;
  getAttachInfo?(handle: RuntimeHandle): Promise<{
    type: "tmux" | "docker" | "ssh" | "web" | "process";
    target: string;
    command?: string;
  }>;
}

export interface RuntimeCreateConfig {
  sessionId: string;
  workspacePath: string;
  launchCommand: string;
  environment: Record<string, string>;
}

export interface RuntimeHandle {
  id: string;
  runtimeName: string;
  data: Record<string, unknown>;
}

export interface RuntimeMetrics {
  uptimeMs: number;
  memoryMb?: number;
  cpuPercent?: number;
}

/** How its registry takes an imported module: a plugin itself, or one as its default export. */
export function pluginOf(imported: unknown): PluginModule | undefined {
  const candidates = [imported, (imported as { default?: unknown })?.default];
  return candidates.find(
    (each): each is PluginModule =>
      typeof each === "object" &&
      each !== null &&
      "manifest" in each &&
      typeof (each as PluginModule).create === "function",
  );
}
