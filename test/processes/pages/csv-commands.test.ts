/** The commands of the guide that save tables, run as a reader pastes them into a terminal. */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { addresses, markdownAddress } from '../../../pages/docs/addresses.ts';
import { fixtureContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { embeddedScript, type RunningServer, startServer } from '../../helpers/running-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const atEnd = collectTeardowns();
let server: RunningServer;

test.before('the server starts', async () => {
  server = await startServer(embeddedScript, { args: ['--content', fixtureContent] });
  atEnd.teardown(async () => void (await server.stop()));
});
test.after.always('the server stops', () => atEnd.run());

for (const address of Object.values(addresses.guide)) {
  test(`each command of ${address} that saves a table replaces the table of an earlier run`, async (t) => {
    const { text } = await createClient(server.port)(markdownAddress(address));
    const commands = [...text.matchAll(/^curl .*format=csv'$/gm)].map(([command]) => command);
    t.is(commands.length, 2);
    const env = { ...process.env, CATALOGUE_KEY: server.keys['A3'] };
    for (const command of commands) {
      const cwd = await makeFolder(t);
      const run = () => promisify(execFile)('sh', ['-c', command], { cwd, env });
      await run();
      const [name = '', ...others] = await readdir(cwd);
      t.deepEqual(others, []);
      t.regex(name, /^[\w-]+\.csv$/);
      const table = await readFile(join(cwd, name), 'utf8');
      t.regex(table, /^\uFEFF?sku[,;]/);
      await writeFile(join(cwd, name), 'an earlier table');
      await run();
      t.deepEqual(await readdir(cwd), [name]);
      t.is(await readFile(join(cwd, name), 'utf8'), table, command);
    }
  });
}
