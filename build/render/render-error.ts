import { ExpectedError, isFileSystemError } from '../../console/errors.ts';

/** Thrown if a part of a release cannot be rendered: by a bug or, if `cause` is a `MissingDataError`, faulty content. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}

/**
 * Returns the result of `render`. If it throws, throws a `RenderError` whose message names `what`, such as a page or a
 * product; throws a `RenderError`, an `ExpectedError` and a file-system error unchanged.
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
