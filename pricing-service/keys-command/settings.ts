/**
 * Reads the settings of `npm run keys` and `npm run backup`. The other files of these two commands do not read the
 * environment.
 */
import { hostname, userInfo } from 'node:os';
import { z } from 'zod';
import { distDirSchema, type Environment, readSettings, redisUrlSchema } from '../config.ts';
import { UsageError } from './failures.ts';

const schema = z.object({
  REDIS_URL: redisUrlSchema,
  DIST_DIR: distDirSchema,
  /** `disabled` prevents new keys; existing ones keep working. */
  KEY_ISSUANCE: z.enum(['enabled', 'disabled']).default('enabled'),
  /** The user who ran sudo; the audit stream names this user instead of root. */
  SUDO_USER: z.string().optional(),
});

/** The settings of a command, from the environment. */
export interface Settings {
  readonly redisUrl: string;
  readonly distDir: string;
  /** True if new keys may be created (`KEY_ISSUANCE`). */
  readonly issuesKeys: boolean;
  /** The person who runs the command, for the audit stream: `user@host`. */
  readonly by: string;
}

/**
 * Reads the settings of `npm run keys` and `npm run backup`. Throws a `UsageError` that names every invalid variable,
 * without its value, or the secret file that cannot be used.
 */
export function readCommandSettings(environment: Environment = process.env): Settings {
  try {
    const { REDIS_URL, DIST_DIR, KEY_ISSUANCE, SUDO_USER } = readSettings(schema, environment);
    return {
      redisUrl: REDIS_URL,
      distDir: DIST_DIR,
      issuesKeys: KEY_ISSUANCE === 'enabled',
      by: `${SUDO_USER || userName()}@${hostname()}`,
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers have users without a name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
