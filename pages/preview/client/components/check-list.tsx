/** The list of quality checks that products fail. */
import { useState } from 'preact/hooks';
import type { QualityResponse } from '../../responses.ts';
import { formatCount, translate } from '../interface-texts.ts';
import { currentUrl, setQueryValues } from '../location.ts';
import { calculateCheckCosts } from '../quality-list.ts';
import { checkTextsOf } from '../rule-texts.ts';
import { CodeText } from './code-text.tsx';
import { formatLostPoints } from './reason-list.tsx';

/** Number of checks shown until the user asks for all, so that the products below stay in view. */
const initialChecks = 6;

/**
 * Lists the failed checks, those that cost the most points first. A click on a check shows its remedy and filters the
 * products below to those that fail it.
 */
export function CheckList({ response }: { response: QualityResponse }) {
  const [showsAll, setShowsAll] = useState(false);
  const costs = calculateCheckCosts(response);
  const selected = currentUrl.value.searchParams.get('check');
  if (costs.length === 0) return <p class="all-good">{translate('nothingMissing')}</p>;
  return (
    <>
      <p class="hint">{translate('missingHint')}</p>
      <ul class="checks">
        {costs.map(({ id, products, points }, index) => {
          if (!showsAll && index >= initialChecks && id !== selected) return null;
          const check = response.checks.find((each) => each.id === id);
          if (check === undefined) return null;
          const { lack, remedy } = checkTextsOf(check);
          const isSelected = id === selected;
          return (
            <li key={id}>
              <button
                type="button"
                aria-pressed={isSelected}
                onClick={() => setQueryValues('check', isSelected ? [] : [id])}
              >
                <span class="points">{formatLostPoints(points)}</span>
                <span>{lack}</span>
                <span class="amount">{formatCount(products, 'productOne', 'productMore')}</span>
              </button>
              {isSelected && (
                <p class="remedy">
                  <CodeText text={remedy} />
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {!showsAll && costs.length > initialChecks && (
        <button type="button" class="quiet" onClick={() => setShowsAll(true)}>
          {translate('showMore', { count: costs.length - initialChecks })}
        </button>
      )}
    </>
  );
}
