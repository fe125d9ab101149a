/** The wall of products, as an editor meets it in a browser. */
import test from 'ava';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { type PreviewRun, startPreviewRun } from './preview-run.ts';

const atEnd = collectTeardowns();
let run: PreviewRun;
test.before(async () => {
  run = await startPreviewRun(atEnd);
});
test.after.always(() => atEnd.run());

test('the wall shows every product with a picture that loads', async (t) => {
  const page = await run.open('');
  t.is(await page.locator('.card').count(), 76);
  await page.waitForFunction('document.querySelector(".card img").complete');
  t.true((await page.evaluate<number>('document.querySelector(".card img").naturalWidth')) > 0);
});
