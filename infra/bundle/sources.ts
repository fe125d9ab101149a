/** The sources that a bundle was made from, and whether they are still the same. Part of every bundle. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One file as it was when it was bundled. */
export interface SourceState {
  readonly size: number;
  readonly mtimeMs: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}

/** Path within the project → state. */
export type Sources = Readonly<Record<string, SourceState>>;

/** Reads a file of the project and its state. Throws what the file system throws. */
export function readSource(project: string, path: string): { bytes: Buffer; state: SourceState } {
  const file = join(project, path);
  // Before the bytes: a later edit makes the state another one, and never the reverse.
  const { size, mtimeMs } = statSync(file);
  const bytes = readFileSync(file);
  return { bytes, state: { size, mtimeMs, sha256: hash(bytes) } };
}

/**
 * Returns the first source that has other content than it had when it was bundled, or is missing. A file of the
 * same size and time is not read: some 350 files take a few milliseconds.
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
