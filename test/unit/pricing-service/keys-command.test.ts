/** What `npm run keys` refuses before it reads Redis, its help, and its exit codes. */
import test from 'ava';
import { ReplyError } from 'ioredis';
import {
  CommandRefused,
  toFailure,
  UsageError,
} from '../../../pricing-service/keys-command/failures.ts';
import { keysProgram } from '../../../pricing-service/keys-command/keys-program.ts';
import { type Context, renderHelp } from '../../../pricing-service/keys-command/program.ts';
import { OutcomeUnknown } from '../../../pricing-service/registry/failures.ts';
import { UnreachableError } from '../../../redis/connect.ts';

const { subcommands } = keysProgram;
const reached = new Error('it would ask Redis');
const context: Context = {
  connect: () => Promise.reject(reached),
  issuesKeys: true,
  distDir: 'dist',
  discardsOutput: false,
  now: () => Date.UTC(2026, 10, 21),
};

/** All examples in the help of the subcommands, each with its subcommand and its arguments. */
const examples = subcommands.flatMap((subcommand) =>
  subcommand.examples.map((example) => {
    const words = [...example.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
    return { subcommand, example, args: words.slice(subcommand.name.split(' ').length) };
  }),
);

test('the help of every subcommand has valid examples', async (t) => {
  for (const { subcommand, example, args } of examples) {
    t.true(example.startsWith(subcommand.name), example);
    t.true(renderHelp(keysProgram, subcommand).includes(`\n  npm run keys -- ${example}\n`));
    const message = subcommand.name === 'account sync' ? /cannot read|no-tiers/ : reached.message;
    await t.throwsAsync(subcommand.run(args, context), { message }, example);
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
      const run = subcommand.run(wrong, context);
      await t.throwsAsync(run, { instanceOf: UsageError }, wrong.join(' '));
    }
  }
});

test('invalid values are refused before Redis is read, with a message that names valid ones', async (t) => {
  const key = `ppc_${'a1'.repeat(19)}`;
  const add = ['--name', 'x', '--tier', 'A3', '--program'];
  const rotate = ['key rotate', 'acme', '7k3fq9xz'];
  for (const [line, message] of [
    [['account add', 'a:b', ...add, 'linked'], /^the account must be 1 to 64/],
    [['account add', 'acme', ...add, 'gold'], /^--program must be linked, approved or pending$/],
    [['account set', 'acme'], /^nothing to change/],
    [['account set', 'acme', '--pricing', 'yes'], /^--pricing must be on or off$/],
    [['key create', 'acme', '--label', 'two\nlines'], /^--label must be 1 to 100 printable/],
    [['key create', 'acme', '--label', `x${key}`], /^--label must not contain a key$/],
    [['key create', key, '--label', 'x'], /^the account must not contain a key$/],
    [['key revoke', 'acme', key], /^the key id must be the id of a key, not the key/],
    [['key revoke', 'acme', 'ABCDEFGH'], /^the key id must be the id of eight characters/],
    [[...rotate, '--grace', '1h', '--revoke-at', '2027-01-01'], /^give either/],
    ...['', '7', '-1d', '1.5h', '1w', '1h30m', 'soon'].map(
      (grace) => [[...rotate, `--grace=${grace}`], /^--grace must be a duration/] as const,
    ),
    [[...rotate, '--grace', '367d'], /^--grace keeps the old key active for more than a year/],
    ...['', '7d', '2027-01-31T18:00', '2027-02-30', '31/01/2027'].map(
      (at) => [[...rotate, `--revoke-at=${at}`], /^--revoke-at must be a time/] as const,
    ),
    [[...rotate, '--revoke-at', '2062-01-31'], /^--revoke-at keeps the old key active for more/],
    [['audit', '--since', 'soon'], /^--since must be/],
  ] as const) {
    const [name = '', ...args] = line;
    const subcommand = subcommands.find((one) => one.name === name);
    const run = subcommand?.run(args, context) ?? Promise.resolve();
    await t.throwsAsync(run, { instanceOf: UsageError, message }, line.join(' '));
  }
  for (const valid of [
    ['--grace', '366d'],
    ['--grace', '0'],
    ['--grace', '30m'],
    ['--revoke-at', '2027-01-31T18:00-05:00'],
    ['--revoke-at', '2027-11-21'],
  ]) {
    const subcommand = subcommands.find(({ name }) => name === 'key rotate');
    const run = subcommand?.run(['acme', '7k3fq9xz', ...valid], context) ?? Promise.resolve();
    await t.throwsAsync(run, { is: reached }, valid.join(' '));
  }
});

test('with KEY_ISSUANCE disabled, only key create and key rotate fail', async (t) => {
  const closed = { ...context, issuesKeys: false };
  for (const { subcommand, args } of examples) {
    const creates = ['key create', 'key rotate'].includes(subcommand.name);
    const { message } = await t.throwsAsync(subcommand.run(args, closed));
    t.is(/KEY_ISSUANCE is disabled/.test(message), creates, subcommand.name);
  }
});

test('each kind of failure has its own exit code, and one line without keys and hashes', (t) => {
  const secrets = `one\n  two ppc_${'a1'.repeat(19)} three ${'0f'.repeat(32)}`;
  for (const [error, exitCode] of [
    [new CommandRefused(secrets), 1],
    [new UsageError(secrets), 2],
    [new UnreachableError('redis://a', new Error(secrets)), 3],
    [new ReplyError(secrets), 3],
    [new Error(secrets), 3],
    [new OutcomeUnknown(secrets), 5],
    [new TypeError(secrets), 70],
  ] as const) {
    const failure = toFailure(error);
    t.is(failure.exitCode, exitCode, error.name);
    t.regex(failure.text, /one\s+two \[redacted\] three \[redacted\]/);
    if (exitCode !== 70) t.notRegex(failure.text, /\n/);
  }
});
