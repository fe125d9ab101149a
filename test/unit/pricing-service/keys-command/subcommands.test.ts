import test from 'ava';
import { UsageError } from '../../../../pricing-service/keys-command/failures.ts';
import { renderHelp } from '../../../../pricing-service/keys-command/help.ts';
import { keysProgram } from '../../../../pricing-service/keys-command/keys-program.ts';
import type { Context } from '../../../../pricing-service/keys-command/subcommand.ts';
import { subcommands } from '../../../../pricing-service/keys-command/subcommands.ts';

const reached = new Error('it would ask Redis');
const context: Context = {
  connect: () => Promise.reject(reached),
  issuesKeys: true,
  distDir: 'dist',
  discardsOutput: false,
  now: () => Date.UTC(2026, 10, 21),
};

/** Splits a shell command into words and removes quotes. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

/** All examples in the help of the subcommands, each with its subcommand and its arguments. */
const examples = subcommands.flatMap((subcommand) =>
  subcommand.examples.map((example) => {
    const skipped = subcommand.name.split(' ').length;
    return { subcommand, example, args: words(example).slice(skipped) };
  }),
);

test('the help of every subcommand has valid examples', async (t) => {
  for (const { subcommand, example, args } of examples) {
    t.true(example.startsWith(subcommand.name), example);
    t.true(renderHelp(keysProgram, subcommand).includes(`\n  npm run keys -- ${example}\n`));
    await t.throwsAsync(subcommand.run(args, context), { is: reached }, example);
  }
  t.deepEqual([...new Set(examples.map(({ subcommand }) => subcommand))], [...subcommands]);
});

test('missing, surplus, repeated and unknown arguments are refused before Redis is read', async (t) => {
  for (const { subcommand, args } of examples) {
    const required = args.filter((arg) => !arg.startsWith('--'));
    for (const wrong of [
      [...args, 'x'],
      [...args, '--nonsense'],
      [...args, '--json=1'],
      [...args, '--json', '--json'],
      ...(required.length > 0 && subcommand.name !== 'audit' ? [args.slice(1)] : []),
    ]) {
      const { message } = await t.throwsAsync(subcommand.run(wrong, context), {
        instanceOf: UsageError,
      });
      t.truthy(message, wrong.join(' '));
    }
  }
});

test('invalid values are refused before Redis is read, with a message that names valid ones', async (t) => {
  const key = `ppc_${'a1'.repeat(19)}`;
  const add = ['--name', 'x', '--tier', 'A3', '--program'];
  for (const [line, message] of [
    [['account add', 'a:b', ...add, 'linked'], /^the account must be 1 to 64/],
    [['account add', 'acme', ...add, 'gold'], /^--program must be linked, approved or pending$/],
    [['account set', 'acme'], /^nothing to change/],
    [['account set', 'acme', '--pricing', 'yes'], /^--pricing must be on or off$/],
    [['key create', 'acme', '--label', 'two\nlines'], /^--label must be 1 to 100 printable/],
    [['key create', 'acme', '--label', `for ${key}`], /^--label must not contain a key$/],
    [['key create', 'acme', '--label', `x${key}`], /^--label must not contain a key$/],
    [['key create', key, '--label', 'x'], /^the account must not contain a key$/],
    [['key revoke', 'acme', key], /^the key id must be the id of a key, not the key/],
    [['key revoke', 'acme', 'ABCDEFGH'], /^the key id must be the id of eight characters/],
    [
      ['key rotate', 'acme', '7k3fq9xz', '--grace', '1h', '--revoke-at', '2027-01-01'],
      /^give either/,
    ],
    [['audit', '--since', 'soon'], /^--since must be/],
  ] as const) {
    const [name, ...args] = line;
    const subcommand = subcommands.find((one) => one.name === name);
    const run = subcommand?.run(args, context) ?? Promise.resolve();
    await t.throwsAsync(run, { instanceOf: UsageError, message }, line.join(' '));
  }
});

test('with KEY_ISSUANCE disabled, only key create and key rotate fail', async (t) => {
  const closed = { ...context, issuesKeys: false };
  for (const { subcommand, args } of examples) {
    const creates = ['key create', 'key rotate'].includes(subcommand.name);
    const message = creates ? /KEY_ISSUANCE is disabled/ : reached.message;
    await t.throwsAsync(subcommand.run(args, closed), { message }, subcommand.name);
  }
});
