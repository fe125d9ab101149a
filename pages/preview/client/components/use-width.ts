/** A hook for the width of an element. */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Returns the current width of an element in CSS pixels, or `first` until the width has been measured. */
export function useWidth(element: RefObject<HTMLElement | null>, first: number): number {
  const [width, setWidth] = useState(first);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
