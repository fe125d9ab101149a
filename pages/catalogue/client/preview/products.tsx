/** What the preview adds to the grid and to the page of a product. */
import type { ProductFacts, Unreleased } from '../../../preview/describe-products.ts';
import type { Reading } from '../read.ts';
import { day as formatDay } from '../texts.ts';
import { FindingList } from './findings.tsx';
import { askLocalized, editorUrl, readFindings } from './preview-data.ts';
import { type PreviewTextId, previewText } from './preview-texts.ts';
import { Reasons } from './quality.tsx';

/** Returns the reading of what editors see of a product. */
export function readFacts(sku: string): Reading<ProductFacts> {
  return askLocalized(`product/${sku}`);
}

/** Returns the reading of the products that are not public. */
export function readUnreleased(): Reading<Unreleased> {
  return askLocalized('products');
}

const findingsOf = (wanted: string) =>
  (readFindings().data ?? []).filter(({ sku }) => sku === wanted);

/** Marks a product that is not public, and one with findings. */
export function CardMark({ sku, absence }: { sku: string; absence: string | undefined }) {
  const count = findingsOf(sku).length;
  if (!absence && count === 0) return null;
  return (
    <p>
      {absence && <span class="mark">{previewText(absence as PreviewTextId)}</span>}
      {count > 0 && (
        <span class="mark notice">
          {previewText('findings')}: {count}
        </span>
      )}
    </p>
  );
}

/** Says why the number of products differs from that of product files. */
export function CountNote({ all }: { all: number }) {
  const { data } = readUnreleased();
  if (data === undefined) return null;
  const { products, files, notSold, notShown } = data;
  const more = products.length;
  const counts = { public: all - more, more, files, notSold: notSold.length };
  return (
    <span class="soft">
      {previewText('counts', counts)}
      {notShown.length > 0 && previewText('notShown', { skus: notShown.join(', ') })}.
    </span>
  );
}

/** Shows why a product is not public, its quality with reasons, its findings, and the link to its file. */
export function ProductPanel({ sku }: { sku: string }) {
  const { data } = readFacts(sku);
  if (data === undefined) return null;
  const { absence, day, quality, filePath } = data;
  const findings = findingsOf(sku);
  const when = absence === 'upcoming' ? 'from' : 'until';
  return (
    <div class="panel">
      <p>
        {absence && (
          <span class="mark">
            {previewText(absence as PreviewTextId)}{' '}
            {day && previewText(when, { day: formatDay(day) })}
          </span>
        )}{' '}
        <a href={editorUrl(filePath)}>{previewText('openFile')}</a>
      </p>
      {findings.length > 0 && <FindingList findings={findings} />}
      {quality && (
        <details>
          <summary>{previewText('score', { score: quality.score })}</summary>
          <Reasons quality={quality} />
        </details>
      )}
    </div>
  );
}
