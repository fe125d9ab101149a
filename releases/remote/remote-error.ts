import { ExpectedError } from '../../console/errors.ts';

/** Thrown if a push or a pull cannot continue. The message is one line and contains no secret. */
export class RemoteError extends ExpectedError {
  override readonly name = 'RemoteError';
}
