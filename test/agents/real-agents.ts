import type { AgentState } from "../../src/core/agent/agent-state.ts";

/** An agent that npm brings, and how it is led to the stand-in instead of its own service. */
export interface RealAgent {
  readonly name: string;
  /** Package and version: screens change with versions. */
  readonly package: string;
  readonly argv: readonly string[];
  environment(url: string): Readonly<Record<string, string>>;
  /** Files in the agent's home, by path. */
  files(url: string): Readonly<Record<string, string>>;
  /** The states that its hooks report, after `mullion integrate`. Undefined: the test does not integrate it. */
  readonly reports?: readonly AgentState[];
  /** Texts of questions at its start that Enter alone does not accept, and the answers to them. */
  readonly answers?: Readonly<Record<string, string>>;
  /** The service that lets it answer only after a login, so that it gets no further than its first request. */
  readonly needsLogin?: string;
}

const json = (value: unknown) => JSON.stringify(value);
const quiet = { privacy: { usageStatisticsEnabled: false }, telemetry: { enabled: false } };

export const REAL_AGENTS: readonly RealAgent[] = [
  {
    name: "claude",
    package: "@anthropic-ai/claude-code@2.1.327",
    // Its automatic mode asks for no permission.
    argv: ["claude", "--permission-mode", "default"],
    environment: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: "stand-in",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    }),
    files: () => ({ ".claude.json": json({ hasCompletedOnboarding: true, theme: "dark" }) }),
    answers: { "Yes, I trust this folder": "2" },
    reports: ["working", "waiting", "done", "failed"],
  },
  {
    name: "codex",
    package: "@openai/codex@0.169.0",
    argv: ["codex", "--no-daemon"],
    environment: () => ({ OPENAI_API_KEY: "stand-in" }),
    files: (url) => ({
      ".codex/config.toml": [
        'model = "gpt-5"',
        'model_provider = "standin"',
        'approval_policy = "on-request"',
        "check_for_update_on_startup = false",
        "[model_providers.standin]",
        'name = "standin"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "OPENAI_API_KEY"',
        "",
      ].join("\n"),
    }),
    answers: { "Trust all and continue": "2" },
    reports: ["working", "waiting", "done"],
  },
  {
    name: "gemini",
    package: "@google/gemini-cli@0.61.0",
    argv: ["gemini"],
    environment: (url) => ({ GEMINI_API_KEY: "stand-in", GOOGLE_GEMINI_BASE_URL: url }),
    files: () => ({
      ".gemini/settings.json": json({
        security: { auth: { selectedType: "gemini-api-key" } },
        general: { enableAutoUpdate: false },
        ...quiet,
      }),
    }),
    reports: ["working", "waiting", "done"],
  },
  {
    name: "qwen",
    package: "@qwen-code/qwen-code@0.24.4",
    argv: ["qwen"],
    environment: (url) => ({
      OPENAI_API_KEY: "stand-in",
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: "stand-in",
    }),
    files: () => ({
      ".qwen/settings.json": json({
        security: { auth: { selectedType: "openai" } },
        general: { disableAutoUpdate: true },
        ...quiet,
      }),
    }),
  },
  {
    name: "opencode",
    package: "opencode-ai@1.18.33",
    argv: ["opencode"],
    environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1" }),
    files: (url) => ({
      ".config/opencode/opencode.json": json({
        provider: {
          standin: {
            npm: "@ai-sdk/openai-compatible",
            name: "standin",
            options: { baseURL: `${url}/v1`, apiKey: "stand-in" },
            models: { "stand-in": { name: "stand-in" } },
          },
        },
        model: "standin/stand-in",
        permission: { bash: "ask", edit: "ask" },
      }),
    }),
    reports: ["working", "waiting", "done", "failed"],
  },
  {
    name: "copilot",
    package: "@github/copilot@1.0.102",
    argv: ["copilot"],
    environment: () => ({ COPILOT_AUTO_UPDATE: "false" }),
    files: () => ({}),
    needsLogin: "GitHub",
  },
];
