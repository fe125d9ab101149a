/** The operator's guide docs/keys.md agrees with the code. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { apiKeyPattern, createApiKey, testKeyPattern } from '../../contract/api-key.ts';
import { exitCodes } from '../../pricing-service/keys-command/exit-codes.ts';
import { subcommands } from '../../pricing-service/keys-command/subcommands.ts';

const guide = readFileSync('docs/keys.md', 'utf8');

test('the regular expression for secret scanners finds keys in every position', (t) => {
  const patterns = [...guide.matchAll(/\n```\n(.*ppc_.*)\n```\n/g)].map(([, found]) => found);
  t.deepEqual(patterns, [apiKeyPattern, testKeyPattern]);
  const [pattern = ''] = patterns;
  for (let count = 0; count < 1000; count += 1) {
    const key = createApiKey(randomBytes);
    for (const text of [key, `KEY=${key}`, `"${key}"`, `Bearer ${key}\n`, `?key=${key}&x`]) {
      t.deepEqual(text.match(new RegExp(pattern, 'g')), [key]);
    }
    for (const text of [`${key}0`, key.slice(0, -1), `x${key}`, key.toUpperCase()]) {
      t.notRegex(text, new RegExp(pattern));
    }
  }
});

test('the exit codes of the guide are those of the command', (t) => {
  const documented = [...guide.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  t.deepEqual(documented, Object.values(exitCodes));
});

test('the guide describes every command', (t) => {
  for (const { name } of subcommands) t.true(guide.includes(name), name);
});

test('every link of the guide points to an existing file', (t) => {
  const links = [...guide.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = '']) => link);
  for (const link of links) t.true(existsSync(join('docs', link)), link);
});
