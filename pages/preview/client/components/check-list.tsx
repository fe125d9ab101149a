/** What products lack, the dearest first; one that is chosen is what the products below lack. */
import { useState } from 'preact/hooks';
import type { QualityResponse } from '../../responses.ts';
import { formatCount, translate } from '../interface-texts.ts';
import { currentUrl, setQueryValues } from '../location.ts';
import { calculateCheckCosts } from '../quality-list.ts';
import { checkTextsOf } from '../rule-texts.ts';
import { CodeText } from './code-text.tsx';
import { pointWords } from './reason-list.tsx';

/** Checks that are shown at first: products stand below. */
const shownFirst = 6;

export function CheckList({ answer }: { answer: QualityResponse }) {
  const [isWhole, setWhole] = useState(false);
  const costs = calculateCheckCosts(answer);
  const chosen = currentUrl.value.searchParams.get('check');
  if (costs.length === 0) return <p class="all-good">{translate('nothingMissing')}</p>;
  return (
    <>
      <p class="hint">{translate('missingHint')}</p>
      <ul class="checks">
        {costs.map(({ id, products, points }, index) => {
          if (!isWhole && index >= shownFirst && id !== chosen) return null;
          const check = answer.checks.find((each) => each.id === id);
          if (check === undefined) return null;
          const { lack, remedy } = checkTextsOf(check);
          const isChosen = id === chosen;
          return (
            <li key={id}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => setQueryValues('check', isChosen ? [] : [id])}
              >
                <span class="points">{pointWords(points)}</span>
                <span>{lack}</span>
                <span class="amount">{formatCount(products, 'productOne', 'productMore')}</span>
              </button>
              {isChosen && (
                <p class="remedy">
                  <CodeText text={remedy} />
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {!isWhole && costs.length > shownFirst && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {translate('showMore', { count: costs.length - shownFirst })}
        </button>
      )}
    </>
  );
}
