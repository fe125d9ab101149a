/** The changed fields of a product, before and after, with differing words marked. */
import type { ChangedProduct } from '../../responses.ts';
import { differingWords } from '../differing-words.ts';
import { formatCount, translate } from '../interface-texts.ts';
import { type MergedChange, mergeLocales, splitTexts } from '../release-changes.ts';

/** Shows the old and new values of changed fields other than texts. */
export function FieldChanges({ changes }: { changes: ChangedProduct['others'] }) {
  return <Fields changes={mergeLocales(changes)} />;
}

/** Shows changed texts with the product name first. Texts that the build derived from others are collapsed. */
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
        {before === null ? <i>{translate('none')}</i> : markDifferences(old, now, 'del')}
      </dd>
      <dd lang={locale} class="is">
        <span class="unseen">
          {translate('releaseAfter')}
          {translate('colon')}{' '}
        </span>
        {after === null ? <i>{translate('none')}</i> : markDifferences(now, old, 'ins')}
      </dd>
    </div>
  );
}

function markDifferences(text: string, other: string, Mark: 'del' | 'ins') {
  return differingWords(text, other).map(({ text: part, differs }, at) =>
    differs ? <Mark key={at}>{part}</Mark> : part,
  );
}

function toText(value: MergedChange['before']): string {
  return value === null ? '' : String(value);
}
