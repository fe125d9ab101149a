/** The list of findings (errors and warnings in the content), each with its remedy. */
import type { ComponentChildren } from 'preact';
import type { Severity } from '../../../../build/content/findings/finding.ts';
import type { FindingDetails } from '../../responses.ts';
import { editorUrl } from '../editor-url.ts';
import { type TextId, translate } from '../interface-texts.ts';
import { ruleTextsOf } from '../rule-texts.ts';
import { language } from '../settings.ts';
import { CodeText } from './code-text.tsx';
import { PagedList } from './paged-list.tsx';

/** Maximum number of allowed values shown. A list of colours can have hundreds. */
const maxValues = 12;

/**
 * Lists findings, errors first because only they prevent a release, with a link to the editor, the message, the remedy
 * and the surrounding lines of the file.
 */
export function FindingList({ findings }: { findings: readonly FindingDetails[] }) {
  if (findings.length === 0) return <p class="all-good">{translate('nothingFound')}</p>;
  const of = (severity: Severity) => findings.filter((finding) => finding.severity === severity);
  return (
    <PagedList name="findings" items={[...of('error'), ...of('warning')]}>
      {(finding) => <FindingItem key={`${placeOf(finding)} ${finding.rule}`} finding={finding} />}
    </PagedList>
  );
}

/**
 * Shows a finding. The compiler's message is in English only; in French, the rule's summary comes first and the message
 * last.
 */
function FindingItem({ finding }: { finding: FindingDetails }) {
  const { severity, rule, message, suggestion, frame, sku } = finding;
  const { summary, remedy } = ruleTextsOf(finding);
  const isFrench = language.value === 'fr';
  return (
    <li class={severity}>
      <p class="facts">
        <span class={`badge ${severity}`}>{translate(severity)}</span>
        <a class="place" href={editorUrl(finding)}>
          {placeOf(finding)}
        </a>
        <span>{rule}</span>
        {sku !== undefined && <a href={`/preview/products/${encodeURIComponent(sku)}`}>{sku}</a>}
      </p>
      {!isFrench && <p class="statement">{message}</p>}
      {suggestion !== undefined && (
        <p class="statement">{translate('didYouMean', { suggestion })}</p>
      )}
      <dl class="lines">
        {isFrench && (
          <Line name="rule">
            <CodeText text={summary} />
          </Line>
        )}
        <Line name="remedy">
          <CodeText text={remedy} />
        </Line>
        <Line name="field">{fieldOf(finding)}</Line>
        <Line name="allowedValues">{allowedText(finding)}</Line>
        {isFrench && (
          <Line name="compilerMessage">
            <span lang="en">{message}</span>
          </Line>
        )}
      </dl>
      {frame && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre tabIndex={0}>{frame.join('\n')}</pre>
      )}
    </li>
  );
}

function Line({ name, children }: { name: TextId; children: ComponentChildren }) {
  if (children === undefined) return null;
  return (
    <div>
      <dt>{translate(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Returns the position of a finding: the path in a JSON file, such as `colors[2].color`, or the column and spreadsheet
 * row of a table. Returns undefined for a finding without a position.
 */
function fieldOf({ path, row, columnName }: FindingDetails): string | undefined {
  if (path) return path;
  const parts = [
    columnName !== undefined && translate('column', { name: columnName }),
    row !== undefined && translate('row', { row }),
  ];
  const text = parts.filter((part) => part !== false).join(', ');
  return text === '' ? undefined : text;
}

/**
 * Returns the allowed values, separated by commas; of more than `maxValues`, the first ones and the number of the rest.
 * Returns undefined if the finding has no allowed values or has a suggestion.
 */
function allowedText({ allowed, suggestion }: FindingDetails): string | undefined {
  if (allowed === undefined || allowed.length === 0 || suggestion !== undefined) return undefined;
  const more = allowed.length - maxValues;
  const list = allowed.slice(0, maxValues).join(', ');
  return more > 0 ? `${list} ${translate('andMore', { count: more })}` : list;
}

function placeOf({ file, line, column }: FindingDetails): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}
