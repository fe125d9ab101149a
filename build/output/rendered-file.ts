import { ExpectedError, isFileSystemError } from '../../console/errors.ts';
import type { Stamp } from './stamps.ts';

/** A file of a release as rendered, before it is compressed and written. */
export interface RenderedFile {
  /** The paths of the file within the release; a file with several paths is stored under each of them. */
  readonly paths: readonly [string, ...string[]];
  readonly bytes: Buffer;
  /** The lengths of the pieces in which a long file is compressed (`gzip-pieces.ts`). */
  readonly pieces?: readonly number[];
}

/** A file of the content that a release contains unchanged; its bytes are not in memory. */
export interface ContentFile extends Pick<RenderedFile, 'paths'> {
  /** Size and SHA-256 of the file when the content was opened. */
  readonly stamp: Stamp;
  /** Returns the bytes. Throws `ReleaseError` if the file has changed, and file-system errors. */
  read(): Buffer;
}

/**
 * Thrown if a part of a release cannot be rendered: a product, a file such as a page, or all pages together. The message
 * says which. If `cause` is a `MissingTextError` or `MissingEntryError`, a shared file lacks a text or an entry;
 * otherwise there is a bug.
 */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}

/**
 * Calls `render` and returns its result. If `render` throws, throws a `RenderError` whose message names `what`, such as
 * a file or a product. Throws a `RenderError`, an `ExpectedError` and a file-system error of `render` unchanged.
 */
export function wrapRenderErrors<Result>(what: string, render: () => Result): Result {
  try {
    return render();
  } catch (cause) {
    if (cause instanceof RenderError || cause instanceof ExpectedError) throw cause;
    // Pages show details of products, which are read from files.
    if (isFileSystemError(cause)) throw cause;
    throw new RenderError(`cannot render ${what}: ${(cause as Error).message}`, { cause });
  }
}

/** Renders a value as UTF-8 JSON without line breaks, the format of every JSON document of the API. */
export function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
