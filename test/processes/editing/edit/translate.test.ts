/** `npm run edit -- translate`: a table of texts for a translator, and its translations. */
import test from 'ava';
import { editJson } from '../../../../editing/text/json-text.ts';
import { type EditRun, openEdit } from './edit-run.ts';

const tee = 'products/TEE-1.json';

/**
 * Removes the French name of a colour, gives TEE-1 English keywords and an English text with
 * singular and plural, and makes English the fallback language of French.
 */
async function loseFrench({ content, read }: EditRun): Promise<void> {
  const edit = async (file: string, ...members: readonly [path: string[], value: unknown][]) =>
    content.write(
      file,
      editJson(
        await read(file),
        members.map(([path, value]) => ({ path, value })),
      ),
    );
  await edit('catalogue.json', [['fallbackLanguage'], { fr: 'en' }]);
  await edit('colors.json', [['colors', 'navy', 'name', 'fr'], undefined]);
  const pieces = { en: { one: '{quantity} piece', other: '{quantity} pieces' } };
  await edit(
    tee,
    [['keywords'], { en: ['tee', 'crew neck'] }],
    [['minimumOrder', 'description'], pieces],
  );
}

const header = 'file,path,source,current,translation';

/** Writes the table of a locale; returns its path, its text and the output of the command. */
async function writeTable(edit: EditRun, locale: string, ...args: readonly string[]) {
  const file = edit.path('out.csv');
  const end = await edit.run('translate', '--locale', locale, '--out', file, ...args);
  return { file, ...end, text: (await edit.readBeside('out.csv')) ?? '' };
}

/** Reads a table of translations into the content; returns its path and the command's output. */
async function readTable(edit: EditRun, locale: string, table: string | Buffer) {
  const file = await edit.save('in.csv', table);
  return { file, ...(await edit.run('translate', '--locale', locale, '--in', file)) };
}

test('the missing texts of a locale are written as a table that spreadsheets open', async (t) => {
  const edit = await openEdit(t);
  await loseFrench(edit);
  const { file, stdout, stderr, text } = await writeTable(edit, 'fr-CA');
  t.deepEqual([stderr, stdout], ['', `4 texts for fr-CA are in ${file}\n`]);
  t.deepEqual(text.split('\r\n'), [
    '\uFEFFfile;path;source;current;translation',
    'colors.json;colors.navy.name;Navy;;',
    `${tee};keywords;tee | crew neck;;`,
    `${tee};minimumOrder.description.one;{quantity} piece;;`,
    `${tee};minimumOrder.description.other;{quantity} pieces;;`,
    '',
  ]);
  t.regex((await writeTable(edit, 'fr-CA')).stderr, /exists and may have translations; give /);
});

test('translations are written to their members, and nothing else changes', async (t) => {
  const edit = await openEdit(t);
  await loseFrench(edit);
  const { text } = await writeTable(edit, 'fr-CA');
  const before = { colors: await edit.read('colors.json'), tee: await edit.read(tee) };
  const table = text
    .replace('Navy;;', 'Navy;;Bleu marine')
    .replace('crew neck;;', 'crew neck;;t-shirt | encolure ronde')
    .replace('piece;;', 'piece;;{quantity} pièce')
    .replace('pieces;;', 'pieces;;{quantity} pièces');
  // As French Excel saves it.
  const bytes = Buffer.from(table.replace('\uFEFF', ''), 'latin1');
  const { stdout, stderr } = await readTable(edit, 'fr-CA', bytes);
  t.is(stderr, '');
  t.true(stdout.endsWith('4 texts of 2 files get a translation\n2 files were written\n'), stdout);
  t.is(
    await edit.read('colors.json'),
    before.colors.replace('"en": "Navy"\n', '"en": "Navy",\n        "fr": "Bleu marine"\n'),
  );
  const expected = JSON.parse(before.tee);
  expected.keywords.fr = ['t-shirt', 'encolure ronde'];
  expected.minimumOrder.description.fr = { one: '{quantity} pièce', other: '{quantity} pièces' };
  t.deepEqual(JSON.parse(await edit.read(tee)), expected);
  const one = `${tee},minimumOrder.description.one,{quantity} piece,{quantity} pièce`;
  await readTable(edit, 'fr-CA', `${header}\n${one},{quantity} article`);
  const { minimumOrder } = JSON.parse(await edit.read(tee));
  t.deepEqual(minimumOrder.description.fr, {
    one: '{quantity} article',
    other: '{quantity} pièces',
  });
});

