/** `npm run dev` for an editor. The tests run one at a time, because each runs the compiler repeatedly. */
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'ava';
import { copyContent, fixtureContent } from '../../helpers/content.ts';
import { bearer, detailPath } from '../../helpers/pricing-app.ts';
import { readKeys, startDev } from './dev-run.ts';

test.serial(
  'a saved edit is served; an error in the content is reported while the last release is served, until it is corrected',
  async (t) => {
    const content = await copyContent(t);
    const { output, errors, ...dev } = await startDev(t, content.path);
    const { ask } = await dev.opened();
    t.regex((await ask(detailPath)).text, /Runs small\./);

    await content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
    await output.until(/^products\/TEE-1\.json changed$/);
    const good = await output.until(/^serving release /);
    t.regex((await ask(detailPath)).text, /Runs large\./);

    await content.replace('products/TEE-1.json', '"acme"', '"acne"');
    await errors.until(/products\/TEE-1\.json.*"acne"/);
    t.is(await output.until(/^still /), `still ${good}; fix the faults above`);
    t.regex((await ask(detailPath)).text, /Runs large\./);

    await content.replace('products/TEE-1.json', '"acne"', '"acme"');
    t.is(await output.until(/^still /), `still ${good}; it is the same`);
    await content.replace('products/TEE-1.json', 'Runs large.', 'Runs true to size.');
    await output.until(/^serving release /);
    t.regex((await ask(detailPath)).text, /Runs true to size\./);

    let before = 'true to size';
    for (const fit of ['slim', 'wide', 'long']) {
      await content.replace('products/TEE-1.json', `Runs ${before}.`, `Runs ${fit}.`);
      before = fit;
      await output.until(/^serving release /);
      t.true((await ask(detailPath)).text.includes(`Runs ${fit}.`));
    }
    t.is((await dev.releases()).length, 3, 'old releases are removed');
  },
);

test.serial(
  'a product can be removed, restored and saved by rename, and changes during a build cause one more build',
  async (t) => {
    const content = await copyContent(t);
    const { output, ...dev } = await startDev(t, content.path);
    const { ask } = await dev.opened();
    const tables = ['msrp', 'net-A1', 'net-A3'].map((name) => `prices/${name}.csv`);
    for (const table of tables) {
      const text = await readFile(join(fixtureContent, table), 'utf8');
      await content.write(table, text.replace(/^JER-3,.*\n/gm, ''));
    }
    await content.remove('products/JER-3.json');
    // None of these releases is served between the edits, because the content is invalid then.
    await output.until(/^serving release /);
    t.is((await ask('/v1/products/JER-3')).status, 404);

    for (const file of [...tables, 'products/JER-3.json']) {
      await cp(join(fixtureContent, file), join(content.path, file));
    }
    await output.until(/^serving release /);
    t.is((await ask('/v1/products/JER-3')).status, 200);

    const file = join(content.path, 'products/TEE-1.json');
    const text = await readFile(file, 'utf8');
    // Outside the content folder: on a busy machine the watcher could see the file before it is renamed, and build
    // twice.
    const temporary = join(dirname(content.path), 'saved.tmp');
    await writeFile(temporary, text.replace('Runs small.', 'Runs large.'));
    await rename(temporary, file);
    await output.until(/^serving release /);
    t.regex((await ask(detailPath)).text, /Runs large\./);

    const from = output.all.length;
    await content.append('prices/msrp.csv', '\n');
    await output.until(/^prices\/msrp\.csv changed$/);
    await content.replace('products/TEE-1.json', 'Runs large.', 'Runs tight.');
    await content.write('assets/one.svg', '<svg/>');
    await content.write('assets/two.svg', '<svg/>');
    await output.until(
      /^assets\/one\.svg added, assets\/two\.svg added, products\/TEE-1\.json changed$/,
    );
    // The running build may already have read the changes.
    await output.until(/serving release /);
    t.regex((await ask(detailPath)).text, /Runs tight\./);

    await content.remove('assets/two.svg');
    await output.until(/^assets\/two\.svg removed$/);
    const countBuilds = () =>
      output.all.slice(from).filter((line) => line.startsWith('release ')).length;
    // The release that was awaited above may be that of the first build.
    while (countBuilds() < 3) await output.until(/^serving release /);
    t.is(countBuilds(), 3);
  },
);

test.serial(
  'a content folder that replaces the watched one is served, with its later edits',
  async (t) => {
    const content = await copyContent(t);
    const folder = dirname(content.path);
    const { output, errors, ...dev } = await startDev(t, content.path);
    const { ask } = await dev.opened();
    const other = join(folder, 'other');
    await cp(content.path, other, { recursive: true });
    await rename(content.path, join(folder, 'old'));
    t.regex(await errors.until(/content/), /content holds no files$/);
    await output.until(/^still serving release \S+; fix the faults above$/);
    t.is((await ask(detailPath)).status, 200);

    await rename(other, content.path);
    await output.until(/added and \d+ more$/);
    await output.until(/^still serving release \S+; it is the same$/);
    await content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
    await output.until(/^serving release /);
    t.regex((await ask(detailPath)).text, /Runs large\./);
  },
);

