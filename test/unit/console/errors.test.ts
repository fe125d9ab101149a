import { readFileSync } from 'node:fs';
import test from 'ava';
import { readOptions } from '../../../build/console/options.ts';
import { ReleaseError } from '../../../build/output/release-error.ts';
import { ExpectedError, explainFailure } from '../../../console/errors.ts';
import { GuardError } from '../../../releases/guard/guard-release.ts';

/** Calls a function and returns the value that it throws, or its result if it throws nothing. */
function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('an expected failure is printed as its message only', (t) => {
  const errors = [
    new GuardError('too many products are gone', []),
    new ReleaseError('cannot write dist'),
  ];
  for (const error of errors) t.is(explainFailure(error), error.message);
  const refused = thrownBy(() => readFileSync('/nowhere/at-all'));
  t.is(explainFailure(refused), "ENOENT: no such file or directory, open '/nowhere/at-all'");
  const option = thrownBy(() => readOptions(['--format', 'xml']));
  t.is(explainFailure(option), '--format takes text, json, github; not "xml"');
});

test('an unknown option is explained with the usage and keeps its cause', (t) => {
  const error = thrownBy(() => readOptions(['--unknown']));
  t.true(error instanceof ExpectedError);
  const { message, cause } = error as ExpectedError;
  t.regex(message, /^Unknown option '--unknown'.*\n\nUsage: npm run build/s);
  t.is((cause as NodeJS.ErrnoException).code, 'ERR_PARSE_ARGS_UNKNOWN_OPTION');
});

test('a compiler bug is reported as such, with its stack and causes', (t) => {
  const cause = new TypeError('brackets is not iterable');
  const text = explainFailure(new Error('product TEE-1 cannot be rendered', { cause }));
  t.regex(
    text,
    /^this is a fault of the program, not of its input; please report all of it:\nError: /,
  );
  t.regex(text, /Error: product TEE-1 cannot be rendered\n +at .*errors\.test/);
  t.regex(text, /\[cause\]: TypeError: brackets is not iterable\n +at .*errors\.test/);
});
