/** The page shown for a URL to which no page or product belongs. */
import { type TextId, translate } from '../interface-texts.ts';
import { useTitle } from './use-title.ts';

/** Shows the text `textId` as heading and window title, and a link to all products. */
export function NotFound({ textId }: { textId: TextId }) {
  useTitle(translate(textId));
  return (
    <>
      <h1>{translate(textId)}</h1>
      <p class="waiting">
        <a href="/preview">← {translate('allProducts')}</a>
      </p>
    </>
  );
}
