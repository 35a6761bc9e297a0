import type { IBufferRange, ILinkHandler } from "@xterm/xterm";

/** Opens an address in a window that knows nothing of this page. Only web pages: other schemes can run programs. */
export function openLink(address: string): void {
  if (!/^https?:\/\//i.test(address)) return;
  window.open(address, "_blank", "noopener,noreferrer");
}

/**
 * Links that a program declares (OSC 8) may show one address and lead to another. `confirm` decides about a link whose text
 * is not its address; `onPoint` receives the address under the pointer.
 */
export function declaredLinks(parts: {
  readonly confirm: (address: string, text: string) => Promise<boolean>;
  readonly onPoint: (address: string | undefined) => void;
  readonly textAt: (range: IBufferRange) => string;
}): ILinkHandler {
  return {
    async activate(_event, address, range) {
      const text = parts.textAt(range).trim();
      if (isSame(text, address) || (await parts.confirm(address, text))) openLink(address);
    },
    hover: (_event, address) => parts.onPoint(address),
    leave: () => parts.onPoint(undefined),
    allowNonHttpProtocols: false,
  };
}

/** A shown address may lack its scheme or its last slash. */
export function isSame(text: string, address: string): boolean {
  const bare = (value: string) => value.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return bare(text) === bare(address);
}
