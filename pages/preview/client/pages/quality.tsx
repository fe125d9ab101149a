/** The page with the quality scores of all products. */
import type { QualityResponse } from '../../responses.ts';
import { CheckList } from '../components/check-list.tsx';
import { CoverageTable } from '../components/coverage-table.tsx';
import { PagedList } from '../components/paged-list.tsx';
import { ScoredProduct } from '../components/scored-product.tsx';
import { useTitle } from '../components/use-title.ts';
import { pluralize, translate } from '../interface-texts.ts';
import { useData } from '../live-data.ts';
import { currentUrl, queryValue, setQueryValues } from '../location.ts';
import { type SortOrder, selectProducts, sortOrders } from '../quality-list.ts';
import { interfaceLocale } from '../settings.ts';
import './quality.css';

const sortOrderTexts = {
  lowest: 'sortLowest',
  highest: 'sortHighest',
  name: 'sortName',
  sku: 'sortSku',
} as const satisfies Record<SortOrder, string>;

/**
 * Shows the average and the lowest score, failed checks, coverage of texts by locale, and the products with their
 * scores.
 */
export function QualityPage() {
  useTitle(translate('quality'));
  const response = useData<QualityResponse>('quality');
  if (!response) return <p class="waiting">{translate('loading')}</p>;
  return (
    <div class="quality">
      <h1>{translate('quality')}</h1>
      {response.products.length === 0 ? (
        <p class="waiting">{translate('notScored')}</p>
      ) : (
        <>
          <Figures response={response} />
          <div class="overview">
            <section aria-labelledby="missing">
              <h2 id="missing">{translate('whatIsMissing')}</h2>
              <CheckList response={response} />
            </section>
            <section aria-labelledby="coverage">
              <h2 id="coverage">{translate('coverage')}</h2>
              <CoverageTable coverage={response.coverage} />
            </section>
          </div>
          <ScoredProducts response={response} />
        </>
      )}
    </div>
  );
}

function Figures({ response: { average, products } }: { response: QualityResponse }) {
  const complete = products.filter(({ reasons }) => reasons.length === 0).length;
  const number = (amount: number) => amount.toLocaleString(interfaceLocale.value);
  const figures = [
    [average, translate('averageScore')],
    [products[0]?.score ?? 100, translate('lowestScore')],
    [
      complete,
      pluralize(complete, 'completeOne', 'completeMore', { all: number(products.length) }),
    ],
  ] as const;
  return (
    <ul class="figures">
      {figures.map(([amount, label]) => (
        <li key={label}>
          <strong>{number(amount)}</strong> {label}
        </li>
      ))}
    </ul>
  );
}

function ScoredProducts({ response: { products, checks } }: { response: QualityResponse }) {
  const { searchParams } = currentUrl.value;
  const sorting = queryValue('sort', sortOrders);
  const selected = selectProducts(products, searchParams, sorting);
  return (
    <section aria-labelledby="scores">
      <div class="heading">
        <h2 id="scores">{translate('products')}</h2>
        <p role="status">{translate('ofAll', { count: selected.length, all: products.length })}</p>
        <search class="choices">
          <input
            type="search"
            aria-label={translate('search')}
            placeholder={translate('search')}
            value={searchParams.get('search') ?? ''}
            onInput={({ currentTarget: { value } }) =>
              setQueryValues('search', value === '' ? [] : [value])
            }
          />
          <label>
            {translate('sortBy')}{' '}
            <select
              value={sorting}
              onChange={({ currentTarget: { value } }) => setQueryValues('sort', [value])}
            >
              {sortOrders.map((each) => (
                <option key={each} value={each}>
                  {translate(sortOrderTexts[each])}
                </option>
              ))}
            </select>
          </label>
        </search>
      </div>
      {selected.length === 0 && <p class="waiting">{translate('noMatch')}</p>}
      <PagedList name="scores" items={selected}>
        {(product) => <ScoredProduct key={product.sku} product={product} checks={checks} />}
      </PagedList>
    </section>
  );
}
