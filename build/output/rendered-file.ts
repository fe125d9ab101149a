/** A file of a release before it is encoded. */
export interface RenderedFile {
  /** Where it goes, below the release; more than one where several names have the same bytes. */
  readonly paths: readonly [string, ...string[]];
  readonly bytes: Buffer;
}

/** Thrown when a file of a release cannot be rendered: a fault of the program, named by what it was rendering. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}

/** Renders something; throws `RenderError`, which names it, for whatever is thrown meanwhile. */
export function rendering<Result>(what: string, render: () => Result): Result {
  try {
    return render();
  } catch (cause) {
    if (cause instanceof RenderError) throw cause;
    throw new RenderError(`cannot render ${what}: ${(cause as Error).message}`, { cause });
  }
}

/** One line of JSON: what every document of the API is. */
export function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
