/** Fields of a product before and after; what differs of their words is marked. */
import type { ChangedProduct } from '../../responses.ts';
import { differingWords } from '../differing-words.ts';
import { formatCount, translate } from '../interface-texts.ts';
import { type MergedChange, mergeLocales, splitTexts } from '../release-changes.ts';

/** Fields that are no texts. */
export function FieldChanges({ changes }: { changes: ChangedProduct['others'] }) {
  return <Fields changes={mergeLocales(changes)} />;
}

/** Texts, the product's name first; those that the build derives from them are folded. */
export function TextChanges({ changes }: { changes: ChangedProduct['texts'] }) {
  const { written, derived } = splitTexts(changes);
  return (
    <>
      <Fields changes={written} />
      {derived.length > 0 && (
        <details class="derived">
          <summary>{formatCount(derived.length, 'derivedOne', 'derivedMore')}</summary>
          <Fields changes={derived} />
        </details>
      )}
    </>
  );
}

function Fields({ changes }: { changes: readonly MergedChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl class="fields">
      {changes.map((change) => (
        <FieldChange key={`${change.path} ${change.locales.join()}`} change={change} />
      ))}
    </dl>
  );
}

function FieldChange({ change: { path, locales, before, after } }: { change: MergedChange }) {
  const [old, now] = [toText(before), toText(after)];
  const [locale] = locales;
  return (
    <div>
      <dt>
        {path} <span class="locales">{locales.join(', ')}</span>
      </dt>
      <dd lang={locale} class="was">
        <span class="unseen">
          {translate('releaseBefore')}
          {translate('colon')}{' '}
        </span>
        {before === null ? <i>{translate('none')}</i> : marked(old, now, 'del')}
      </dd>
      <dd lang={locale} class="is">
        <span class="unseen">
          {translate('releaseAfter')}
          {translate('colon')}{' '}
        </span>
        {after === null ? <i>{translate('none')}</i> : marked(now, old, 'ins')}
      </dd>
    </div>
  );
}

function marked(text: string, other: string, Mark: 'del' | 'ins') {
  return differingWords(text, other).map(({ text: piece, differs }, at) =>
    differs ? <Mark key={at}>{piece}</Mark> : piece,
  );
}

function toText(leaf: MergedChange['before']): string {
  return leaf === null ? '' : String(leaf);
}
