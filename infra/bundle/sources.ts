/**
 * Records the sources of a bundle and checks whether they have changed. This module is part of every bundle.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The state of a source file when it was bundled, by which a later change is noticed. */
export interface SourceState {
  /** Size of the file in bytes. */
  readonly size: number;
  /** Time of the last write, in milliseconds since 1970. */
  readonly mtimeMs: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/** The sources of a bundle: path within the project → state when it was bundled. */
export type Sources = Readonly<Record<string, SourceState>>;

/**
 * Reads a file of the project, and returns its bytes and its state (size, time and SHA-256). Throws file-system errors.
 */
export function readSource(project: string, path: string): { bytes: Buffer; state: SourceState } {
  const file = join(project, path);
  // The state is read before the bytes: an edit between the two reads then counts as a change.
  const { size, mtimeMs } = statSync(file);
  const bytes = readFileSync(file);
  return { bytes, state: { size, mtimeMs, sha256: hash(bytes) } };
}

/**
 * Returns the path of the first source that is missing or whose content has changed since it was bundled, or undefined
 * if all are unchanged. A file with the same size and time is not read, so that checking about 600 files takes a few
 * milliseconds.
 */
export function findChangedSource(project: string, sources: Sources): string | undefined {
  return Object.keys(sources).find((path) => {
    const source = sources[path];
    return source === undefined || hasChanged(join(project, path), source);
  });
}

function hasChanged(file: string, { size, mtimeMs, sha256 }: SourceState): boolean {
  const now = statSync(file, { throwIfNoEntry: false });
  if (now === undefined || now.size !== size) return true;
  // Copies and checkouts change times without changing content.
  return now.mtimeMs !== mtimeMs && hash(readFileSync(file)) !== sha256;
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
