/**
 * `npm run edit -- translate`: writes a table of texts for a translator, and reads the translations back.
 */
import test from 'ava';
import { type EditRun, openEdit } from './edit-run.ts';

const tee = 'products/TEE-1.json';

/**
 * Removes the French name of a colour, gives TEE-1 English keywords and an English text with singular and
 * plural, both without French, and makes English the fallback language of French.
 */
async function loseFrench({ content, read }: EditRun): Promise<void> {
  const edit = async (file: string, change: (json: never) => void) => {
    const json = JSON.parse(await read(file)) as never;
    change(json);
    await content.write(file, `${JSON.stringify(json, undefined, 2)}\n`);
  };
  await edit('catalogue.json', (json: { fallbackLanguage?: object }) => {
    json.fallbackLanguage = { fr: 'en' };
  });
  await edit('colors.json', (json: { colors: { navy: { name: { fr?: string } } } }) => {
    delete json.colors.navy.name.fr;
  });
  await edit(tee, (json: { keywords: object; minimumOrder: { description: object } }) => {
    json.keywords = { en: ['tee', 'crew neck'] };
    json.minimumOrder.description = {
      en: { one: '{quantity} piece', other: '{quantity} pieces' },
    };
  });
}

test.serial(
  'the missing texts of a locale are written as a CSV table that spreadsheets open',
  async (t) => {
    const edit = await openEdit(t);
    await loseFrench(edit);
    const { stdout, stderr } = await edit.run(
      ...['translate', '--locale', 'fr-CA', '--out', edit.path('fr.csv')],
    );
    t.is(stderr, '');
    t.is(stdout, `4 texts for fr-CA are in ${edit.path('fr.csv')}\n`);
    t.is(
      await edit.readBeside('fr.csv'),
      [
        '\uFEFFfile;path;source;current;translation',
        'colors.json;colors.navy.name;Navy;;',
        `${tee};keywords;tee | crew neck;;`,
        `${tee};minimumOrder.description.one;{quantity} piece;;`,
        `${tee};minimumOrder.description.other;{quantity} pieces;;`,
        '',
      ].join('\r\n'),
    );
    const again = await edit.run(
      ...['translate', '--locale', 'fr-CA', '--out', edit.path('fr.csv')],
    );
    t.is(
      again.stderr,
      `${edit.path('fr.csv')} exists and may have translations; give another name\n`,
    );
  },
);

test.serial('a table that cannot be written is named, and no content is changed', async (t) => {
  const edit = await openEdit(t);
  await loseFrench(edit);
  const before = await edit.read('colors.json');
  const file = edit.path('missing/fr.csv');
  const { exitCode, stdout, stderr } = await edit.run(
    'translate',
    '--locale',
    'fr-CA',
    '--out',
    file,
  );
  t.deepEqual([exitCode, stdout], [1, '']);
  t.is(
    stderr,
    `cannot write ${file}: ENOENT: no such file or directory, open '${file}'; no content was changed\n`,
  );
  t.is(await edit.read('colors.json'), before);
});

test.serial(
  'translations are written to the members that they translate, and nothing else changes',
  async (t) => {
    const edit = await openEdit(t);
    await loseFrench(edit);
    await edit.run(...['translate', '--locale', 'fr-CA', '--out', edit.path('fr.csv')]);
    const before = { colors: await edit.read('colors.json'), tee: await edit.read(tee) };
    const table = ((await edit.readBeside('fr.csv')) ?? '')
      .replace('Navy;;', 'Navy;;Bleu marine')
      .replace('crew neck;;', 'crew neck;;t-shirt | encolure ronde')
      .replace('piece;;', 'piece;;{quantity} pièce')
      .replace('pieces;;', 'pieces;;{quantity} pièces');
    // As French Excel saves it.
    const file = await edit.save('back.csv', Buffer.from(table.replace('\uFEFF', ''), 'latin1'));
    const { stdout, stderr } = await edit.run('translate', '--locale', 'fr-CA', '--in', file);
    t.is(stderr, '');
    t.true(stdout.endsWith('4 texts of 2 files get a translation\n2 files were written\n'), stdout);
    t.is(
      await edit.read('colors.json'),
      before.colors.replace('"en": "Navy"\n', '"en": "Navy",\n        "fr": "Bleu marine"\n'),
    );
    const json = JSON.parse(await edit.read(tee));
    t.deepEqual(json.keywords.fr, ['t-shirt', 'encolure ronde']);
    t.deepEqual(json.minimumOrder.description.fr, {
      one: '{quantity} pièce',
      other: '{quantity} pièces',
    });
    const rest = JSON.parse(before.tee);
    delete json.keywords.fr;
    delete json.minimumOrder.description.fr;
    t.deepEqual(json, rest);
  },
);

