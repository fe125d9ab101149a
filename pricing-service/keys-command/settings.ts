/** The settings of the operator's command. This is the only file of it that reads the environment. */
import { hostname, userInfo } from 'node:os';
import { z } from 'zod';
import { type Environment, readSettings, redisUrlSchema } from '../config.ts';
import { UsageError } from './failures.ts';

const schema = z.object({
  REDIS_URL: redisUrlSchema,
  /** Whether keys can be created at present; those that exist work either way (decision 6). */
  KEY_ISSUANCE: z.enum(['enabled', 'disabled']).default('enabled'),
  /** Who became another user by sudo. */
  SUDO_USER: z.string().optional(),
});

export interface Settings {
  readonly redisUrl: string;
  readonly issuesKeys: boolean;
  /** Who runs the command, for the audit stream: `user@host`. */
  readonly by: string;
}

/** Reads the settings; throws a `UsageError` that names every variable that is wrong, never its value. */
export function readCommandSettings(environment: Environment = process.env): Settings {
  try {
    const { REDIS_URL, KEY_ISSUANCE, SUDO_USER } = readSettings(schema, environment);
    return {
      redisUrl: REDIS_URL,
      issuesKeys: KEY_ISSUANCE === 'enabled',
      by: `${SUDO_USER ?? userName()}@${hostname()}`,
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without a name, as containers have.
    return String(process.getuid?.() ?? 'unknown');
  }
}
