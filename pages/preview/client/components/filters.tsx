/** The filters beside the product grid. */
import { useEffect, useRef } from 'preact/hooks';
import type { ProductGridResponse } from '../../responses.ts';
import { type FilterName, filterNames, listFilterOptions } from '../filters.ts';
import { type TextId, translate } from '../interface-texts.ts';
import { currentUrl, navigateTo, setQueryValues } from '../location.ts';

/** Shows the search field and the filters. Their selections are stored only in the query of the URL. */
export function Filters({ grid }: { grid: ProductGridResponse }) {
  const { searchParams } = currentUrl.value;
  const selectedFilters = filterNames.filter((name) => searchParams.has(name)).length;
  const panel = useRef<HTMLDetailsElement>(null);
  // Collapsed in narrow windows, where the filters are above the first product.
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
          {selectedFilters > 0 && <span class="badge plain">{selectedFilters}</span>}
        </summary>
        {(selectedFilters > 0 || searchParams.has('search')) && (
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
  const selected = searchParams.getAll(name);
  const toggle = (value: string) =>
    setQueryValues(
      name,
      selected.includes(value) ? selected.filter((each) => each !== value) : [...selected, value],
    );
  const options = listFilterOptions(name, grid, searchParams).map((option) => ({
    ...option,
    label: labelOf(name, option.value, grid),
  }));
  // Selected values stay in the list, so that they can be cleared even if no product has them any more.
  const unused = selected
    .filter((value) => !options.some((option) => option.value === value))
    .map((value) => ({ value, amount: 0, label: labelOf(name, value, grid) }));
  if (options.length + unused.length === 0) return null;
  return (
    <fieldset>
      <legend>{translate(name)}</legend>
      {[...options, ...unused]
        .sort((a, b) => a.label.localeCompare(b.label))
        .map(({ value, amount, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={selected.includes(value)}
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
  const translated: readonly string[] = [
    'standard',
    'color-block',
    'made-to-order',
    'CA',
    'US',
    'hasFindings',
  ];
  return translated.includes(value) ? translate(value as TextId) : value;
}
