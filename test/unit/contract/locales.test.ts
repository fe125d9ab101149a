import test from 'ava';
import { isLocale, localeFacts, locales } from '../../../contract/locales.ts';

test('the locales are those of the specification', (t) => {
  t.deepEqual([...locales], ['en-CA', 'en-US', 'fr-CA']);
});

test('a locale is recognised only in its exact spelling', (t) => {
  for (const locale of locales) t.true(isLocale(locale));
  const wrong = ['', 'en', 'en-ca', 'EN-CA', 'en_CA', ' en-CA', 'en-CA ', 'toString', 'length'];
  for (const text of wrong) t.false(isLocale(text), text);
});

test('market, currency and language match the parts of the locale', (t) => {
  for (const locale of locales) {
    const [language, market] = locale.split('-');
    t.is(localeFacts[locale].language, language as 'en' | 'fr');
    t.is(localeFacts[locale].market, market as 'CA' | 'US');
    t.is(localeFacts[locale].currency, market === 'CA' ? 'CAD' : 'USD');
  }
});
