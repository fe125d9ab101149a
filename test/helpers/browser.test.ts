/**
 * Tests helpers of page tests: `accessibilityFindings` reports a picture without alternative text, and nothing on a
 * correct page; the function that `watchButtons` returns waits for a label.
 */
import test from 'ava';
import { accessibilityFindings, startBrowser, watchButtons } from './browser.ts';
import { collectTeardowns } from './teardown.ts';

const atEnd = collectTeardowns();
test.after.always(() => atEnd.run());

test('a picture without an alternative text is a finding, and nothing else', async (t) => {
  const page = await (await startBrowser(atEnd)).newPage();
  const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`;
  const show = (picture: string) =>
    page.setContent(
      `<!doctype html><html lang="en"><head>${policy}<title>A</title></head><body><main><h1>A</h1>${picture}</main></body></html>`,
    );
  await show('<img src="data:,">');
  t.regex((await accessibilityFindings(page)).join('\n'), /^critical image-alt: .* \(img\)$/);
  await show('<img src="data:," alt="A jacket">');
  t.deepEqual(await accessibilityFindings(page), []);
});

test('a label that a button gets later is awaited, also on a page that forbids scripts', async (t) => {
  const page = await (await startBrowser(atEnd)).newPage();
  await page.setContent(
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src 'none'"><button>Copy</button>`,
  );
  const labelled = await watchButtons(page);
  const waiting = labelled('Copied');
  t.is(await Promise.race([waiting, page.evaluate('"shown"')]), 'shown');
  await page.evaluate('document.querySelector("button").textContent = "Copied"');
  await t.notThrowsAsync(waiting);
});
