import { ExpectedError, isFileSystemError } from '../../console/errors.ts';

/**
 * Thrown if a part of a release cannot be rendered: a product, a file such as a page, or all pages together. The message
 * says which. If `cause` is a `MissingDataError`, a shared file lacks a text or an entry;
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
