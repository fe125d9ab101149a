/** Push and pull over a server that stores no modification times and no hashes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { makeFolder } from '../../helpers/content.ts';
import { createEdges, pathsBelow, servedFiles } from '../../helpers/edges.ts';

test.serial(
  'over WebDAV, a release reaches an edge; after a push and a pull that were killed, only what is missing is transferred',
  async (t) => {
    const served = await makeFolder(t);
    const port = await findPort('127.0.0.1', 0);
    const args = ['serve', 'webdav', served, '--addr', `127.0.0.1:${port}`, '--dir-cache-time=0s'];
    const child = spawn('rclone', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const exited = once(child, 'exit');
    t.teardown(async () => {
      child.kill('SIGTERM');
      await exited;
    });
    const log = createInterface({ input: child.stderr });
    for await (const line of log) if (/WebDav Server started/i.test(line)) break;
    child.stderr.resume();
    const edges = await createEdges(t, 'dav:catalogue');
    Object.assign(edges.environment, {
      RCLONE_CONFIG_DAV_TYPE: 'webdav',
      RCLONE_CONFIG_DAV_URL: `http://127.0.0.1:${port}/`,
    });
    const folder = join(served, 'catalogue');
    const first = await edges.push();
    t.is(first.stderr, '');
    const bytesIn = (text: string) => Number(/(\d+) bytes/.exec(text)?.[1]);

    // The state after a push and a pull that were killed.
    const objects = join(folder, 'objects');
    const [cut = ''] = await pathsBelow(objects);
    const bytes = await readFile(cut);
    await writeFile(cut, 'cut');
    await writeFile(join(folder, 'pointer'), '');
    const staged = join(edges.edge, 'pull');
    await cp(objects, join(staged, 'objects'), { recursive: true });
    const { stdout, stderr } = await edges.push();
    t.is(stderr, '');
    t.true(bytesIn(stdout) < bytesIn(first.stdout) / 5, stdout);
    t.deepEqual(await readFile(cut), bytes);
    const pulled = await edges.pull();
    t.is(pulled.stderr, '');
    t.true(bytesIn(pulled.stdout) < bytesIn(first.stdout), pulled.stdout);
    t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
    t.deepEqual((await readdir(staged)).sort(), ['lock', 'state.json'], 'nothing is left');
  },
);
