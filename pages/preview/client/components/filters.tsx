/** The filters beside the wall: what is chosen stands in the address and nowhere else. */
import { useEffect, useRef } from 'preact/hooks';
import type { ProductGridResponse } from '../../responses.ts';
import { type FilterName, filterNames, listFilterOptions } from '../filters.ts';
import { type TextId, translate } from '../interface-texts.ts';
import { currentUrl, navigateTo, setQueryValues } from '../location.ts';

export function Filters({ grid }: { grid: ProductGridResponse }) {
  const { searchParams } = currentUrl.value;
  const chosen = filterNames.filter((name) => searchParams.has(name)).length;
  const panel = useRef<HTMLDetailsElement>(null);
  // On a narrow window the filters would stand before the first product.
  useEffect(() => {
    if (panel.current) panel.current.open = matchMedia('(min-width: 60rem)').matches;
  }, []);
  return (
    <search class="filters">
      <input
        type="search"
        aria-label={translate('search')}
        placeholder={translate('search')}
        value={searchParams.get('search') ?? ''}
        onInput={({ currentTarget: { value } }) =>
          setQueryValues('search', value === '' ? [] : [value])
        }
      />
      <details ref={panel}>
        <summary>
          {translate('filters')}
          {chosen > 0 && <span class="badge plain">{chosen}</span>}
        </summary>
        {(chosen > 0 || searchParams.has('search')) && (
          <button type="button" class="quiet" onClick={() => navigateTo('/preview')}>
            {translate('clear')}
          </button>
        )}
        {filterNames.map((name) => (
          <Filter key={name} name={name} grid={grid} />
        ))}
      </details>
    </search>
  );
}

function Filter({ name, grid }: { name: FilterName; grid: ProductGridResponse }) {
  const { searchParams } = currentUrl.value;
  const chosen = searchParams.getAll(name);
  const toggle = (value: string) =>
    setQueryValues(
      name,
      chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value],
    );
  const offers = listFilterOptions(name, grid, searchParams).map((offer) => ({
    ...offer,
    label: labelOf(name, offer.value, grid),
  }));
  // What is chosen can be taken back although no product has it any more.
  const gone = chosen.filter((value) => !offers.some((offer) => offer.value === value));
  const lost = gone.map((value) => ({ value, amount: 0, label: labelOf(name, value, grid) }));
  if (offers.length + lost.length === 0) return null;
  return (
    <fieldset>
      <legend>{translate(name)}</legend>
      {[...offers, ...lost]
        .sort((a, b) => a.label.localeCompare(b.label))
        .map(({ value, amount, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            <span>{label}</span>
            <span class="amount">{amount}</span>
          </label>
        ))}
    </fieldset>
  );
}

function labelOf(
  name: FilterName,
  value: string,
  { brands, categories, tags }: ProductGridResponse,
): string {
  if (name === 'brand') return brands[value] ?? value;
  if (name === 'category') return categories[value] ?? value;
  if (name === 'tag') return tags[value] ?? value;
  const own: readonly string[] = [
    'standard',
    'color-block',
    'made-to-order',
    'CA',
    'US',
    'hasFindings',
  ];
  return own.includes(value) ? translate(value as TextId) : value;
}
