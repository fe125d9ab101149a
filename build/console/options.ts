/** The options of `npm run build`, which `npm run deploy` also accepts. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ExpectedError, parseWithUsage } from '../../console/errors.ts';
import { parseBaseUrl } from '../../contract/base-url.ts';
import type { DeployOptions } from '../../releases/deploy/deploy.ts';
import { type DangerKind, dangerKinds } from '../../releases/guard/dangers.ts';
import { type Format, formats } from '../check/findings/formats.ts';
import type { Day } from '../content/dates.ts';
import { daySchema } from '../content/schemas/values.ts';
import { buildUsage, deployUsage } from './usage.ts';

/** The options of the function `deploy`, and those that only the command line has. */
export type BuildOptions = DeployOptions & {
  readonly format: Format;
  /**
   * Set for `--due`: deploy the stored content, and only if this is due (`findDue`). Without `baseUrl`, the address of
   * the current release stays.
   */
  readonly due?: { readonly baseUrl: string | undefined };
  /** If true, the release has the catalogue browser even if `catalogue.json` does not ask for it. */
  readonly hasBrowser?: boolean;
};

const defaultBaseUrl = 'http://localhost:8080';

/**
 * Parses the arguments of the command with this usage, `npm run build` or `npm run deploy`. Returns undefined for
 * `--help`. Throws `ExpectedError` for an unknown, invalid or contradictory option.
 */
export function readOptions(args: string[], usage = buildUsage): BuildOptions | undefined {
  const { values } = parseOptions(args, usage);
  if (values.help) return undefined;
  const { out, strict, at, unpin: unpins, 'dry-run': dryRun, due: isDue } = values;
  const { 'base-url': url } = values;
  for (const name of ['dry-run', 'due'] as const) {
    if (values[name] && usage !== deployUsage) {
      throw new ExpectedError(`--${name} is an option of npm run deploy`);
    }
  }
  for (const name of ['content', 'at', 'dry-run', 'unpin'] as const) {
    if (isDue && values[name]) {
      throw new ExpectedError(`--due deploys the stored content as it is now; leave out --${name}`);
    }
  }
  return {
    ...{ content: values.content ?? 'content', out, strict, dryRun, unpins },
    ...(isDue && { due: { baseUrl: url === undefined ? undefined : readBaseUrl(url) } }),
    ...(at !== undefined && { at: readMoment(at) }),
    hasBrowser: values.browser,
    baseUrl: readBaseUrl(url ?? defaultBaseUrl),
    format: oneOf(formats, '--format', values.format),
    accept: values.accept.flatMap((list) => list.split(',').flatMap(readDangers)),
  };
}

function parseOptions(args: string[], usage: string) {
  return parseWithUsage(usage, () =>
    parseArgs({
      args,
      options: {
        content: { type: 'string' },
        out: { type: 'string', default: 'dist' },
        'base-url': { type: 'string' },
        at: { type: 'string' },
        strict: { type: 'boolean', default: false },
        browser: { type: 'boolean', default: false },
        format: { type: 'string', default: 'text' },
        accept: { type: 'string', multiple: true, default: [] },
        'dry-run': { type: 'boolean', default: false },
        due: { type: 'boolean', default: false },
        unpin: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }),
  );
}

function readMoment(text: string): Date | Day {
  if (daySchema.safeParse(text).success) return text;
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text);
  throw new ExpectedError(
    `--at takes a day such as 2026-12-01 or a moment such as 2026-12-01T06:00:00-05:00; not "${text}"`,
  );
}

function readDangers(text: string): readonly DangerKind[] {
  const kind = oneOf([...dangerKinds, 'all'], '--accept', text.trim());
  return kind === 'all' ? dangerKinds : [kind];
}

function oneOf<Value extends string>(
  values: readonly Value[],
  option: string,
  text: string,
): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) {
    throw new ExpectedError(`${option} takes ${values.join(', ')}; not "${text}"`);
  }
  return found;
}

function readBaseUrl(text: string): string {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    throw new ExpectedError(`--base-url "${text}" ${(error as Error).message}`);
  }
}
