/** How complete the catalogue is: texts by locale, what is missing, and every product's score. */
import { useState } from 'preact/hooks';
import type { QualityAnswer } from '../../answers.ts';
import { CheckList } from '../components/check-list.tsx';
import { CoverageTable } from '../components/coverage-table.tsx';
import { ScoredProduct } from '../components/scored-product.tsx';
import { useTitle } from '../components/use-title.ts';
import { useData } from '../live.ts';
import { choose, chosen, here } from '../location.ts';
import { pickProducts, type Sorting, sortings } from '../qualities.ts';
import { interfaceLocale } from '../settings.ts';
import { noun, say } from '../words.ts';
import './quality.css';

/** Products that are shown at once: a browser takes its time over thousands. */
const step = 100;

const sortWords = {
  lowest: 'sortLowest',
  highest: 'sortHighest',
  name: 'sortName',
  sku: 'sortSku',
} as const satisfies Record<Sorting, string>;

export function QualityPage() {
  useTitle(say('quality'));
  const answer = useData<QualityAnswer>('quality');
  if (!answer) return <p class="waiting">{say('loading')}</p>;
  return (
    <div class="quality">
      <h1>{say('quality')}</h1>
      {answer.products.length === 0 ? (
        <p class="waiting">{say('nothingScored')}</p>
      ) : (
        <>
          <Figures answer={answer} />
          <div class="overview">
            <section aria-labelledby="missing">
              <h2 id="missing">{say('whatIsMissing')}</h2>
              <CheckList answer={answer} />
            </section>
            <section aria-labelledby="coverage">
              <h2 id="coverage">{say('coverage')}</h2>
              <CoverageTable coverage={answer.coverage} />
            </section>
          </div>
          <ScoredProducts answer={answer} />
        </>
      )}
    </div>
  );
}

function Figures({ answer: { average, products } }: { answer: QualityAnswer }) {
  const complete = products.filter(({ reasons }) => reasons.length === 0).length;
  const number = (amount: number) => amount.toLocaleString(interfaceLocale.value);
  const figures = [
    [average, say('averageScore')],
    [products[0]?.score ?? 100, say('lowestScore')],
    [complete, noun(complete, 'completeOne', 'completeMore', { all: number(products.length) })],
  ] as const;
  return (
    <ul class="figures">
      {figures.map(([amount, what]) => (
        <li key={what}>
          <strong>{number(amount)}</strong> {what}
        </li>
      ))}
    </ul>
  );
}

function ScoredProducts({ answer: { products, checks } }: { answer: QualityAnswer }) {
  const [shown, setShown] = useState(step);
  const { searchParams } = here.value;
  const sorting = chosen('sort', sortings);
  const picked = pickProducts(products, searchParams, sorting);
  const more = Math.min(step, picked.length - shown);
  return (
    <section aria-labelledby="scores">
      <div class="heading">
        <h2 id="scores">{say('products')}</h2>
        <p role="status">{say('ofAll', { count: picked.length, all: products.length })}</p>
        <search class="choices">
          <input
            type="search"
            aria-label={say('search')}
            placeholder={say('search')}
            value={searchParams.get('search') ?? ''}
            onInput={({ currentTarget: { value } }) =>
              choose('search', value === '' ? [] : [value])
            }
          />
          <label>
            {say('sortBy')}{' '}
            <select
              value={sorting}
              onChange={({ currentTarget: { value } }) => choose('sort', [value])}
            >
              {sortings.map((each) => (
                <option key={each} value={each}>
                  {say(sortWords[each])}
                </option>
              ))}
            </select>
          </label>
        </search>
      </div>
      {picked.length === 0 && <p class="waiting">{say('noMatch')}</p>}
      <ol class="scores">
        {picked.slice(0, shown).map((product) => (
          <ScoredProduct key={product.sku} product={product} checks={checks} />
        ))}
      </ol>
      {more > 0 && (
        <button type="button" class="more-button" onClick={() => setShown(shown + step)}>
          {say('showMore', { count: more })}
        </button>
      )}
    </section>
  );
}
