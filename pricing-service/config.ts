/**
 * Reads the settings of the service, and contains the text of `--help`, which lists them. In `pricing-service/`, only
 * this file and `keys-command/settings.ts` read the environment.
 */
import { z } from 'zod';
import { ExpectedError } from '../console/errors.ts';
import { readSecretFiles } from '../console/secret-files.ts';
import { parseBaseUrl } from '../contract/base-url.ts';
import { testKeysSettings } from '../contract/test-keys.ts';
import { defaultRedisUrl, parseRedisUrl, passwordsIn } from '../redis/redis-url.ts';
import { timeoutMs } from './redis-accounts.ts';

/**
 * Returns a schema that converts a string with `parse`; if `parse` throws, the validation fails with the message of
 * that error.
 */
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

/**
 * Validates `REDIS_URL`, the URL of the Redis that holds keys and accounts. Returns the URL
 * unchanged, or `defaultRedisUrl` if it is not set.
 */
export const redisUrlSchema = parsedBy((text) => {
  parseRedisUrl(text);
  return text;
}).default(defaultRedisUrl);

/** Limits of the HTTP connections between nginx and the service, which `infra/nginx/connections.conf` fits. */
export const connections = {
  /** Longer than nginx keeps idle connections, so that it never sends a request on one that is being closed. */
  keepAliveMs: 65_000,
  /** Maximum size of the URL and all headers together, in bytes; nginx accepts as much. */
  maxHeaderBytes: 64 * 1024,
  /**
   * Maximum milliseconds to wait for pending requests after SIGTERM: longer than nginx waits for an answer, and short
   * enough for the process to end within 10 seconds.
   */
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

/**
 * Returns true if the service was started with `--help`, and false if it was started without arguments. Throws an
 * `ExpectedError` that names any other argument.
 */
export function asksForHelp(args: readonly string[]): boolean {
  const unexpected = args.find((argument) => argument !== '--help');
  if (unexpected === undefined) return args.length > 0;
  throw new ExpectedError(
    `unexpected argument "${unexpected}"; the settings are environment variables, which --help lists`,
  );
}

/** The settings of the service, parsed and with defaults. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly metricsHost: string;
  readonly metricsPort: number;
  readonly redisUrl: string;
  readonly redisTimeoutMs: number;
  readonly distDir: string;
  readonly baseUrl: string;
  /** True if requests with test keys get answers (`contract/test-keys.ts`). */
  readonly takesTestKeys: boolean;
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of the pricing service. Throws an `Error` that names every invalid variable, without its value, or
 * the secret file that cannot be used.
 */
export function readConfig(environment: Environment = process.env): Config {
  const data = readSettings(schema, environment);
  return {
    host: data.PRICING_HOST,
    port: data.PRICING_PORT,
    metricsHost: data.PRICING_METRICS_HOST,
    metricsPort: data.PRICING_METRICS_PORT,
    redisUrl: data.REDIS_URL,
    redisTimeoutMs: data.REDIS_TIMEOUT_MS,
    distDir: data.DIST_DIR,
    baseUrl: data.BASE_URL,
    takesTestKeys: data.TEST_KEYS === 'enabled',
  };
}

/**
 * Reads settings from environment variables by a schema, and returns them. A secret may also be in a file: instead of
 * `REDIS_URL`, `REDIS_URL_FILE` may be set to the path of a file that contains the value (`readSecretFiles`). Throws an
 * `Error` that names every invalid variable, without its value. Also throws an `Error` that names the secret if its
 * file cannot be used, or if both variables are set.
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
