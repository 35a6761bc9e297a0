/**
 * The contract of Agent Orchestrator for a runtime plugin, declared here. Nothing of its packages is imported, so that
 * the plugin works with every version that has this contract; test/ao-runtime compares it with the orchestrator's
 * declaration.
 */
export interface RuntimePlugin {
  readonly manifest: {
    readonly name: string;
    readonly slot: "runtime";
    readonly description: string;
    readonly version: string;
    readonly displayName: string;
  };
  create(config?: Record<string, unknown>): Runtime;
  /** Whether the runtime can run on this machine. */
  detect(): boolean;
}

export interface Runtime {
  readonly name: string;
  create(config: RuntimeCreateConfig): Promise<RuntimeHandle>;
  destroy(handle: RuntimeHandle): Promise<void>;
  sendMessage(handle: RuntimeHandle, message: string): Promise<void>;
  getOutput(handle: RuntimeHandle, lines?: number): Promise<string>;
  isAlive(handle: RuntimeHandle): Promise<boolean>;
  getMetrics(handle: RuntimeHandle): Promise<RuntimeMetrics>;
  getAttachInfo(handle: RuntimeHandle): Promise<Attachment>;
}

export interface RuntimeCreateConfig {
  sessionId: string;
  workspacePath: string;
  /** A command line for a shell. */
  launchCommand: string;
  environment: Record<string, string>;
}

/** The orchestrator stores the handle as JSON, and its other processes read it. */
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

export interface Attachment {
  type: "tmux" | "docker" | "ssh" | "web" | "process";
  target: string;
  command?: string;
}
