/** The README is correct: codes, commands, settings, links, and the answers to its requests. */
import { readFileSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { problems } from '../contract/problems.ts';
import { createDemoAccounts } from '../infra/local/demo-accounts.ts';
import { deploy } from '../releases/deploy/deploy.ts';
import { list } from './build/released-files.ts';
import { serveFromTest } from './helpers/both-servers.ts';
import { makeFolder } from './helpers/content.ts';
import { createClient } from './helpers/http-client.ts';

const readme = readFileSync('README.md', 'utf8');

/** Returns the cells of the table rows below a heading. */
function tableBelow(heading: string): string[][] {
  const [section = ''] = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => row.split('|').map((cell) => cell.trim()));
}

test('the problem codes and statuses of the README equal those of the table', (t) => {
  const documented = tableBelow('Problem codes').map(([, code = '', status]) => [
    code.replaceAll('`', ''),
    Number(status),
  ]);
  t.deepEqual(
    documented,
    Object.entries(problems).map(([code, { status }]) => [code, status]),
  );
});

test('the README has exactly the npm scripts of package.json', async (t) => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const documented = [...readme.matchAll(/npm (?:run )?(start|[a-z:]+)(?=[\s`])/g)].map(
    ([, name]) => name,
  );
  const own = documented.filter((name) => name !== 'ci' && name !== 'run');
  for (const name of own) t.true(Object.hasOwn(scripts, name ?? ''), name);
  // Parts of `check`, and scripts that npm runs by itself, are not in the README.
  const parts = ['typecheck', 'lint', 'deadcode', 'pretest'];
  t.deepEqual([...new Set([...own, ...parts])].sort(), Object.keys(scripts).sort());
});

test('the README has exactly the settings that the code reads', async (t) => {
  const sources = await Promise.all(
    [
      'pricing-service/config.ts',
      'pricing-service/keys-command/settings.ts',
      'infra/local/settings.ts',
      'infra/provision/programs.ts',
      'releases/deploy/command.ts',
      'releases/deploy/run-hook.ts',
      'releases/remote/keys.ts',
      'sync/command-line.ts',
    ].map((file) => readFile(file, 'utf8')),
  );
  const read = new Set(
    sources
      .join('\n')
      .match(
        /\b(?:[A-Z]+_)*(?:PORT|HOST|URL|DIR|ISSUANCE|TOKEN|AGE|HOOK|KEYS?|SERVER|TIMEOUT(?:_MS)?)\b/g,
      ),
  );
  // Words of usage texts.
  for (const word of ['URL', 'DIR']) read.delete(word);
  const documented = tableBelow('Settings').map(([, name = '']) => name.replaceAll('`', ''));
  t.deepEqual([...read].sort(), documented.sort());
});

test('every link of the README points to an existing file', async (t) => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = '']) => link);
  t.true(links.length > 10);
  for (const link of links) await t.notThrowsAsync(access(link), link);
});

/** The address of the server in the README. */
const documentedUrl = 'http://localhost:8080';

/**
 * Serves the sample catalogue as `npm start` does, without pages, until the test ends. Returns a client and the key of
 * an account of tier A3.
 */
async function serveSample(t: ExecutionContext) {
  const out = await makeFolder(t);
  const { manifest } = await deploy({
    ...{ content: 'content', out, baseUrl: documentedUrl, encoding: 'none' },
  });
  await list(out, 'content');
  const accounts = createDemoAccounts(manifest);
  const port = await serveFromTest(t, out, { baseUrl: documentedUrl, accounts });
  const { key = '' } = accounts.find(({ label }) => label === 'A3') ?? {};
  return { client: createClient(port), key };
}

/** Removes the ids and times of releases from a JSON text; the ids change with every edit of the content. */
function withoutRelease(text: string): string {
  return text
    .replace(/"(from|release)":"[0-9a-f]{16}"/g, '"$1":""')
    .replace(/"releasedAt":"[^"]+"/g, '"releasedAt":""');
}

test('every curl command of the README has the printed answer', async (t) => {
  const { client, key } = await serveSample(t);
  const { release } = (await client('/v1/health')).json() as { release: string };
  const examples = [...readme.matchAll(/^\$ (curl .*)\n([\s\S]*?)\n```/gm)];
  t.true(examples.length >= 10);
  for (const [, command = '', output = ''] of examples) {
    const [, documented = ''] = /http:\/\/localhost:8080(\/[^\s']*)/.exec(command) ?? [];
    const path = documented.replace(/since=[0-9a-f]{16}/, `since=${release}`);
    const keyed = command.includes('$KEY');
    const headers = keyed ? { Authorization: `Bearer ${key}` } : {};
    const reply = await client(path, { headers });
    const expected =
      /"status":(4\d\d)/.exec(output)?.[1] ?? (/^\{"error"/.test(output) ? 400 : 200);
    t.is(reply.status, Number(expected), command);
    // Outputs that are cut are compared as far as they go.
    if (!/grep|health/.test(command)) {
      const body = withoutRelease(reply.text);
      t.true(body.startsWith(withoutRelease(output).slice(0, 120)), command);
    }
  }
});
