/** The settings of the service. Besides those of `keys-command/`, nothing else in it reads the environment. */
import { z } from 'zod';
import { parseBaseUrl } from '../contract/base-url.ts';

/** The Redis with keys, accounts and net prices. */
export const redisUrlSchema = z.url({ protocol: /^rediss?$/ }).default('redis://127.0.0.1:6379');

const schema = z.object({
  /** Address to listen on. The service is for nginx on the same machine: keep it on loopback. */
  PRICING_HOST: z.string().min(1).default('127.0.0.1'),
  /** Port to listen on; 0 takes a free one. */
  PRICING_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65535, 'must be a number from 0 to 65535')
    .default(8081),
  REDIS_URL: redisUrlSchema,
  /** The build's output folder. */
  DIST_DIR: z.string().min(1).default('dist'),
  /** Public address of the API: the beginning of every problem's `type`. */
  BASE_URL: z
    .string()
    .transform((text, context) => {
      try {
        return parseBaseUrl(text);
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    })
    .default('http://localhost:8080'),
});

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly redisUrl: string;
  readonly distDir: string;
  readonly baseUrl: string;
}

/** An environment's variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings; throws as `readSettings` does. */
export function readConfig(environment: Environment = process.env): Config {
  const { PRICING_HOST, PRICING_PORT, REDIS_URL, DIST_DIR, BASE_URL } = readSettings(
    schema,
    environment,
  );
  return {
    host: PRICING_HOST,
    port: PRICING_PORT,
    redisUrl: REDIS_URL,
    distDir: DIST_DIR,
    baseUrl: BASE_URL,
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
