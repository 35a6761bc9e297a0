/**
 * xterm.js writes its rules into <style> elements, and the colours of single cells into style attributes. The page's
 * content security policy forbids both, as it forbids every inline style. It allows rules that a script gives to a
 * constructed style sheet, and properties that a script sets. From this call on, the document turns the former into the
 * latter, so that the policy needs no exception. xterm.js takes its elements from the page's document even if it is given
 * another one, hence the change to the document itself.
 */
export function avoidInlineStyles(): void {
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name === "style" ? "span" : name, options);
    if (name === "style") return sheetElement(element);
    if (name === "span") element.setAttribute = setAttribute;
    return element;
  };
}

const create = Document.prototype.createElement.bind(document);

function setAttribute(this: HTMLElement, name: string, value: string): void {
  if (name === "style") this.style.cssText = value;
  else Element.prototype.setAttribute.call(this, name, value);
}

/** An invisible element whose text is a style sheet of the document. The sheet leaves the document with the element. */
function sheetElement(element: HTMLElement): HTMLElement {
  const sheet = new CSSStyleSheet();
  element.hidden = true;
  document.adoptedStyleSheets.push(sheet);
  Object.defineProperty(element, "textContent", { set: (css: string) => sheet.replaceSync(css) });
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    Element.prototype.remove.call(element);
  };
  return element;
}
