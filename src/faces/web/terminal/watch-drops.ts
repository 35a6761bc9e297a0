interface DropWatch {
  onImage(image: File): void;
  /** A file that is no image was dropped. */
  onOtherFile(name: string): void;
}

/** Takes files that a person drops on a terminal. The listeners end with the element. */
export function watchDrops(element: HTMLElement, watch: DropWatch): void {
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    // The pointer shows that the file stays where it is.
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  element.addEventListener("drop", (event) => {
    const [first, ...others] = event.dataTransfer?.files ?? [];
    if (!first) return;
    // The browser would load the file in place of the page.
    event.preventDefault();
    const image = [first, ...others].find(({ type }) => type.startsWith("image/"));
    if (image) watch.onImage(image);
    else watch.onOtherFile(first.name);
  });
}
