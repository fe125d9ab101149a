/** The settings of the service. Besides those of `keys-command/`, nothing else in it reads the environment. */
import { unescape as unescapePercent } from 'node:querystring';
import { z } from 'zod';
import { parseBaseUrl } from '../contract/base-url.ts';
import { defaultRedisUrl, parseRedisUrl } from '../contract/redis-url.ts';
import { testKeysSettings } from '../contract/test-keys.ts';
import { defaultTimeoutMs, timeoutBoundsMs } from './accounts/bounds.ts';

/** A text that a parser takes; what the parser says of another is its fault. */
function readBy<Value>(parse: (text: string) => Value) {
  return z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  });
}

/** The Redis with keys, accounts and net prices: one server, Sentinel or Cluster (decision 37). */
export const redisUrlSchema = readBy((text) => {
  parseRedisUrl(text);
  return text;
}).default(defaultRedisUrl);

const hostSchema = z.string().min(1).default('127.0.0.1');

/** 0 takes a free one. */
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
  /** Address to listen on. The service is for nginx on the same machine: keep it on loopback. */
  PRICING_HOST: hostSchema,
  PRICING_PORT: portSchema.default(8081),
  /** Address of metrics, liveness and readiness: keep it on loopback too. */
  PRICING_METRICS_HOST: hostSchema,
  PRICING_METRICS_PORT: portSchema.default(9121),
  REDIS_URL: redisUrlSchema,
  /** The longest wait for one answer of Redis; more than 450 needs a longer `proxy_read_timeout` of nginx. */
  REDIS_TIMEOUT_MS: timeoutSchema,
  /** The build's output folder. */
  DIST_DIR: z.string().min(1).default('dist'),
  /** Public address of the API: the beginning of every problem's `type`. */
  BASE_URL: readBy(parseBaseUrl).default('http://localhost:8080'),
  /** `disabled`: test keys are refused as unknown ones are. */
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
  /** Whether test keys are answered (`contract/test-keys.ts`). */
  readonly takesTestKeys: boolean;
}

/** An environment's variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings; throws as `readSettings` does. */
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

/** Settings by a schema; throws an `Error` that names every variable that is wrong, never its value. */
export function readSettings<Settings>(
  settings: z.ZodType<Settings>,
  environment: Environment,
): Settings {
  const result = settings.safeParse(environment);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`wrong settings: ${faults.join('; ')}`);
}

/**
 * The texts among the settings that no log may hold: passwords of Redis, as they stand in its URL and as
 * they are sent. Whatever the form of the URL, so that a new one leaks nothing.
 */
export function secretsOf({ redisUrl }: Pick<Config, 'redisUrl'>): readonly string[] {
  const inLogin = /\/\/[^:@/?#]*:([^/?#]*)@/.exec(redisUrl)?.slice(1) ?? [];
  const inQuery = [...redisUrl.matchAll(/[?&]\w*password=([^&#]*)/gi)].map(([, text = '']) => text);
  const secrets = [...inLogin, ...inQuery].flatMap((text) => [text, unescapePercent(text)]);
  return [...new Set(secrets)].filter((secret) => secret !== '');
}
