/** A hook that sets the title of the document. */
import { useEffect } from 'preact/hooks';
import { extension } from './extension.ts';
import { text } from './texts.ts';

/** Sets the title of the document: the name of the page, if it has one, and that of the application. */
export function useTitle(title: string | undefined): void {
  const site = extension.site?.() ?? text('site');
  const whole = title ? `${title} · ${site}` : site;
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