test.serial(
  'rows that do not match the content are written to a file beside the table, and other rows are applied',
  async (t) => {
    const edit = await openEdit(t);
    await loseFrench(edit);
    const file = await edit.save(
      'fr.csv',
      [
        'file,path,source,current,translation',
        'colors.json,colors.navy.name,Navy,,Marine',
        'colors.json,colors.navy.name,Navy,,Bleu',
        'colors.json,colors.bright.name,Bright mixture,Mélange vif,Vif',
        'colors.json,colors.bright.name,Bright mix,Mélange,Vif',
        'colors.json,colors.pink.name,Pink,,Rose',
        `${tee},minimumOrder.description.one,{quantity} piece,,une pièce`,
        `${tee},minimumOrder.description.other,{quantity} pieces,,{quantity} pièces`,
        `${tee},keywords,tee | crew neck,,`,
      ].join('\n'),
    );
    const { stdout, stderr } = await edit.run('translate', '--locale', 'fr-CA', '--in', file);
    t.is(stderr, '');
    t.deepEqual(stdout.match(/^note: .*$/gm), [
      `note: ${file}:3: line 2 translates it otherwise; remove one of the two`,
      `note: ${file}:4: its source text is now "Bright mix"; check the translation`,
      `note: ${file}:5: it has been translated otherwise since: "Mélange vif"`,
      `note: ${file}:6: there is no text colors.pink.name in colors.json`,
      `note: ${file}:7: the translation has no words in braces, the source text {quantity}; keep them as they are`,
      `note: ${file}:8: is one of two forms; translate both, one and other`,
      `note: 6 rows of ${file} were left out; correct them in ${edit.path('fr.refused.csv')} and use that file as input`,
    ]);
    t.true(stdout.includes('1 text of 1 file gets a translation'));
    t.is(JSON.parse(await edit.read('colors.json')).colors.navy.name.fr, 'Marine');
  },
);

test.serial(
  'a translation that no build would accept is refused, and other rows are applied',
  async (t) => {
    const edit = await openEdit(t);
    await loseFrench(edit);
    const row = ['colors.json', 'colors.navy.name', 'Navy', ''].join();
    const refused = [
      ['"Bleu\nmarine"', 'the translation contains a line break; write a space instead'],
      [
        'Bleu &eacute;',
        'the translation contains HTML ("&eacute;"); texts are plain, so remove it',
      ],
      ['#NOM?', 'the translation is "#NOM?", the error of a spreadsheet; write the text again'],
      ['=SUM(A1)', 'the translation is a formula; copy the column and paste its values'],
    ];
    const file = await edit.save(
      'fr.csv',
      [
        'file,path,source,current,translation',
        ...refused.map(([translation]) => `${row},${translation}`),
        `${tee},keywords,tee | crew neck,,col rond | col rond`,
        `${row},Bleu marine`,
      ].join('\n'),
    );
    const { stdout, stderr } = await edit.run('translate', '--locale', 'fr-CA', '--in', file);
    t.is(stderr, '');
    for (const [, problem] of refused) t.true(stdout.includes(`: ${problem}\n`), stdout);
    t.true(stdout.includes(': the translation names "col rond" twice\n'), stdout);
    t.is(JSON.parse(await edit.read('colors.json')).colors.navy.name.fr, 'Bleu marine');
  },
);

test.serial(
  'repeated rows, rows with different spaces, and rows without a change are accepted',
  async (t) => {
    const edit = await openEdit(t);
    await edit.content.replace('colors.json', '"Marine"', '"Bleu d’été"');
    const file = await edit.save(
      'fr.csv',
      [
        'file,path,source,current,translation',
        ...Array(2).fill(
          `colors.json,colors.navy.name,\u00A0Navy ,${'Bleu d’été'.normalize('NFD')},Marine`,
        ),
        'colors.json,colors.bright.name,Bright  mix,Mélange vif,Mélange vif',
      ].join('\n'),
    );
    const { stdout } = await edit.run('translate', '--locale', 'fr-CA', '--in', file);
    t.true(stdout.endsWith('1 text of 1 file gets a translation\n1 file was written\n'), stdout);
    t.notRegex(stdout, /left out/);
  },
);

test.serial(
  'one plural form can be translated alone if the other form has a translation',
  async (t) => {
    const edit = await openEdit(t);
    await loseFrench(edit);
    const header = 'file,path,source,current,translation';
    const path = `${tee},minimumOrder.description`;
    const translate = async (...rows: readonly string[]) => {
      const file = await edit.save('fr.csv', [header, ...rows].join('\n'));
      await edit.run('translate', '--locale', 'fr-CA', '--in', file);
      return JSON.parse(await edit.read(tee)).minimumOrder.description.fr;
    };
    const one = `${path}.one,{quantity} piece,,{quantity} pièce`;
    const other = `${path}.other,{quantity} pieces,,{quantity} pièces`;
    const both = { one: '{quantity} pièce', other: '{quantity} pièces' };
    t.deepEqual(await translate(one, other), both);
    const changed = `${path}.one,{quantity} piece,{quantity} pièce,{quantity} article`;
    t.deepEqual(await translate(changed), { ...both, one: '{quantity} article' });
    const many = `${path}.other,{quantity} pieces,{quantity} pièces,{quantity} articles`;
    const articles = { one: '{quantity} article', other: '{quantity} articles' };
    t.deepEqual(await translate(many), articles);
  },
);

