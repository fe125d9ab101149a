/**
 * The pin of an output folder, `dist/pinned`: an operator has gone back to a release, and neither a deploy nor a pull
 * replaces it until the operator says so.
 */
import { readFile, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../build/output/install.ts';
import { ReleaseError, wrapFileSystemErrors } from '../build/output/release-error.ts';
import { ExpectedError } from '../console/errors.ts';
import { linkedRelease, undefinedIfMissing } from './release-store.ts';

const pinSchema = z.object({ release: z.string(), since: z.iso.datetime(), by: z.string() });
/** The pinned release, when it was pinned (ISO 8601), and the user who did it. */
export type Pin = z.infer<typeof pinSchema>;

const pinFile = 'pinned';

/**
 * Returns the pin of the current release, or undefined if there is none. A pin of another release has no effect: it is
 * left by a command that was killed. Throws `ReleaseError` if the pin cannot be read.
 */
export async function readPin(out: string): Promise<Pin | undefined> {
  const path = join(out, pinFile);
  const text = await wrapFileSystemErrors(`cannot read ${path}`, () =>
    undefinedIfMissing(readFile(path, 'utf8')),
  );
  if (text === undefined) return undefined;
  try {
    const pin = pinSchema.parse(JSON.parse(text));
    return pin.release === (await linkedRelease(out, 'current')) ? pin : undefined;
  } catch (cause) {
    if (cause instanceof ReleaseError) throw cause;
    throw new ReleaseError(
      `${path} is damaged; remove it, or activate the release that you want to keep again`,
      { cause },
    );
  }
}

/** Writes the pin of a release, atomically. Throws `ReleaseError` for file-system errors. */
export function writePin(out: string, pin: Pin): Promise<void> {
  return replaceFile(join(out, pinFile), `${JSON.stringify(pin)}\n`);
}

/** Removes the pin, if there is one. Throws `ReleaseError` for file-system errors. */
export function removePin(out: string): Promise<void> {
  const path = join(out, pinFile);
  return wrapFileSystemErrors(`cannot remove ${path}`, () => rm(path, { force: true }));
}

/** Returns a new pin of a release: by the user who runs this command, or who has called sudo. */
export function createPin(release: string, environment: NodeJS.ProcessEnv, nowMs: number): Pin {
  const by = environment['SUDO_USER'] || userInfo().username;
  return { release, since: new Date(nowMs).toISOString(), by };
}

/** Describes a pin in a line for operators, such as `release 1f… is pinned since 2026-12-01 09:30 UTC by anna`. */
export function describePin({ release, since, by }: Pin): string {
  return `release ${release} is pinned since ${since.slice(0, 16).replace('T', ' ')} UTC by ${by}`;
}

/** Thrown if a command made a release that is not current because another is pinned: its operator wanted that. */
export class PinnedError extends ExpectedError {
  override readonly name = 'PinnedError';
}

/** Explains why a new release did not become current, and how it does. */
export function explainPin(release: string, pin: Pin): string {
  return `release ${release} was made but is not current: ${describePin(pin)}; --unpin makes the new one current`;
}
