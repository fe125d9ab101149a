/** A file of a release before it is encoded. */
export interface RenderedFile {
  /** Where it goes, below the release; more than one where several names have the same bytes. */
  readonly paths: readonly [string, ...string[]];
  readonly bytes: Buffer;
}

/** One line of JSON: what every document of the API is. */
export function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