test.serial(
  'the translation of a text without source must keep the placeholders of the current text',
  async (t) => {
    const edit = await openEdit(t);
    await loseFrench(edit);
    const path = `${tee},minimumOrder.description`;
    const translate = async (one: string) => {
      const header = 'file,path,source,current,translation';
      const rows = [
        `${path}.one,,{quantity} piece,${one}`,
        `${path}.other,,{quantity} pieces,{quantity} items`,
      ];
      const file = await edit.save('en.csv', [header, ...rows].join('\n'));
      return (await edit.run('translate', '--locale', 'en-CA', '--in', file)).stdout;
    };
    t.regex(await translate('an item'), /no words in braces, the source text \{quantity\}; keep/);
    t.regex(await translate('{quantity} item'), /2 texts of 1 file get a translation/);
  },
);

test.serial('texts of a product that the locale does not show need no translation', async (t) => {
  const edit = await openEdit(t);
  const product = JSON.parse(await edit.read('products/USA-4.json'));
  delete product.name.fr;
  await edit.content.write('products/USA-4.json', JSON.stringify(product));
  const out = edit.path('fr.csv');
  await edit.run('translate', '--locale', 'fr-CA', '--out', out);
  t.notRegex((await edit.readBeside('fr.csv')) ?? '', /USA-4/);
});

test.serial(
  'a translation that differs from the text of the language becomes a regional text if other locales share the language',
  async (t) => {
    const edit = await openEdit(t);
    await edit.run(...['translate', '--locale', 'en-US', '--all', '--out', edit.path('us.csv')]);
    const table = (await edit.readBeside('us.csv')) ?? '';
    t.true(table.includes('colors.json,families.grey.name,Gris,Gray,\r\n'));
    const file = await edit.save(
      'back.csv',
      table
        .replace('colors.navy.name,Marine,Navy,', 'colors.navy.name,Marine,Navy,Navy blue')
        .replace('families.grey.name,Gris,Gray,', 'families.grey.name,Gris,Gray,Greys'),
    );
    await edit.run('translate', '--locale', 'en-US', '--in', file);
    const { colors, families } = JSON.parse(await edit.read('colors.json'));
    t.deepEqual(colors.navy.name, { en: 'Navy', 'en-US': 'Navy blue', fr: 'Marine' });
    t.deepEqual(Object.keys(colors.navy.name), ['en', 'en-US', 'fr']);
    t.deepEqual(families.grey.name, { en: 'Grey', 'en-US': 'Greys', fr: 'Gris' });
  },
);

test.serial('a table without texts is written and can be read back', async (t) => {
  const edit = await openEdit(t);
  const out = edit.path('fr.csv');
  await edit.run('translate', '--locale', 'fr-CA', '--out', out);
  t.is(await edit.readBeside('fr.csv'), '\uFEFFfile;path;source;current;translation\r\n');
  const { stdout } = await edit.run('translate', '--locale', 'fr-CA', '--in', out);
  t.is(stdout, '0 texts of 0 files get a translation\n');
});

test.serial('texts that begin like a formula are read back unchanged', async (t) => {
  const edit = await openEdit(t);
  await edit.content.replace('colors.json', '"Marine"', '"=Marine"');
  await edit.run(...['translate', '--locale', 'en-US', '--all', '--out', edit.path('us.csv')]);
  const table = (await edit.readBeside('us.csv')) ?? '';
  t.true(table.includes("colors.navy.name,'=Marine,Navy,"));
  const file = await edit.save('back.csv', table.replace("'=Marine,Navy,", "'=Marine,Navy,'-Navy"));
  await edit.run('translate', '--locale', 'en-US', '--in', file);
  t.is(JSON.parse(await edit.read('colors.json')).colors.navy.name['en-US'], '-Navy');
});

test.serial('a file with errors is left out, and a note names it', async (t) => {
  const edit = await openEdit(t);
  await edit.content.replace('products/BAG-5.json', '"sku"', '"skew"');
  const { stdout } = await edit.run(
    ...['translate', '--locale', 'fr-CA', '--out', edit.path('fr.csv')],
  );
  t.is(
    stdout,
    `note: products/BAG-5.json has errors, so that its texts were left out; npm run build\n0 texts for fr-CA are in ${edit.path('fr.csv')}\n`,
  );
});

test.serial('missing and invalid options are refused', async (t) => {
  const edit = await openEdit(t);
  for (const [args, message] of [
    [[], '--locale is missing'],
    [['--locale', 'fr'], '--locale fr: there are en-CA, en-US, fr-CA'],
    [['--locale', 'fr-CA'], 'give --out, to write a table, or --in, to take one'],
  ] as const) {
    t.is((await edit.run('translate', ...args)).stderr, `${message}\n`);
  }
  const file = await edit.save('fr.csv', 'Fichier;Texte\na;b\n');
  t.is(
    (await edit.run('translate', '--locale', 'fr-CA', '--in', file)).stderr,
    `${file}:1: no row is a header with columns for file + path + source + current + translation; this one has: Fichier, Texte; correct their names\n`,
  );
});
