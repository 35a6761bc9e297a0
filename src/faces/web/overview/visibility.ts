/** Elements a little outside of the view count as visible, so that a scroll finds them drawn. */
const MARGIN = "120px";

const listeners = new WeakMap<Element, (isVisible: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Calls `listener` when the element comes into view or leaves it. One observer serves all elements. */
export function onVisible(element: Element, listener: (isVisible: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
  };
}
