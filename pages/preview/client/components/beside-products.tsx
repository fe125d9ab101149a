/** What differs between two releases and is of no product: sizes of lists, other files, facts. */
import type { ComparisonAnswer } from '../../answers.ts';
import { interfaceLocale } from '../settings.ts';
import { say } from '../words.ts';
import { Table } from './table.tsx';

export function BesideProducts({ comparison }: { comparison: ComparisonAnswer }) {
  const { lists, files, facts } = comparison;
  const bytes = (size: number | null) =>
    size === null ? say('none') : size.toLocaleString(interfaceLocale.value);
  return (
    <details class="beside">
      <summary>{say('besideProducts')}</summary>
      <Table
        caption={say('listBytes')}
        head={[say('releaseBefore'), say('releaseAfter')]}
        rows={lists.map(({ locale, coding, before, after }) => ({
          name: `${locale} ${coding}`,
          cells: [bytes(before), bytes(after)],
        }))}
      />
      {facts.length > 0 && (
        <Table
          caption={say('releaseFacts')}
          head={[say('releaseBefore'), say('releaseAfter')]}
          rows={facts.map(({ path, before, after }) => ({
            name: path,
            cells: [String(before ?? say('none')), String(after ?? say('none'))],
          }))}
        />
      )}
      {files.length > 0 && (
        <>
          <h3>{say('otherFiles')}</h3>
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
