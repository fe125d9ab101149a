/** The title of the window. */
import { useEffect } from 'preact/hooks';
import { say } from '../words.ts';

/** Shows what the page is called. */
export function useTitle(title: string): void {
  const whole = `${title} · ${say('preview')}`;
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
