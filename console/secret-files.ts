/**
 * Reads secret settings from files, because tools and crash reports show the environment of a
 * process.
 */
import { readFileSync } from 'node:fs';
import { ExpectedError } from './errors.ts';

/**
 * Settings with a secret value. Instead of `NAME`, users may set `NAME_FILE` to the path of a file that
 * contains the value.
 */
const secretSettings = ['REDIS_URL', 'SPECIFICATION_TOKEN'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a copy of the environment in which `REDIS_URL` and `SPECIFICATION_TOKEN` may come from files. If
 * `REDIS_URL_FILE` is set, `REDIS_URL` becomes the text of the file at that path, without white space at either end;
 * otherwise `REDIS_URL` is unchanged. `SPECIFICATION_TOKEN_FILE` has the same effect on `SPECIFICATION_TOKEN`. Throws
 * an `ExpectedError` if a setting and its `_FILE` are both set, or if a file cannot be read or has no text but white
 * space. An empty environment variable counts as not set.
 */
export function readSecretFiles(environment: Environment): Environment {
  const secrets = secretSettings.flatMap((name) => {
    const path = environment[`${name}_FILE`];
    if (!path) return [];
    if (environment[name]) throw new ExpectedError(`set ${name} or ${name}_FILE, not both`);
    return [[name, readSecret(`${name}_FILE`, path)]];
  });
  return { ...environment, ...Object.fromEntries(secrets) };
}

function readSecret(name: string, path: string): string {
  let value: string;
  try {
    value = readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new ExpectedError(`${name}: ${(cause as Error).message}`, { cause });
  }
  if (value === '') throw new ExpectedError(`${name}: ${path} is empty`);
  return value;
}
