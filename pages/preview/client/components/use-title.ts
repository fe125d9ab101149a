/** A hook for the title of the window. */
import { useEffect } from 'preact/hooks';
import { translate } from '../interface-texts.ts';

/** Sets the title of the browser window to `title`, followed by the name of the preview. */
export function useTitle(title: string): void {
  const windowTitle = `${title} · ${translate('preview')}`;
  useEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);
}
