/** Differences between two releases that do not belong to a product. */
import type { ComparisonResponse } from '../../responses.ts';
import { translate } from '../interface-texts.ts';
import { interfaceLocale } from '../settings.ts';
import { Table } from './table.tsx';

/**
 * Shows a collapsed section: sizes of the product lists in bytes, changed fields of the release's manifest, such as the
 * base URL, and other files that differ.
 */
export function OtherDifferences({ comparison }: { comparison: ComparisonResponse }) {
  const { lists, files, facts } = comparison;
  const bytes = (size: number | null) =>
    size === null ? translate('none') : size.toLocaleString(interfaceLocale.value);
  return (
    <details class="beside">
      <summary>{translate('otherDifferences')}</summary>
      <Table
        caption={translate('listBytes')}
        head={[translate('releaseBefore'), translate('releaseAfter')]}
        rows={lists.map(({ locale, coding, before, after }) => ({
          name: `${locale} ${coding}`,
          cells: [bytes(before), bytes(after)],
        }))}
      />
      {facts.length > 0 && (
        <Table
          caption={translate('releaseFacts')}
          head={[translate('releaseBefore'), translate('releaseAfter')]}
          rows={facts.map(({ path, before, after }) => ({
            name: path,
            cells: [String(before ?? translate('none')), String(after ?? translate('none'))],
          }))}
        />
      )}
      {files.length > 0 && (
        <>
          <h3>{translate('otherFiles')}</h3>
          <ul class="files">
            {files.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
