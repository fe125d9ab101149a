import test from 'ava';
import { allRules } from '../../../../build/check/rules/index.ts';
import { frenchRules } from '../../../../pages/preview/client/french-rules/index.ts';

test('every content rule has French texts, and every French text belongs to a rule', (t) => {
  t.deepEqual(
    Object.keys(frenchRules).sort(),
    allRules.map(({ id }) => id),
  );
});

/**
 * Returns the names of members, files, folders and options in a text, sorted. They are the same in English
 * and French.
 */
const namesIn = (text = '') => {
  const found = text.matchAll(
    /`([^`]+)`|["“](\w+)["”]|[\w-]+\.(?:json|csv|md|svg)|\b\w+\/(?!\w)|--\w+/g,
  );
  const names = Array.from(found, ([whole, code, quoted]) => code ?? quoted ?? whole);
  return [...new Set(names)].sort();
};

const numbersIn = (text = '') =>
  [...text.matchAll(/\d[\d.,\u00a0 ]*/g)].map(([number]) => number.replace(/[^\d]/g, '')).sort();

test('the French texts of a rule name the same members, files and numbers as the English', (t) => {
  for (const { id, summary, remedy } of allRules) {
    const french = frenchRules[id];
    t.deepEqual(namesIn(french?.remedy), namesIn(remedy), `${id}, remedy`);
    t.deepEqual(namesIn(french?.summary), namesIn(summary), `${id}, summary`);
    t.deepEqual(numbersIn(french?.remedy), numbersIn(remedy), `${id}, remedy`);
    t.deepEqual(numbersIn(french?.summary), numbersIn(summary), `${id}, summary`);
  }
});

test('the French texts of a rule are sentences with the punctuation of Québec', (t) => {
  for (const [id, { summary, remedy }] of Object.entries(frenchRules)) {
    for (const text of [summary, remedy]) {
      t.regex(text, /^[\p{Lu}`].*\.$/u, id);
      t.notRegex(text, /\s[;?!]|[^\u00a0]:\s|« | »|'/, id);
    }
  }
});
