/** What stands at an address that has no page or no product. */
import { type TextId, translate } from '../interface-texts.ts';
import { useTitle } from './use-title.ts';

export function NotFound({ word }: { word: TextId }) {
  useTitle(translate(word));
  return (
    <>
      <h1>{translate(word)}</h1>
      <p class="waiting">
        <a href="/preview">← {translate('allProducts')}</a>
      </p>
    </>
  );
}
