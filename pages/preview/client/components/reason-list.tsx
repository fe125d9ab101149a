/** Why a product does not have all points. */
import type { QualityAnswer, QualityProduct } from '../../answers.ts';
import { wordsOf } from '../check-words.ts';
import { interfaceLocale } from '../settings.ts';
import { say } from '../words.ts';

/** Names that a reason shows; the file has all. */
const shownNames = 8;

interface Props extends Pick<QualityAnswer, 'checks'>, Pick<QualityProduct, 'reasons'> {}

export function ReasonList({ reasons, checks }: Props) {
  if (reasons.length === 0) return <p class="all-good">{say('complete')}</p>;
  return (
    <ul class="reasons">
      {reasons.map(({ check: id, points, count: all, missing }) => {
        const check = checks.find((each) => each.id === id);
        const more = all - shownNames;
        return (
          <li key={id}>
            <span class="points">{pointWords(points)}</span>
            <span>
              {check ? wordsOf(check).lack : id}
              {missing.length > 0 && (
                <span class="names">
                  {say('colon')} {missing.slice(0, shownNames).join(', ')}
                  {more > 0 && ` ${say('andMore', { count: more })}`}
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
