/** The settings of the service, and the text of `--help`, which lists them. */
import { z } from 'zod';
import { ExpectedError } from '../console/errors.ts';
import { readSecretFiles } from '../console/secret-files.ts';
import { parseBaseUrl } from '../contract/base-url.ts';
import { testKeysSettings } from '../contract/test-keys.ts';
import { defaultRedisUrl, parseRedisUrl, passwordsIn } from '../redis/redis-url.ts';
import { timeoutMs } from './redis-accounts.ts';

/** A text that `parse` converts; its error is the message. */
function parsedBy<Value>(parse: (text: string) => Value) {
  return z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  });
}

/** A valid `REDIS_URL`, unchanged. */
export const redisUrlSchema = parsedBy((text) => {
  parseRedisUrl(text);
  return text;
}).default(defaultRedisUrl);

/** Limits of the connections from nginx, which `infra/nginx/connections.conf` fits. */
export const connections = {
  /**
   * Longer than nginx keeps idle connections, so that it never sends on one that is being closed.
   */
  keepAliveMs: 65_000,
  /** URL and all headers together; nginx accepts as much. */
  maxHeaderBytes: 64 * 1024,
  /** Milliseconds for pending requests after SIGTERM: longer than nginx waits for an answer. */
  stopTimeoutMs: 6000,
} as const;

/** Validates `DIST_DIR`, the build's output folder. */
export const distDirSchema = z.string().min(1).default('dist');

const hostSchema = z.string().min(1).default('127.0.0.1');

/** Validates a port and converts it to a number; 0 selects a free one. */
const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65535, 'must be a number from 0 to 65535');

const { min, max } = timeoutMs;
const timeoutHint = `must be a number of milliseconds from ${min} to ${max}`;

const timeoutSchema = z
  .string()
  .regex(/^\d{1,5}$/, timeoutHint)
  .transform(Number)
  .refine((ms) => ms >= min && ms <= max, timeoutHint)
  .default(timeoutMs.default);

/** Validates the settings, by environment variable; `--help` shows the descriptions. */
const schema = z.object({
  PRICING_HOST: hostSchema.describe('address to listen on for nginx; keep it on loopback'),
  PRICING_PORT: portSchema.default(8081).describe('port to listen on for nginx'),
  PRICING_METRICS_HOST: hostSchema.describe(
    'address of metrics, liveness and readiness; keep it on loopback',
  ),
  PRICING_METRICS_PORT: portSchema
    .default(9121)
    .describe('port of metrics, liveness and readiness'),
  REDIS_URL: redisUrlSchema
    .refine(
      // A shorter one cannot be told from other words of the log.
      (url) => passwordsIn(url).every((password) => password.length >= 8),
      'must have passwords of at least eight characters',
    )
    .describe('the Redis with keys and accounts'),
  // More than the default needs a longer `proxy_read_timeout` of nginx.
  REDIS_TIMEOUT_MS: timeoutSchema.describe(
    `milliseconds (${min} to ${max}) to wait for one answer of Redis`,
  ),
  DIST_DIR: distDirSchema.describe("the build's output folder"),
  BASE_URL: parsedBy(parseBaseUrl)
    .default('http://localhost:8080')
    .describe('public address of the API, with which the type of every problem begins'),
  TEST_KEYS: z
    .enum(testKeysSettings)
    .default('enabled')
    .describe('disabled: test keys are refused as invalid_key, like unknown keys'),
});

/** The text that the service prints for `--help`. */
export const usage = `Usage: node --import tsx pricing-service/main.ts

Serves keyed product details and net prices until SIGTERM. Its settings are environment
variables; REDIS_URL_FILE names a file that holds REDIS_URL.

${Object.entries(schema.shape)
  .map(([name, setting]) => {
    const { description, def } = setting;
    return `${name.padEnd(20)}  ${description}\n${' '.repeat(22)}(default: ${def.defaultValue})\n`;
  })
  .join('')}`;

/** Returns true for `--help`, false without arguments; throws an `ExpectedError` for any other. */
export function asksForHelp(args: readonly string[]): boolean {
  const unexpected = args.find((argument) => argument !== '--help');
  if (unexpected === undefined) return args.length > 0;
  throw new ExpectedError(
    `unexpected argument "${unexpected}"; the settings are environment variables, which --help lists`,
  );
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws an `Error` that names every invalid variable, without its value. */
export function readConfig(environment: Environment = process.env) {
  return readSettings(schema, environment);
}

/**
 * Reads settings, and secrets from the files that `…_FILE` variables name. Throws an `Error` that
 * names every invalid variable, without its value.
 */
export function readSettings<Settings>(
  settings: z.ZodType<Settings>,
  environment: Environment,
): Settings {
  const result = settings.safeParse(readSecretFiles(environment));
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`wrong settings: ${errors.join('; ')}`);
}
