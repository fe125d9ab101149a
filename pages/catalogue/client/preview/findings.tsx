/** What the build has found in the content: the banner above every page, and the list of all findings. */
import type { PreviewFinding } from '../../../preview/preview-data.ts';
import { addressOf } from '../address.ts';
import { Pending, useTitle } from '../parts.tsx';
import { editorUrl, isConnected, readFindings, state } from './preview-data.ts';
import { previewText } from './preview-texts.ts';

/** Number of errors in the banner. */
const errorsOfBanner = 3;
/** Number of findings on a page, and of allowed values of a finding. */
const [findingsOfPage, shownValues] = [200, 12];

/** Says whether the content is shown as saved. If it has errors, shows the first ones. */
export function Banner() {
  if (!isConnected) return <p class="banner error">{previewText('disconnected')}</p>;
  if (state === undefined) return null;
  const { errors, warnings } = state;
  const { data = [] } = errors > 0 ? readFindings() : {};
  return (
    <div class={errors > 0 ? 'banner error' : 'banner'} role="status">
      <p>
        {errors > 0 ? previewText('invalid', { errors }) : previewText('valid')}{' '}
        {warnings > 0 && previewText('warnings', { warnings })}{' '}
        {errors + warnings > 0 && <a href={addressOf('findings')}>{previewText('all')}</a>}
      </p>
      {errors > 0 && (
        <FindingList
          findings={data.filter(({ severity }) => severity === 'error').slice(0, errorsOfBanner)}
        />
      )}
    </div>
  );
}

/** The page of all findings, errors first. */
export function Findings() {
  useTitle(previewText('findings'));
  const reading = readFindings();
  const { data } = reading;
  if (data === undefined) return <Pending {...reading} />;
  const of = (severity: PreviewFinding['severity']) =>
    data.filter((finding) => finding.severity === severity);
  return (
    <>
      <h1>{previewText('findings')}</h1>
      {data.length === 0 && <p>{previewText('none')}</p>}
      <FindingList findings={[...of('error'), ...of('warning')].slice(0, findingsOfPage)} />
      {data.length > findingsOfPage && <p>… {data.length}</p>}
    </>
  );
}

/** Lists findings with position, message, remedy, allowed values and the lines around each. */
export function FindingList({ findings }: { findings: readonly PreviewFinding[] }) {
  return (
    <ol class="findings">
      {findings.map((finding, at) => (
        <FindingItem key={at} finding={finding} />
      ))}
    </ol>
  );
}

function FindingItem({ finding }: { finding: PreviewFinding }) {
  const { severity, rule, message, sku, remedy, suggestion, frame, places = [] } = finding;
  const { allowed = [], filePath, line, column } = finding;
  const values = `${allowed.slice(0, shownValues).join(', ')}${allowed.length > shownValues ? ', …' : ''}`;
  return (
    <li class={severity}>
      <p>
        <strong>{previewText(severity)}</strong>{' '}
        <a href={editorUrl(filePath, line, column)}>{placeOf(finding)}</a>{' '}
        {sku && <a href={addressOf(`products/${sku}`)}>{sku}</a>} <span class="soft">{rule}</span>
      </p>
      <p lang="en">
        {message}
        {suggestion && ` – ${previewText('meant', { suggestion })}`}
      </p>
      <p lang="en">
        <span class="soft">{previewText('remedy')}: </span>
        {remedy}
      </p>
      {values && !suggestion && <p class="soft">{previewText('allowed', { values })}</p>}
      {places.length > 0 && (
        <p class="soft">
          {previewText('otherPlaces', {
            places: places.map((place) => place.path ?? place.line).join(', '),
          })}
        </p>
      )}
      {frame && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre tabIndex={0}>{frame.join('\n')}</pre>
      )}
    </li>
  );
}

function placeOf({ file, line, column }: PreviewFinding): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}
