import { readFile } from 'node:fs/promises';
import test from 'ava';
import { mediaTypeOf, mediaTypes, pictureEndings } from '../../../contract/media-types.ts';
import { matchRoute } from '../../../infra/local/match-route.ts';

test('the media types of nginx equal those of the contract', async (t) => {
  const files = await readFile('infra/nginx/files.conf', 'utf8');
  const [, types = ''] = /types \{([^}]*)\}/.exec(files) ?? [];
  const configured = [...types.matchAll(/^ +(?:"([^"]+)"|(\S+)) +([a-z ]+);$/gm)]
    .flatMap(([, quoted, bare, endings = '']) =>
      endings.split(' ').map((ending) => [ending, quoted ?? bare ?? '']),
    )
    .sort();
  t.deepEqual(configured, Object.entries(mediaTypes).sort());
});

test('both servers serve, and content allows, the same picture extensions', async (t) => {
  t.true((await readFile('infra/nginx/site.conf', 'utf8')).includes(`(${pictureEndings})`));
  for (const ending of ['svg', 'png', 'jpg', 'jpeg', 'webp', 'avif', 'JPG', 'Jpeg', 'SVG']) {
    t.is(matchRoute(`/assets/a.${ending}`).kind, 'assets');
    t.true(mediaTypeOf(`a.b.${ending}`).startsWith('image/'));
  }
  for (const ending of ['gif', 'svg.gz', 'SVG.GZ', 'pdf', 'constructor']) {
    t.is(matchRoute(`/assets/a.${ending}`).kind, 'none');
    t.is(mediaTypeOf(`a.${ending}`), 'application/octet-stream');
  }
});
