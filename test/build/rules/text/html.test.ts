import { html } from '../../../../build/rules/text/html.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';

test('plain texts pass, with < and & as they are', async (t) => {
  t.deepEqual(await findInFixture(html), []);
});

const slips = [
  ['Runs <b>small</b>.', 'holds HTML ("<b>"); texts are plain, so remove it'],
  ['Runs<br/>small.', 'holds HTML ("<br/>"); texts are plain, so remove it'],
  ['Runs</p> small.', 'holds HTML ("</p>"); texts are plain, so remove it'],
  ['<span lang=en>Runs', 'holds HTML ("<span lang=en>"); texts are plain, so remove it'],
  ['<script>alert(1)</script>', 'holds HTML ("<script>"); texts are plain, so remove it'],
  ['Runs <iframe src=x>', 'holds HTML ("<iframe src=x>"); texts are plain, so remove it'],
  ['<svg/onload=x> small', 'holds HTML ("<svg/onload=x>"); texts are plain, so remove it'],
  ['<style>p{}', 'holds HTML ("<style>"); texts are plain, so remove it'],
  ['Runs <!-- x --> small', 'holds HTML ("<!--"); texts are plain, so remove it'],
  ['<!DOCTYPE html>', 'holds HTML ("<!DOCTYPE"); texts are plain, so remove it'],
  ['<?xml version?>', 'holds HTML ("<?xml"); texts are plain, so remove it'],
  ['<![CDATA[Runs]]>', 'holds HTML ("<!["); texts are plain, so remove it'],
  ['<s>Runs</s> small', 'holds HTML ("<s>"); texts are plain, so remove it'],
  ['<my-note>Runs', 'holds HTML ("<my-note>"); texts are plain, so remove it'],
  ['<Pepper>', 'holds HTML ("<Pepper>"); texts are plain, so remove it'],
  ['Runs&nbsp;small.', 'holds HTML ("&nbsp;"); texts are plain, so remove it'],
  ['Runs &#233;.', 'holds HTML ("&#233;"); texts are plain, so remove it'],
] as const;

for (const [written, told] of slips) {
  test(`a text is told: ${JSON.stringify(written)}`, async (t) => {
    const findings = await findAfter(t, html, replacing(file, 'Runs small.', written));
    t.deepEqual(findings.map(inShort), [`${file}:37:11 ${told}`]);
  });
}

test('what only looks a little like HTML passes', async (t) => {
  for (const text of ['< 5 mm >', 'sizes < M', 'R&D; more', 'a<b', 'I <3 tees', 'So <!> so']) {
    t.deepEqual(await findAfter(t, html, replacing(file, 'Runs small.', text)), [], text);
  }
});
