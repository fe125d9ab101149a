/** The configuration of the repository as it is, and the files that it must not serve. */
import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { makeFolder } from '../../helpers/content.ts';
import { sendRaw } from '../../helpers/http-client.ts';
import { edge } from './edge.ts';

test.serial('nginx accepts the configuration of the repository', async (t) => {
  const folder = await makeFolder(t);
  for (const name of ['infra', 'run', 'tmp', 'logs']) await mkdir(join(folder, name));
  for (const part of ['infra/nginx.conf', 'infra/nginx']) {
    await cp(part, join(folder, part), { recursive: true });
  }
  const args = ['-t', '-q', '-p', folder, '-c', join(folder, 'infra', 'nginx.conf')];
  t.is((await promisify(execFile)('nginx', args)).stderr, '');
});

test.serial(
  'files outside the public folder are served for no spelling of their path',
  async (t) => {
    const targets = ['private/net/A3/en-CA.json', 'private/pricing/A3/en-CA.json.gz'];
    for (const start of '/ /images/ /assets/ /docs/ /v1/products/ /images../ /assets..'.split(
      ' ',
    )) {
      for (const climb of ['..', '%2e%2e', '.%2e', '..%2f', '..%5c', '..;']) {
        for (const target of [...targets, 'manifest.json']) {
          const path = `${start}${climb}/${target}`;
          const reply = await sendRaw(edge().port, `GET ${path} HTTP/1.0\r\n\r\n`);
          t.regex(reply, /^HTTP\/1\.1 4\d\d /, path);
        }
      }
    }
  },
);
