import { readFile } from 'node:fs/promises';
import test from 'ava';
import { mediaTypes, pictureEndings } from '../../contract/media-types.ts';
import { matchRoute } from '../../infra/local/match-route.ts';

test("nginx's types are those of the contract", async (t) => {
  const files = await readFile('infra/nginx/files.conf', 'utf8');
  const [, types = ''] = /types \{([^}]*)\}/.exec(files) ?? [];
  const told = types
    .split(';')
    .flatMap((line) => {
      const [type = '', ...endings] = line.trim().split(/\s+/);
      return endings.map((ending) => [ending, type]);
    })
    .sort();
  t.deepEqual(told, Object.entries(mediaTypes).sort());
});

test('the pictures that nginx serves, the embedded server serves and content may name are the same', async (t) => {
  t.true((await readFile('infra/nginx/site.conf', 'utf8')).includes(`(${pictureEndings})`));
  for (const ending of ['svg', 'png', 'jpg', 'jpeg', 'webp']) {
    t.is(matchRoute(`/assets/a.${ending}`).kind, 'assets');
  }
  for (const ending of ['gif', 'PNG', 'svg.gz', 'pdf']) {
    t.is(matchRoute(`/assets/a.${ending}`).kind, 'none');
  }
});
