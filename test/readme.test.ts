/** The README says what is true: codes, commands, settings, links, and that its requests are answered. */
import { access, readFile } from 'node:fs/promises';
import test from 'ava';
import { problems } from '../contract/problems.ts';
import { createClient } from './helpers/http-client.ts';
import { embeddedScript, startServer } from './helpers/running-server.ts';

const readme = await readFile('README.md', 'utf8');

/** The cells of the table rows below a heading. */
function tableBelow(heading: string): string[][] {
  const [section = ''] = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => row.split('|').map((cell) => cell.trim()));
}

test('the problem codes of the README are those of the table, with their statuses', (t) => {
  const told = tableBelow('Problem codes').map(([, code = '', status]) => [
    code.replaceAll('`', ''),
    Number(status),
  ]);
  t.deepEqual(
    told,
    Object.entries(problems).map(([code, { status }]) => [code, status]),
  );
});

test('every npm command of the README is a script, and every script is in it', async (t) => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const told = [...readme.matchAll(/npm (?:run )?(start|test|[a-z]+)(?=[\s`])/g)].map(
    ([, name]) => name,
  );
  const own = told.filter((name) => name !== 'ci' && name !== 'run');
  for (const name of own) t.true(Object.hasOwn(scripts, name ?? ''), name);
  // What check is made of, and what npm runs by itself, need no line of their own.
  const parts = ['typecheck', 'lint', 'deadcode', 'pretest'];
  t.deepEqual([...new Set([...own, ...parts])].sort(), Object.keys(scripts).sort());
});

test('every setting of the README is read somewhere, and every one that is read is in it', async (t) => {
  const sources = await Promise.all(
    [
      'pricing-service/config.ts',
      'pricing-service/keys-command/settings.ts',
      'infra/local/settings.ts',
      'build/publish/main.ts',
      'build/sync/options.ts',
    ].map((file) => readFile(file, 'utf8')),
  );
  const read = new Set(
    sources.join('\n').match(/\b(?:[A-Z]+_)*(?:PORT|HOST|URL|DIR|ISSUANCE|TOKEN|AGE)\b/g),
  );
  // Words of usage texts.
  for (const word of ['URL', 'DIR']) read.delete(word);
  const told = tableBelow('Settings').map(([, name = '']) => name.replaceAll('`', ''));
  t.deepEqual([...read].sort(), told.sort());
});

test('every link of the README leads to a file', async (t) => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = '']) => link);
  t.true(links.length > 10);
  for (const link of links) await t.notThrowsAsync(access(link), link);
});

test('every curl line of the README is answered as it says', async (t) => {
  const server = await startServer(embeddedScript);
  const client = createClient(server.port);
  const examples = [...readme.matchAll(/^\$ (curl .*)\n([\s\S]*?)\n```/gm)];
  t.true(examples.length >= 10);
  for (const [, command = '', output = ''] of examples) {
    const [, path = ''] = /http:\/\/localhost:8080(\/[^\s']*)/.exec(command) ?? [];
    const keyed = command.includes('$KEY');
    const headers = keyed ? { Authorization: `Bearer ${server.keys['A3']}` } : {};
    const reply = await client(path, { headers });
    const told = /"status":(4\d\d)/.exec(output)?.[1] ?? (/^\{"error"/.test(output) ? 400 : 200);
    t.is(reply.status, Number(told), command);
    // Bodies name their own address; outputs that are cut are compared as far as they go.
    if (!/grep|health/.test(command)) {
      const body = reply.text.replaceAll(server.address, 'http://localhost:8080');
      t.true(body.startsWith(output.slice(0, 120)), command);
    }
  }
  t.is(await server.stop(), 0);
});
