/** A file of a release as rendered, before it is compressed and written. */
export interface RenderedFile {
  /** Its paths within the release; several paths have the same bytes. */
  readonly paths: readonly [string, ...string[]];
  readonly bytes: Buffer;
}

/** Thrown if a file of a release cannot be rendered, which is a bug; the message names the file. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}

/**
 * Runs a renderer and returns its result. Any error becomes a `RenderError` with `what`, the name of the file
 * or product.
 */
export function rendering<Result>(what: string, render: () => Result): Result {
  try {
    return render();
  } catch (cause) {
    if (cause instanceof RenderError) throw cause;
    throw new RenderError(`cannot render ${what}: ${(cause as Error).message}`, { cause });
  }
}

/** Renders one line of JSON, the format of every document of the API. */
export function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
