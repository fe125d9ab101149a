/** Why a product does not have all points. */
import type { QualityProduct, QualityResponse } from '../../responses.ts';
import { translate } from '../interface-texts.ts';
import { checkTextsOf } from '../rule-texts.ts';
import { interfaceLocale } from '../settings.ts';

/** Names that a reason shows; the file has all. */
const shownNames = 8;

interface Props extends Pick<QualityResponse, 'checks'>, Pick<QualityProduct, 'reasons'> {}

export function ReasonList({ reasons, checks }: Props) {
  if (reasons.length === 0) return <p class="all-good">{translate('complete')}</p>;
  return (
    <ul class="reasons">
      {reasons.map(({ check: id, points, count: all, missing }) => {
        const check = checks.find((each) => each.id === id);
        const more = all - shownNames;
        return (
          <li key={id}>
            <span class="points">{pointWords(points)}</span>
            <span>
              {check ? checkTextsOf(check).lack : id}
              {missing.length > 0 && (
                <span class="names">
                  {translate('colon')} {missing.slice(0, shownNames).join(', ')}
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

/** `−9.1`; what is little is not nothing. */
export function pointWords(points: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `−${Math.max(points, 0.1).toLocaleString(interfaceLocale.value, digits)}`;
}
