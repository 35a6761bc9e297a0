/** A file that is dropped where nothing takes it does nothing. Otherwise the browser would load it in place of the page. */
export function ignoreStrayFiles(): void {
  addEventListener("dragover", ignore);
  addEventListener("drop", ignore);
}

function ignore(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
  // A field for files takes them by itself.
  if (event.target instanceof Element && event.target.matches("input[type=file]")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}
