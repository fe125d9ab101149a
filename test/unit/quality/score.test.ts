import test from 'ava';
import fc from 'fast-check';
import type { QualityCheck, Tally } from '../../../quality/checks/check.ts';
import { qualityChecks } from '../../../quality/checks/index.ts';
import { scoreProduct } from '../../../quality/score.ts';
import type { Content } from '../../helpers/content.ts';
import { anyContent, anyTexts, loadComplete, scoreIn, subjectIn } from './contents.ts';
import { lacks } from './lacks.ts';

const loading = loadComplete();

function check(id: string, tally: Tally | undefined, importance: QualityCheck['importance']) {
  return { id, importance, demand: '', lack: '', remedy: '', count: () => tally };
}

test('a failed check costs points in proportion to its weight and to the share of missing data', async (t) => {
  const subject = subjectIn(await loading);
  const checks = [
    check('half', { missing: ['a', 'b'], of: 4 }, 'critical'),
    check('fine', { missing: [], of: 1 }, 'important'),
    check('all', { missing: [], of: 0 }, 'welcome'),
  ];
  // Of 5 + 3 + 1 points, half of 5 and all of 1 are lost.
  const { score, reasons } = scoreProduct(subject, checks);
  t.is(score, Math.floor((100 * 5.5) / 9));
  t.like(reasons, [
    { check: 'half', count: 2, missing: ['a', 'b'] },
    { check: 'all', count: 0, missing: [] },
  ]);
  t.true(Math.abs((reasons[0]?.points ?? 0) - 250 / 9) < 1e-9);
});

test('a check that does not apply to a product changes neither its score nor the weights', async (t) => {
  const subject = subjectIn(await loading);
  const other = check('other', undefined, 'critical');
  t.deepEqual(scoreProduct(subject, [other]), { score: 100, reasons: [] });
  const lacking = check('all', { missing: [], of: 0 }, 'welcome');
  t.is(scoreProduct(subject, [other, lacking]).score, 0);
});

test('a product that lacks a hundred-thousandth of the data of a check scores 99', async (t) => {
  const subject = subjectIn(await loading);
  const missing = { missing: ['a'], of: 100_000 };
  t.is(scoreProduct(subject, [check('little', missing, 'welcome')]).score, 99);
});

test('a reason names the first twenty missing items and counts all', async (t) => {
  const subject = subjectIn(await loading);
  const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
  const [reason] = scoreProduct(subject, [
    check('much', { missing: names, of: 40 }, 'welcome'),
  ]).reasons;
  t.is(reason?.count, 30);
  t.deepEqual(reason?.missing, names.slice(0, 20));
});

test('the score of any product is from 0 to 100, and its reasons add up to the points lost', async (t) => {
  const complete = await loading;
  fc.assert(
    fc.property(anyContent(complete), (content) => {
      const { score, reasons } = scoreIn(content);
      const lost = reasons.reduce((sum, { points }) => sum + points, 0);
      t.true(Number.isInteger(score) && score >= 0 && score <= 100);
      t.true(score <= 100 - lost + 1e-6 && score > 99 - lost - 1e-6);
      t.is(score === 100, reasons.length === 0);
    }),
  );
});

test('correcting a reason of any product removes it and never lowers the score', async (t) => {
  const complete = await loading;
  fc.assert(
    fc.property(anyContent(complete), (content) => {
      const before = scoreIn(content);
      for (const { check: id } of before.reasons) {
        const after = scoreIn(lacks[id]?.correct(content) ?? content);
        t.false(
          after.reasons.some((reason) => reason.check === id),
          id,
        );
        t.true(after.score >= before.score, id);
      }
    }),
    { numRuns: 200 },
  );
});

/**
 * Returns what each check finds missing in the only product of the content, such as `color/pms bare`; only the id of
 * the check if it has nothing to count.
 */
const missingIn = (content: Content) =>
  qualityChecks.flatMap((each) => {
    const { missing, of } = each.count(subjectIn(content)) ?? { missing: [], of: 1 };
    return of === 0 ? [each.id] : missing.map((name) => `${each.id} ${name}`);
  });

test('texts added to any product never lower the score, unless they lack something themselves', async (t) => {
  const complete = await loading;
  fc.assert(
    fc.property(anyContent(complete), anyTexts, (content, add) => {
      const after = add(content);
      const before = new Set(missingIn(content));
      if (missingIn(after).some((each) => !before.has(each))) return;
      t.true(scoreIn(after).score >= scoreIn(content).score);
    }),
    { numRuns: 500 },
  );
});

test('correcting every reason of any product makes it complete', async (t) => {
  const complete = await loading;
  fc.assert(
    fc.property(anyContent(complete), (content) => {
      // A corrected text or size may be one more that has to be translated or measured.
      let corrected = content;
      for (let round = 0; round < 3; round += 1) {
        for (const { check: id } of scoreIn(corrected).reasons) {
          corrected = lacks[id]?.correct(corrected) ?? corrected;
        }
      }
      t.is(scoreIn(corrected).score, 100);
    }),
  );
});
