import test from 'ava';
import { currencyIn, explainSpreadsheet } from '../../../../build/content/rules/value-formats.ts';

const isDate = (text: string) => explainSpreadsheet(text, 'a size')?.includes('a date') ?? false;

test('dates that spreadsheets write in English or French are recognized, and nothing else', (t) => {
  for (const [isExpected, texts] of [
    [true, ['2-Jan', 'Jan-02', '2-Jan-26', '12-Oct', '2 Jan', '2-janv', '02-févr', '2-août']],
    [true, ['2026-01-02', '02/01/2026', '1/2/2026', '1/2/26', '31-12-2026']],
    [false, ['2-1', '10-12', '2XL', 'S/M', 'MAY', 'MAR-100', 'TEE-1', '1.02', '24', '99-99-2026']],
  ] as const) {
    for (const text of texts) t.is(isDate(text), isExpected, text);
  }
});

test('the currency that an amount names is recognized, and a dollar sign alone names none', (t) => {
  for (const [text, currency] of [
    ...['24,50 $ CA', '24,50 $CAN', 'CA$24.50', 'C$24', '24.50 cad', 'CAD $24'].map(
      (each) => [each, 'CAD'] as const,
    ),
    ...['24,50 $ US', 'US$24', 'U.S.$24', '24 USD'].map((each) => [each, 'USD'] as const),
    ...[['24,50 €', 'EUR'] as const, ['£24', 'GBP'] as const],
    ...['24,50 $', '$24', '24', '', '1.2E+5'].map((each) => [each, undefined] as const),
  ] as const) {
    t.is(currencyIn(text), currency, text);
  }
});
