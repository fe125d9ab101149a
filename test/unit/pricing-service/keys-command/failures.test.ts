import test from 'ava';
import { ReplyError } from 'ioredis';
import {
  CommandRefused,
  toFailure,
  UsageError,
} from '../../../../pricing-service/keys-command/failures.ts';
import { OutcomeUnknown } from '../../../../pricing-service/registry/failures.ts';
import { UnreachableError } from '../../../../redis/connect.ts';

test('each kind of failure has its own exit code', (t) => {
  const codes = [
    new CommandRefused('x'),
    new UsageError('x'),
    new UnreachableError('redis://a', new Error('x')),
    new ReplyError('READONLY You cannot write against a read only replica.'),
    new Error('Connection is closed.'),
    new OutcomeUnknown('x'),
    new TypeError('x'),
  ].map((error) => toFailure(error).exitCode);
  t.deepEqual(codes, [1, 2, 3, 3, 3, 5, 70]);
});

test('an error message is reduced to one line without keys and hashes', (t) => {
  const key = `ppc_${'a1'.repeat(19)}`;
  const hash = '0f'.repeat(32);
  const { text } = toFailure(new UsageError(`one\n  two ${key} three ${hash}`));
  t.is(text, 'one two [redacted] three [redacted]');
  t.false(toFailure(new TypeError(key)).text.includes(key));
});
