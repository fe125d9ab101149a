/** Pictures of all formats and extensions, from nginx and from the embedded server. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { serveBoth } from '../helpers/both-servers.ts';
import { copyContent } from '../helpers/content.ts';
import { pictureOf } from '../helpers/pictures.ts';
import { buildCompressed } from '../helpers/released-files.ts';

const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(100)}</svg>`);
const pictures = [
  ['front.JPG', pictureOf('jpg'), 'image/jpeg'],
  ['front.jpeg', pictureOf('jpg'), 'image/jpeg'],
  ['Back.Png', pictureOf('png'), 'image/png'],
  ['side.avif', pictureOf('avif'), 'image/avif'],
  ['side.WEBP', pictureOf('webp'), 'image/webp'],
  ['seal.SVG', svg, 'image/svg+xml'],
] as const;

test.serial(
  'pictures of every format are sent with their media type, only under their exact file names',
  async (t) => {
    const folder = await copyContent(t);
    for (const [name, bytes] of pictures) await writeFile(join(folder.path, 'assets', name), bytes);
    const { out } = await buildCompressed(t, folder.path);
    const { clients } = await serveBoth(t, out);
    for (const [name, bytes, type] of pictures) {
      const tags = new Set<unknown>();
      for (const [server, ask] of clients()) {
        const { status, headers, ...reply } = await ask(`/assets/${name}`);
        t.is(status, 200, `${server} ${name}`);
        t.is(headers['content-type'], type, `${server} ${name}`);
        t.is(headers['cache-control'], 'public, max-age=3600', `${server} ${name}`);
        t.regex(String(headers['content-security-policy']), /default-src 'none'/);
        t.deepEqual(reply.bytes, bytes, `${server} ${name}`);
        tags.add(headers['etag']);
      }
      t.is(tags.size, 1, name);
    }
    for (const [server, ask] of clients()) {
      for (const path of ['/assets/front.jpg', '/assets/front.JPG.gz', '/ASSETS/front.JPG']) {
        t.is((await ask(path)).status, 404, `${server} ${path}`);
      }
    }
  },
);
