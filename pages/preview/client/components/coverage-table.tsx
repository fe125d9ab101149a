/** How much of the texts each locale shows in its own language. */
import type { QualityAnswer } from '../../answers.ts';
import { interfaceLocale } from '../settings.ts';
import { say } from '../words.ts';
import { Bar } from './bar.tsx';

export function CoverageTable({ coverage }: Pick<QualityAnswer, 'coverage'>) {
  const number = (amount: number) => amount.toLocaleString(interfaceLocale.value);
  return (
    <table class="coverage">
      <thead>
        <tr>
          <th scope="col">{say('locale')}</th>
          <th scope="col">{say('ownWords')}</th>
          <th scope="col">{say('texts')}</th>
          <th scope="col">{say('regionalTexts')}</th>
          <th scope="col">{say('otherLanguageTexts')}</th>
        </tr>
      </thead>
      <tbody>
        {coverage.map(({ locale, regional, language: plain, fallback, missing }) => {
          const all = regional + plain + fallback + missing;
          // Rounded down: 100 % is all of it.
          const percent = all === 0 ? 100 : Math.floor((100 * (regional + plain)) / all);
          return (
            <tr key={locale}>
              <th scope="row">{locale}</th>
              <td class="of-100">
                {(percent / 100).toLocaleString(interfaceLocale.value, { style: 'percent' })}
                <Bar value={percent} kind={percent === 100 ? 'good' : 'warning'} />
              </td>
              <td>{number(all)}</td>
              <td>{number(regional)}</td>
              <td>{number(fallback + missing)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