test.serial(
  'a deleted output folder is built and served again, and of many saves the last one is served',
  async (t) => {
    const content = await copyContent(t);
    const { output, ...dev } = await startDev(t, content.path);
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
    for (const entry of ['releases', 'objects', 'current', '.']) {
      await dev.deleteOutput(entry);
      await output.until(/^the output folder was changed$/);
      await output.until(/^still serving release \S+; it is the same$/);
      await untilServed('Runs small.');
    }

    await content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
    await output.until(/^building…$/);
    await dev.deleteOutput('.');
    await untilServed('Runs large.');

    let note = 'Runs large.';
    for (const size of ['S', 'M', 'L', 'XL']) {
      await content.replace('products/TEE-1.json', note, `Runs ${size}.`);
      note = `Runs ${size}.`;
      await output.until(/^building…$/);
    }
    await content.replace('products/TEE-1.json', note, 'Runs true.');
    await untilServed('Runs true.');
    t.is((await dev.leftovers()).length, 1, 'the output folder is where it was');
  },
);

test.serial(
  'a price that jumped causes a warning with its line and the previous price, and is served',
  async (t) => {
    const content = await copyContent(t);
    const { output, errors, ...dev } = await startDev(t, content.path);
    const { ask } = await dev.opened();
    const row = 'TEE-1,CAD,12,8020.00,8025.00';
    await content.replace('prices/msrp.csv', row, 'TEE-1,CAD,12,44562.00,');
    const warning = await errors.until(/guard\/price-jump/);
    t.regex(warning, /content\/prices\/msrp\.csv:8:14 .*warning/);
    t.regex(warning, /TEE-1 CAD msrp for 12 pieces changed from 8020\.00 to 44562\.00/);
    await output.until(/^serving release /);
    t.regex((await ask(detailPath)).text, /44562/);

    const before = errors.all.length;
    await content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
    await output.until(/^serving release /);
    t.is(errors.all.length, before, 'the price is compared with the last release only');
  },
);

test.serial(
  'invalid content at the start is reported, served when corrected, and SIGTERM to npm ends every process',
  async (t) => {
    const content = await copyContent(t);
    await content.write('brands.json', '{"brands": {}}');
    const { output, errors, ...dev } = await startDev(t, content.path, { isRunByNpm: true });
    await errors.until(/brands\.json/);
    await output.until(/^no release to serve yet; fix the faults above$/);
    await cp(join(fixtureContent, 'brands.json'), join(content.path, 'brands.json'));
    const { ask } = await dev.opened();
    t.is((await ask(detailPath)).status, 200);
    await dev.terminate();
    t.deepEqual(await dev.leftovers(), []);
    await t.throwsAsync(ask('/v1/health'), { code: 'ECONNREFUSED' });
  },
);

test.serial(
  'a changed price and a new tier are served, keys are kept, and Ctrl-C during a build exits with 0',
  async (t) => {
    const content = await copyContent(t);
    const { output, errors, ...dev } = await startDev(t, content.path);
    const { ask, keys } = await dev.opened();
    const headers = bearer(keys['A3'] ?? '');
    t.regex((await ask(`${detailPath}/pricing`, { headers })).text, /"price":7919\.13\b/);
    await content.replace('prices/net-A3.csv', '7919.13', '7919.14');
    await output.until(/^serving release /);
    t.regex((await ask(`${detailPath}/pricing`, { headers })).text, /"price":7919\.14\b/);

    t.deepEqual(errors.all, []);
    // A build between two of these edits prints warnings about missing data.
    await cp(join(content.path, 'prices/net-A1.csv'), join(content.path, 'prices/net-A5.csv'));
    await content.append(
      'prices/surcharges.csv',
      'TEE-1,CAD,2XL,A5,6905.29\nTEE-1,USD,2XL,A5,6906.31\n',
    );
    await content.replace('catalogue.json', '"A1",', '"A1", "A5",');
    await content.replace('catalogue.json', '"base": "A3"', '"base": "A5"');
    await output.until(/^key A5 /);
    const { A5 = '', ...others } = readKeys(output.all);
    t.deepEqual(others, keys);
    const reply = await ask(`${detailPath}/pricing`, { headers: bearer(A5) });
    t.regex(reply.text, /"priceTier":"A5"/);

    const printed = errors.all.length;
    await content.append('active-products.csv', '\n');
    await output.until(/ changed$/);
    t.is(await dev.interrupt('SIGINT'), 0);
    t.is(errors.all.length, printed);
    t.deepEqual(await dev.leftovers(), []);
    await t.throwsAsync(ask('/v1/health'), { code: 'ECONNREFUSED' });
  },
);
