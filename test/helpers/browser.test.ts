/**
 * The accessibility check of page tests reports a faulty picture, and nothing for a correct page.
 */
import test from 'ava';
import { accessibilityFindings, startBrowser } from './browser.ts';
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
