/** Push and pull over a server that stores no modification times and no hashes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { makeFolder } from '../../helpers/content.ts';
import { changeOneProduct, createEdges, pathsBelow, servedFiles } from '../../helpers/edges.ts';

test.serial(
  'over WebDAV, a release and a change of one product reach an edge; each command transfers only what is missing',
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
    t.is((await edges.push()).stderr, '');

    // The state after a push that was killed.
    const [cut = ''] = await pathsBelow(join(folder, 'objects'));
    const bytes = await readFile(cut);
    await writeFile(cut, 'cut');
    await writeFile(join(folder, 'pointer'), '');
    const { stdout, stderr } = await edges.push();
    t.is(stderr, '');
    t.true(Number(/(\d+) bytes/.exec(stdout)?.[1]) < 10_000, stdout);
    t.deepEqual(await readFile(cut), bytes);
    t.is((await edges.pull()).stderr, '');
    t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));

    await changeOneProduct(t, edges);
    t.regex((await edges.push()).stdout, /: 1 objects, /);
    // As if the pushes of the first release were older than a day.
    const names = await readdir(join(folder, 'releases'));
    for (const [at, name] of names.filter((each) => each.includes(edges.release)).entries()) {
      const older = name.replace(/^\d+/, String(at + 1));
      await rename(join(folder, 'releases', name), join(folder, 'releases', older));
    }
    t.regex((await edges.push('--keep', '1')).stdout, /already\nremoved \w{16} from dav:/);
    t.regex((await edges.pull()).stdout, /, 1 objects fetched/);
    t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
    t.is((await readdir(join(folder, 'releases'))).length, 1);
  },
);