test('refused rows are written to a file beside the table, and others are applied', async (t) => {
  const edit = await openEdit(t);
  await loseFrench(edit);
  const navy = 'colors.json,colors.navy.name,Navy,,';
  const plural = `${tee},minimumOrder.description`;
  const rows: readonly (readonly [row: string, problem: RegExp])[] = [
    [`${navy}Bleu`, /otherwise; remove one of the two$/],
    ['colors.json,colors.bright.name,Bright mixture,,Vif', /its source text is now "Bright mix"/],
    ['colors.json,colors.bright.name,Bright mix,Mélange,Vif', /otherwise since: "Mélange vif"/],
    ['colors.json,colors.pink.name,Pink,,Rose', /there is no text colors\.pink\.name in colors/],
    [`${plural}.one,{quantity} piece,,une pièce`, /text \{quantity\}; keep/],
    [`${plural}.other,{quantity} pieces,,{quantity} pièces`, /both, one and other$/],
    [`${navy}"Bleu marine &eacute;"`, /contains HTML \("&eacute;"\)/],
    [`${navy}#NOM?`, /the error of a spreadsheet; write the text again/],
    [`${navy}=SUM(A1)`, /is a formula; copy the column and paste its values/],
    [`${tee},keywords,tee | crew neck,,col rond | col rond`, /names "col rond" twice/],
  ];
  const table = [header, `${navy}Marine`, ...rows.map(([row]) => row)].join('\n');
  const { file, stdout, stderr } = await readTable(edit, 'fr-CA', table);
  t.is(stderr, '');
  const notes = stdout.match(/^note: .*$/gm) ?? [];
  for (const [at, [, problem]] of rows.entries()) {
    const place = `note: ${file}:${at + 3}: `;
    t.regex(notes.find((note) => note.startsWith(place)) ?? '', problem);
  }
  const refused = edit.path('in.refused.csv');
  t.is(
    notes.at(-1),
    `note: 10 rows of ${file} were left out; correct them in ${refused} and use that file as input`,
  );
  t.true(stdout.includes('1 text of 1 file gets a translation'));
  t.is(JSON.parse(await edit.read('colors.json')).colors.navy.name.fr, 'Marine');
});

test('a text of one locale only becomes a regional text', async (t) => {
  const edit = await openEdit(t);
  await edit.content.replace('colors.json', '"Marine"', '"=Marine"');
  const { text } = await writeTable(edit, 'en-US', '--all');
  t.true(text.includes('colors.json,families.grey.name,Gris,Gray,\r\n'));
  // A text that begins like a formula is read back unchanged.
  const table = text
    .replace("colors.navy.name,'=Marine,Navy,", "colors.navy.name,'=Marine,Navy,'-Navy")
    .replace('families.grey.name,Gris,Gray,', 'families.grey.name,Gris,Gray,Greys');
  await readTable(edit, 'en-US', table);
  const { colors, families } = JSON.parse(await edit.read('colors.json'));
  t.deepEqual(colors.navy.name, { en: 'Navy', 'en-US': '-Navy', fr: '=Marine' });
  t.deepEqual(Object.keys(colors.navy.name), ['en', 'en-US', 'fr']);
  t.deepEqual(families.grey.name, { en: 'Grey', 'en-US': 'Greys', fr: 'Gris' });
});

test('a file with errors, and a text that the locale does not show, are left out', async (t) => {
  const edit = await openEdit(t);
  await edit.content.replace('products/BAG-5.json', '"sku"', '"skew"');
  const product = JSON.parse(await edit.read('products/USA-4.json'));
  delete product.name.fr;
  await edit.content.write('products/USA-4.json', JSON.stringify(product));
  const { stdout } = await writeTable(edit, 'fr-CA');
  t.regex(stdout, /^note: products\/BAG-5\.json has errors, so that its texts were left out; /);
  t.regex(stdout, /\n0 texts for fr-CA are in /);
});

test('missing and invalid options of translate are refused, and nothing is changed', async (t) => {
  const edit = await openEdit(t);
  const missing = edit.path('missing/fr.csv');
  const table = await edit.save('fr.csv', 'Fichier;Texte\na;b\n');
  for (const [args, message] of [
    [[], '--locale is missing'],
    [['--locale', 'fr'], '--locale fr: there are en-CA, en-US, fr-CA'],
    [['--locale', 'fr-CA'], 'give --out, to write a table, or --in, to take one'],
    [['--locale', 'fr-CA', '--out', missing], `cannot write ${missing}: ENOENT`],
    [['--locale', 'fr-CA', '--in', table], `${table}:1: no row is a header with columns for `],
  ] as const) {
    const { exitCode, stdout, stderr } = await edit.run('translate', ...args);
    t.deepEqual([exitCode, stdout], [1, '']);
    t.true(stderr.startsWith(message), stderr);
  }
});
