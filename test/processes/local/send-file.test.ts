import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { pointAt } from '../../../build/output/install.ts';
import { fileEtag } from '../../../contract/representation.ts';
import { sendCompressedFile, sendFile } from '../../../infra/local/send-file.ts';
import { makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';

test.serial(
  'an entity tag and its bytes belong to one release while releases are swapped',
  async (t) => {
    const out = await makeFolder(t);
    const bodies = new Map<string, string>();
    for (const [name, text] of Object.entries({ one: '[1]', other: '["another length"]' })) {
      await mkdir(join(out, name));
      await writeFile(join(out, name, 'list.json'), text);
      const { mtimeMs, size } = await stat(join(out, name, 'list.json'));
      bodies.set(fileEtag(Math.floor(mtimeMs / 1000), size), text);
    }
    await pointAt(out, 'current', 'one');
    const ask = createClient(
      await listen(t, (request, response) => {
        void sendFile(request, response, join(out, 'current'), 'list.json');
      }),
    );
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
      for (const { headers, text } of await Promise.all(
        Array.from({ length: 8 }, () => ask('/')),
      )) {
        const etag = String(headers['etag']);
        if (bodies.get(etag) !== text) mixed.push(`${etag} came with ${text}`);
      }
    }
    isAsking = false;
    await swapping;
    t.deepEqual(mixed, []);
  },
);

/** 64 MB of zeros: more than all buffers between server and client can hold, so that the answer is never complete. */
const longGzip = Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(2 ** 20))));

for (const moment of ['before', 'during'] as const) {
  test(`a client that disconnects ${moment} a decompressed answer causes no error`, async (t) => {
    const folder = await makeFolder(t);
    const path = join(folder, 'export.ndjson');
    await writeFile(`${path}.gz`, longGzip);
    const options = { mediaType: 'application/x-ndjson', headers: {} };
    const sent = new Promise<boolean>((resolve, reject) => {
      void listen(t, async (request, response) => {
        if (moment === 'before') await once(response, 'close');
        sendCompressedFile(request, response, path, options).then(resolve, reject);
      }).then((port) => {
        const socket = connect(port, '127.0.0.1');
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => {
          if (moment === 'before') socket.destroy();
        });
        socket.once('data', () => socket.destroy());
      });
    });
    t.true(await sent);
  });
}

/** Starts a server for the test; returns its port. */
async function listen(t: ExecutionContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}
