/**
 * Tests `npm run dev` as an editor uses it. Most tests share a run: each edits texts that no other test edits, and waits
 * until its last edit is served.
 */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { type ContentFolder, copyContent, fixtureContent } from '../../helpers/content.ts';
import type { Client } from '../../helpers/http-client.ts';
import { bearer, detailPath } from '../../helpers/pricing-app.ts';
import { readKeys } from '../../helpers/running-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { type DevRun, startDev } from './dev-run.ts';

const file = collectTeardowns();
let content: ContentFolder;
let shared: DevRun;
let ask: Client;
let keys: Readonly<Record<string, string>>;

test.before(async () => {
  content = await copyContent(file);
  shared = await startDev(file, content.path);
  ({ ask, keys } = await shared.opened());
});
test.after.always('Ctrl-C during a build exits with 0 and leaves no file', async (t) => {
  try {
    const { output, errors, endGroup, leftovers } = shared;
    const printed = errors.all.length;
    await content.append('active-products.csv', '\n');
    await output.until(/^active-products\.csv changed/);
    t.is(await endGroup('SIGINT'), 0);
    t.is(errors.all.length, printed);
    t.deepEqual(await leftovers(), []);
    await t.throwsAsync(ask('/v1/health'), { code: 'ECONNREFUSED' });
  } finally {
    await file.run();
  }
});

test.serial(
  'a saved edit is served; an error in the content is reported while the last release is served, until it is corrected',
  async (t) => {
    const { output, errors } = shared;
    t.regex((await ask(detailPath)).text, /Runs small\./);

    await content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
    await output.until(/^products\/TEE-1\.json changed/);
    const good = await output.until(/^serving release /);
    t.regex((await ask(detailPath)).text, /Runs large\./);

    await content.replace('products/TEE-1.json', '"acme"', '"acne"');
    await errors.until(/products\/TEE-1\.json.*"acne"/);
    t.is(await output.until(/^still /), `still ${good}; fix the faults above`);
    t.regex((await ask(detailPath)).text, /Runs large\./);

    await content.replace('products/TEE-1.json', '"acne"', '"acme"');
    t.is(await output.until(/^still /), `still ${good}; it is the same`);
    let before = 'large';
    for (const fit of ['true', 'slim', 'wide']) {
      await content.replace('products/TEE-1.json', `Runs ${before}.`, `Runs ${fit}.`);
      before = fit;
      await output.until(/^serving release /);
    }
    t.is((await shared.releases()).length, 3, 'old releases are removed');
  },
);

test.serial(
  'a price that jumped causes a warning with its line and the previous price, and is served',
  async (t) => {
    const { output, errors } = shared;
    const row = 'TEE-1,CAD,12,8020.00,8025.00';
    await content.replace('prices/msrp.csv', row, 'TEE-1,CAD,12,44562.00,');
    const warning = await errors.until(/guard\/price-jump/);
    t.regex(warning, /content\/prices\/msrp\.csv:8:14 .*warning/);
    t.regex(warning, /TEE-1 CAD msrp for 12 pieces changed from 8020\.00 to 44562\.00/);
    await output.until(/^serving release /);
    t.regex((await ask(detailPath)).text, /44562/);
  },
);

test.serial('a changed price and a new tier are served, and keys are kept', async (t) => {
  const { output } = shared;
  const headers = bearer(keys['A3'] ?? '');
  t.regex((await ask(`${detailPath}/pricing`, { headers })).text, /"price":7919\.13\b/);
  await content.replace('prices/net-A3.csv', '7919.13', '7919.14');
  await output.until(/^serving release /);
  t.regex((await ask(`${detailPath}/pricing`, { headers })).text, /"price":7919\.14\b/);

  // A build between two of these edits prints warnings about missing data.
  await cp(join(content.path, 'prices/net-A1.csv'), join(content.path, 'prices/net-A5.csv'));
  await content.append(
    'prices/surcharges.csv',
    'TEE-1,CAD,2XL,A5,6905.29\nTEE-1,USD,2XL,A5,6906.31\n',
  );
  // Both edits in one write, so that only one release with this tier follows.
  const settings = await readFile(join(content.path, 'catalogue.json'), 'utf8');
  const changed = settings.replace('"A1",', '"A1", "A5",').replace('"base": "A3"', '"base": "A5"');
  await content.write('catalogue.json', changed);
  await output.until(/^key A5 /);
  await output.until(/^serving release /);
  const { A5 = '', ...others } = readKeys(output.all);
  t.deepEqual(others, keys);
  const reply = await ask(`${detailPath}/pricing`, { headers: bearer(A5) });
  t.regex(reply.text, /"priceTier":"A5"/);
});

test.serial(
  'through npm: invalid content at the start is served when corrected, a deleted output is built again at the next request, of many saves the last is served, and SIGTERM ends every process',
  async (t) => {
    const content = await copyContent(t);
    await content.write('brands.json', '{"brands": {}}');
    const { output, errors, ...dev } = await startDev(t, content.path, { isRunByNpm: true });
    await errors.until(/brands\.json/);
    await output.until(/^no release to serve yet; fix the faults above$/);
    await cp(join(fixtureContent, 'brands.json'), join(content.path, 'brands.json'));
    const { ask } = await dev.opened();
    /**
     * Requests the product detail now, and again after each newly served release, until it contains `note`. Does not
     * change the content, so that only builds that are already due can add the note.
     */
    const untilServed = async (note: string) => {
      for (;;) {
        const { status, text } = await ask(detailPath);
        if (status === 200 && text.includes(note)) return;
        await output.until(/serving release /);
      }
    };
    await untilServed('Runs small.');
    for (const entry of ['objects', '.']) {
      await dev.deleteOutput(entry);
      t.is((await ask(detailPath)).status, 500);
      await output.until(/^a released file is missing; building again$/);
      await output.until(/^still serving release \S+; it is the same$/);
      await untilServed('Runs small.');
    }
    let note = 'Runs small.';
    for (const size of ['S', 'M', 'true']) {
      await content.replace('products/TEE-1.json', note, `Runs ${size}.`);
      note = `Runs ${size}.`;
      if (size !== 'true') await output.until(/^building…$/);
    }
    await untilServed('Runs true.');
    await dev.end('SIGTERM');
    t.deepEqual(await dev.leftovers(), []);
    await t.throwsAsync(ask('/v1/health'), { code: 'ECONNREFUSED' });
  },
);
