/** The table that shows how many texts are in the language of each locale. */
import type { QualityResponse } from '../../responses.ts';
import { translate } from '../interface-texts.ts';
import { interfaceLocale } from '../settings.ts';
import { ScoreBar } from './score-bar.tsx';

/**
 * Shows a row for each locale: the percentage of texts that are written for the locale or its language, rounded down;
 * the number of all texts; the number of texts written for the locale itself (`en-US`, not `en`); and the number of
 * texts that are written neither for the locale nor for its language.
 */
export function CoverageTable({ coverage }: Pick<QualityResponse, 'coverage'>) {
  const number = (amount: number) => amount.toLocaleString(interfaceLocale.value);
  return (
    <table class="coverage">
      <thead>
        <tr>
          <th scope="col">{translate('locale')}</th>
          <th scope="col">{translate('ownLanguage')}</th>
          <th scope="col">{translate('texts')}</th>
          <th scope="col">{translate('regionalTexts')}</th>
          <th scope="col">{translate('otherLanguageTexts')}</th>
        </tr>
      </thead>
      <tbody>
        {coverage.map(({ locale, regional, language: plain, fallback, missing }) => {
          const all = regional + plain + fallback + missing;
          // Rounded down, so that 100% means all texts.
          const percent = all === 0 ? 100 : Math.floor((100 * (regional + plain)) / all);
          return (
            <tr key={locale}>
              <th scope="row">{locale}</th>
              <td class="of-100">
                {(percent / 100).toLocaleString(interfaceLocale.value, { style: 'percent' })}
                <ScoreBar value={percent} kind={percent === 100 ? 'good' : 'warning'} />
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
