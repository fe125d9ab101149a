/** Parses the arguments that several subcommands share, such as account ids, and validates their values. */
import { z } from 'zod';
import { apiKeyPrefix } from '../../contract/api-key.ts';
import { accountIdSchema, keyIdPattern, nameSchema, programs } from '../registry/records.ts';
import { readArgument } from './subcommand.ts';

const keyIdSchema = z
  .string()
  .refine((text) => !text.startsWith(apiKeyPrefix), {
    message: 'must be the id of a key, not the key, which is secret',
    abort: true,
  })
  .regex(keyIdPattern, 'must be the id of eight characters that key list shows');

const tierSchema = z.string().min(1, 'must not be empty');

/**
 * Functions that parse one argument each and return its value. Each throws a `UsageError` that names the argument if it
 * is missing or invalid.
 */
export const read = {
  account: (text: string) => readArgument('the account', accountIdSchema, text),
  keyId: (text: string) => readArgument('the key id', keyIdSchema, text),
  name: (text: string | undefined) => readArgument('--name', nameSchema, text),
  label: (text: string | undefined) => readArgument('--label', nameSchema, text),
  tier: (text: string | undefined) => readArgument('--tier', tierSchema, text),
  program: (text: string | undefined) => {
    const message = `must be ${programs.join(', ').replace(/, (?=\w+$)/, ' or ')}`;
    return readArgument('--program', z.enum(programs, message), text);
  },
  pricing: (text: string | undefined) =>
    readArgument('--pricing', z.enum(['on', 'off'], 'must be on or off'), text) === 'on',
};
