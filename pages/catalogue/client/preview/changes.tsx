/** The page of what changed against the last release of `npm run build`, as `npm run diff` prints it. */
import type { Changes as ChangesAnswer } from '../../../preview/describe-changes.ts';
import { addressOf } from '../address.ts';
import { Pending, Table, useTitle } from '../parts.tsx';
import { number } from '../texts.ts';
import { askLocalized } from './preview-data.ts';
import { previewText } from './preview-texts.ts';

/** Shows a table for each kind of change; SKUs link to the pages of products. */
export function Changes() {
  useTitle(previewText('changes'));
  const reading = askLocalized<ChangesAnswer>('changes');
  const { data } = reading;
  if (data === undefined) return <Pending {...reading} />;
  const { before, after, sections } = data;
  return (
    <div class="changes">
      <h1>{previewText('changes')}</h1>
      <p>{previewText(sections ? 'compared' : 'nothingBuilt', { before, after })}</p>
      {sections?.map(({ title, columns, rows, all }) => (
        <section key={title} lang="en">
          <h2>{title}</h2>
          {rows.length > 0 && (
            <Table
              caption={rows.length < all ? `${number(rows.length)} / ${number(all)}` : title}
              head={columns}
              rows={rows.map((row) => {
                const cells = row.map((cell, at) => (columns[at] === 'SKU' ? link(cell) : cell));
                return { name: cells[0], cells: cells.slice(1) };
              })}
            />
          )}
        </section>
      ))}
    </div>
  );
}

function link(sku: string) {
  return <a href={addressOf(`products/${sku}`)}>{sku}</a>;
}
