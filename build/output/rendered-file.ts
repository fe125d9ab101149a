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

/** Renders a value as UTF-8 JSON without line breaks, the format of every JSON document of the API. */
export function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
