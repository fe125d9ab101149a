/** The settings of the service. Only this file and `keys-command/settings.ts` read the environment. */
import { z } from 'zod';
import { readSecretFiles } from '../console/secret-files.ts';
import { parseBaseUrl } from '../contract/base-url.ts';
import { testKeysSettings } from '../contract/test-keys.ts';
import { defaultRedisUrl, parseRedisUrl } from '../redis/redis-url.ts';
import { defaultTimeoutMs, timeoutBoundsMs } from './accounts/bounds.ts';

/** Returns a schema that converts a string with `parse`; the message of an error of `parse` becomes the issue. */
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
 * Validates `REDIS_URL`, the URL of the Redis that holds keys, accounts and net prices (decision 37).
 */
export const redisUrlSchema = parsedBy((text) => {
  parseRedisUrl(text);
  return text;
}).default(defaultRedisUrl);

const hostSchema = z.string().min(1).default('127.0.0.1');

/** Validates a port and converts it to a number; 0 selects a free one. */
const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65535, 'must be a number from 0 to 65535');

const [shortestTimeoutMs, longestTimeoutMs] = timeoutBoundsMs;
const timeoutHint = `must be a number of milliseconds from ${shortestTimeoutMs} to ${longestTimeoutMs}`;

const timeoutSchema = z
  .string()
  .regex(/^\d{1,5}$/, timeoutHint)
  .transform(Number)
  .refine((ms) => ms >= shortestTimeoutMs && ms <= longestTimeoutMs, timeoutHint)
  .default(defaultTimeoutMs);

const schema = z.object({
  /** Address to listen on for requests from nginx on the same machine: keep it on loopback. */
  PRICING_HOST: hostSchema,
  PRICING_PORT: portSchema.default(8081),
  /** Listen address of metrics, liveness and readiness: keep it on loopback too. */
  PRICING_METRICS_HOST: hostSchema,
  PRICING_METRICS_PORT: portSchema.default(9121),
  REDIS_URL: redisUrlSchema,
  /**
   * Maximum wait for one reply of Redis, in milliseconds; more than 450 needs a longer `proxy_read_timeout` of nginx.
   */
  REDIS_TIMEOUT_MS: timeoutSchema,
  /** The build's output folder. */
  DIST_DIR: z.string().min(1).default('dist'),
  /** Public URL of the API, such as `https://api.example.com`; the `type` of every problem begins with it. */
  BASE_URL: parsedBy(parseBaseUrl).default('http://localhost:8080'),
  /** If `disabled`, test keys are refused with `invalid_key`, like keys that were never issued. */
  TEST_KEYS: z.enum(testKeysSettings).default('enabled'),
});

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
 * Reads settings from environment variables by a schema, and returns them. Secrets may be in files: `REDIS_URL_FILE`,
 * for example, is the path of a file that contains the value of `REDIS_URL`. Throws an `Error` that names every invalid
 * variable, without its value, or the secret file that cannot be used.
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
