/** The list of quality checks that a product fails. */
import type { QualityProduct, QualityResponse } from '../../responses.ts';
import { translate } from '../interface-texts.ts';
import { checkTextsOf } from '../rule-texts.ts';
import { interfaceLocale } from '../settings.ts';

/** Maximum number of items, such as colours, that are named for a failed check; the others are only counted. */
const maxNames = 8;

interface Props extends Pick<QualityResponse, 'checks'>, Pick<QualityProduct, 'reasons'> {}

/**
 * Lists the checks that a product fails, each with the points lost and the names of the items, such as colours, that
 * lack data.
 */
export function ReasonList({ reasons, checks }: Props) {
  if (reasons.length === 0) return <p class="all-good">{translate('complete')}</p>;
  return (
    <ul class="reasons">
      {reasons.map(({ check: id, points, count: all, missing }) => {
        const check = checks.find((each) => each.id === id);
        const more = all - maxNames;
        return (
          <li key={id}>
            <span class="points">{formatLostPoints(points)}</span>
            <span>
              {check ? checkTextsOf(check).lack : id}
              {missing.length > 0 && (
                <span class="names">
                  {translate('colon')} {missing.slice(0, maxNames).join(', ')}
                  {more > 0 && ` ${translate('andMore', { count: more })}`}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Formats lost points with one decimal, such as `−9.1`. A smaller loss than 0.1 is shown as 0.1, never as zero. */
export function formatLostPoints(points: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `−${Math.max(points, 0.1).toLocaleString(interfaceLocale.value, digits)}`;
}
