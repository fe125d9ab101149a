/** The title of the window. */
import { useEffect } from 'preact/hooks';
import { translate } from '../interface-texts.ts';

/** Shows what the page is called. */
export function useTitle(title: string): void {
  const whole = `${title} · ${translate('preview')}`;
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
