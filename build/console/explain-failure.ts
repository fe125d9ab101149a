/** What `npm run build` says when it fails for another reason than faults of the content. */
import { inspect } from 'node:util';
import { GuardError } from '../guard/guard-release.ts';
import { ContentChangedError } from '../load/open-source.ts';
import { ReleaseError } from '../output/release-error.ts';
import { OptionError } from './options.ts';

/** Errors that are told to whoever runs the build: their messages say what to do. */
const told = [OptionError, ContentChangedError, GuardError, ReleaseError];

/**
 * One message for what is expected to happen: the errors above, and what the system refuses. Anything else
 * is a fault of the compiler and is given whole, with stack and causes, for those who mend it.
 */
export function explainFailure(error: unknown): string {
  if (error instanceof Error) {
    const isRefused = 'syscall' in error;
    if (isRefused || told.some((kind) => error instanceof kind)) return error.message;
  }
  return `the compiler failed by a fault of its own; please report all of this:\n${inspect(error)}`;
}
