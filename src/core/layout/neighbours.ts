export type PaneDirection = "left" | "right" | "up" | "down";
