import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { pointAt } from '../../../build/output/install.ts';
import { fileEtag } from '../../../contract/representation.ts';
import { sendFile } from '../../../infra/local/send-file.ts';
import { makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';

test('an entity tag and its bytes are of one release while releases are swapped', async (t) => {
  const out = await makeFolder(t);
  const bodies = new Map<string, string>();
  for (const [name, text] of Object.entries({ one: '[1]', other: '["another length"]' })) {
    await mkdir(join(out, name));
    await writeFile(join(out, name, 'list.json'), text);
    const { mtimeMs, size } = await stat(join(out, name, 'list.json'));
    bodies.set(fileEtag(Math.floor(mtimeMs / 1000), size), text);
  }
  await pointAt(out, 'current', 'one');
  const server = createServer((request, response) => {
    void sendFile(request, response, join(out, 'current'), 'list.json');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());

  const ask = createClient((server.address() as AddressInfo).port);
  let isAsking = true;
  t.teardown(() => {
    isAsking = false;
  });
  const swapOn = async () => {
    for (let swap = 0; isAsking; swap += 1) {
      await pointAt(out, 'current', swap % 2 === 0 ? 'other' : 'one');
    }
  };
  const swapping = Promise.all([swapOn(), swapOn()]);
  const mixed: string[] = [];
  for (let round = 0; round < 150; round += 1) {
    for (const { headers, text } of await Promise.all(Array.from({ length: 8 }, () => ask('/')))) {
      const etag = String(headers['etag']);
      if (bodies.get(etag) !== text) mixed.push(`${etag} came with ${text}`);
    }
  }
  isAsking = false;
  await swapping;
  t.deepEqual(mixed, []);
});
