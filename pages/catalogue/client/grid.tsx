/** The grid of products with search, filters and sorting. All choices are in the address. */
import { useMemo } from 'preact/hooks';
import type { ProductList } from '../../../contract/schemas/list.ts';
import { addressOf, addressWith, apiRoot, change, currentLocale, textOf } from './address.ts';
import { extension } from './extension.ts';
import {
  type Entry,
  type FacetName,
  type Found,
  facetNames,
  findProducts,
  indexProducts,
  type Order,
  orders,
  type ProductIndex,
  type Selection,
} from './index-products.ts';
import { Markdown, Pending, Swatch, useTitle } from './parts.tsx';
import { type Reading, read } from './read.ts';
import { countText, number, text } from './texts.ts';

const cardsOfPage = 60;
/** Number of swatches on a card beside a text such as `+3`. */
const swatchesOfCard = 7;

/** Returns the address of the product list in the locale of the page. */
export const listAddress = () => `${apiRoot}v1/products?locale=${currentLocale()}`;

/** Reads the product list. In the preview it includes products that are not public. */
function readIndex(): Reading<ProductIndex> {
  const more = extension.moreProducts?.() ?? [];
  if (extension.moreProducts && !extension.moreProducts()) return {};
  return read(listAddress(), (list: ProductList) => indexProducts(list, more));
}

/** Shows the products that match the search and the filters of the address, sixty at a time. */
export function Grid() {
  useTitle();
  const reading = readIndex();
  const { data } = reading;
  const query = textOf('q');
  const order = orders.find((each) => each === textOf('sort')) ?? 'listed';
  const selection = Object.fromEntries(
    facetNames.map((name) => [name, textOf(name).split(',').filter(Boolean)]),
  ) as unknown as Selection;
  const key = JSON.stringify([query, order, selection]);
  // `key` stands for query, order and selection.
  const found = useMemo(() => data && findProducts(data, { query, selection, order }), [data, key]);
  if (data === undefined || found === undefined) return <Pending {...reading} />;
  const all = data.entries.length;
  const count = found.entries.length;
  return (
    <div class="browse">
      <h1 class="unseen">{text('site')}</h1>
      <search>
        <input
          type="search"
          value={query}
          aria-label={text('search')}
          placeholder={text('searchHint')}
          onInput={({ currentTarget: { value } }) =>
            change({ q: value, page: undefined }, { replaces: true })
          }
        />
      </search>
      <Filters index={data} found={found} selection={selection} />
      <div id="results" tabIndex={-1}>
        <div class="rows">
          <p role="status">
            {count === all
              ? countText(all, 'productOne', 'productMore')
              : text('found', { count: number(count), all: number(all) })}
            {extension.CountNote && <extension.CountNote all={all} />}
          </p>
          <OrderChoice order={order} />
        </div>
        {count === 0 && <p>{text(all === 0 ? 'empty' : 'none')}</p>}
        <Cards entries={found.entries} currency={data.currency} />
      </div>
    </div>
  );
}

function OrderChoice({ order }: { order: Order }) {
  const select = (value: string) =>
    change({ sort: value === 'listed' ? undefined : value, page: undefined });
  return (
    <label>
      {text('order')}{' '}
      <select value={order} onChange={({ currentTarget }) => select(currentTarget.value)}>
        {orders.map((each) => (
          <option key={each} value={each}>
            {text(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FilterProps {
  readonly index: ProductIndex;
  readonly found: Found;
  readonly selection: Selection;
}

const withoutFilters = Object.fromEntries(
  [...facetNames, 'q', 'page'].map((name) => [name, undefined]),
);

/** The filters: folded on a phone, beside the grid on a wide screen. */
function Filters(props: FilterProps) {
  const isFiltered = facetNames.some((name) => props.selection[name].length > 0);
  const isWide = matchMedia('(min-width: 56rem)').matches;
  return (
    <details class="filters" open={isWide}>
      <summary>{text('filters')}</summary>
      {(isFiltered || textOf('q') !== '') && (
        <a href={addressWith(withoutFilters)}>{text('clear')}</a>
      )}
      {facetNames.map((name) => (
        <Facet key={name} name={name} {...props} />
      ))}
    </details>
  );
}

function Facet({ name, index, found, selection }: FilterProps & { name: FacetName }) {
  const selected = selection[name];
  const counts = found.counts[name];
  const values = [...index.values[name].values()].filter(
    ({ id }) => counts.has(id) || selected.includes(id),
  );
  if (values.length < 2 && selected.length === 0) return null;
  if (name !== 'category') values.sort((a, b) => a.name.localeCompare(b.name, index.locale));
  return (
    <fieldset>
      <legend>{text(name)}</legend>
      {values.map(({ id, name: label, hex }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={selected.includes(id)}
            onChange={() => change(toggled(name, id, selected))}
          />
          {hex && <Swatch swatches={[hex]} />}
          <span>{label}</span> <small>{number(counts.get(id) ?? 0)}</small>
        </label>
      ))}
    </fieldset>
  );
}

function toggled(name: FacetName, id: string, selected: readonly string[]) {
  const next = selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id];
  return { [name]: next.join(','), page: undefined };
}

/** One page of cards, with links to the pages before and after it. */
function Cards({ entries, currency }: { entries: readonly Entry[]; currency: string }) {
  const last = Math.ceil(entries.length / cardsOfPage);
  const page = Math.max(1, Math.min(Number.parseInt(textOf('page'), 10) || 1, last));
  const from = (page - 1) * cardsOfPage;
  const shown = entries.slice(from, from + cardsOfPage);
  const range = { from: from + 1, to: from + shown.length, all: entries.length };
  return (
    <>
      <ol class="cards">
        {shown.map((entry) => (
          <Card key={entry.sku} entry={entry} currency={currency} />
        ))}
      </ol>
      {last > 1 && (
        <nav class="pages" aria-label={text('pages')}>
          {page > 1 && (
            <a href={addressWith({ page: page > 2 ? String(page - 1) : undefined })} rel="prev">
              {text('previous')}
            </a>
          )}
          <span>{text('page', range)}</span>
          {page < last && (
            <a href={addressWith({ page: String(page + 1) })} rel="next">
              {text('next')}
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function Card({ entry, currency }: { entry: Entry; currency: string }) {
  const { sku, name, brand, tag, picture, swatches, price, regular, absence } = entry;
  const shown = swatches.slice(0, swatchesOfCard);
  return (
    <li class="card">
      <div class="picture">
        {picture ? (
          <img src={picture} alt="" loading="lazy" decoding="async" width="480" height="480" />
        ) : (
          <span>{text('noPicture')}</span>
        )}
      </div>
      {extension.CardMark && <extension.CardMark sku={sku} absence={absence} />}
      <h2>
        <a href={addressOf(`products/${sku}`)}>{name}</a>
      </h2>
      <p class="soft">
        {tag && <strong>{tag} · </strong>}
        {brand} · {sku}
      </p>
      <p class="swatches">
        <span class="unseen">{countText(swatches.length, 'colorsOne', 'colorsMore')}</span>
        {shown.map((each, at) => (
          <Swatch key={at} swatches={each} />
        ))}
        {shown.length < swatches.length && (
          <small aria-hidden="true">+{swatches.length - shown.length}</small>
        )}
      </p>
      {price > 0 && (
        <p>
          {text('from')} <Markdown price={price} regular={regular} currency={currency} />
        </p>
      )}
    </li>
  );
}
