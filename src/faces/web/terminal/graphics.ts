/** Names of drivers that compute WebGL on the processor: those of Chromium, Mesa and Windows. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let found: boolean | undefined;

/**
 * Whether the browser has a graphics processor for WebGL. Without one it computes every pixel itself: a key takes twice
 * as long to its glyph as in rows of elements.
 */
export function hasGraphics(): boolean {
  found ??= probe();
  return found;
}

/** A browser gives only some contexts to a page, so this one is returned at once. */
function probe(): boolean {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!context) return false;
  const driver = context.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL;
  const name = String(context.getParameter(driver ?? context.RENDERER));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return !SOFTWARE.test(name);
}
