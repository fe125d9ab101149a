/** Findings with the lines around each. */
import type { PlacedFinding } from '../../answers.ts';
import { editorUrl } from '../editor-url.ts';
import { say } from '../words.ts';

export function FindingList({ findings }: { findings: readonly PlacedFinding[] }) {
  if (findings.length === 0) return <p class="all-good">{say('nothingFound')}</p>;
  return (
    <ol class="findings">
      {findings.map((finding) => (
        <FindingItem key={`${placeOf(finding)} ${finding.rule}`} finding={finding} />
      ))}
    </ol>
  );
}

function FindingItem({ finding }: { finding: PlacedFinding }) {
  const { severity, rule, message, suggestion, frame, sku } = finding;
  return (
    <li class={severity}>
      <p class="facts">
        <span class={`badge ${severity}`}>{say(severity)}</span>
        <a class="place" href={editorUrl(finding)}>
          {placeOf(finding)}
        </a>
        <span>{rule}</span>
        {sku !== undefined && <a href={`/preview/products/${encodeURIComponent(sku)}`}>{sku}</a>}
      </p>
      <p lang="en">{message}</p>
      {suggestion !== undefined && <p>{say('didYouMean', { suggestion })}</p>}
      {frame && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard too
        <pre tabIndex={0}>{frame.join('\n')}</pre>
      )}
    </li>
  );
}

function placeOf({ file, line, column }: PlacedFinding): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}
