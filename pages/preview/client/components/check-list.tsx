/** What products lack, the dearest first; one that is chosen is what the products below lack. */
import { useState } from 'preact/hooks';
import type { QualityAnswer } from '../../answers.ts';
import { wordsOf } from '../check-words.ts';
import { choose, here } from '../location.ts';
import { costsOf } from '../qualities.ts';
import { count, say } from '../words.ts';
import { CodeText } from './code-text.tsx';
import { pointWords } from './reason-list.tsx';

/** Checks that are shown at first: products stand below. */
const shownFirst = 6;

export function CheckList({ answer }: { answer: QualityAnswer }) {
  const [isWhole, setWhole] = useState(false);
  const costs = costsOf(answer);
  const chosen = here.value.searchParams.get('check');
  if (costs.length === 0) return <p class="all-good">{say('nothingMissing')}</p>;
  return (
    <>
      <p class="hint">{say('missingHint')}</p>
      <ul class="checks">
        {costs.map(({ id, products, points }, index) => {
          if (!isWhole && index >= shownFirst && id !== chosen) return null;
          const check = answer.checks.find((each) => each.id === id);
          if (check === undefined) return null;
          const { lack, remedy } = wordsOf(check);
          const isChosen = id === chosen;
          return (
            <li key={id}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => choose('check', isChosen ? [] : [id])}
              >
                <span class="points">{pointWords(points)}</span>
                <span>{lack}</span>
                <span class="amount">{count(products, 'productOne', 'productMore')}</span>
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
          {say('showMore', { count: costs.length - shownFirst })}
        </button>
      )}
    </>
  );
}
