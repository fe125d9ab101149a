/**
 * Test cases of content rules: an edit of the fixture content, and the findings that the rule then has (see `tables/`).
 */
import type { Finding } from '../../../../../build/content/findings/finding.ts';
import type { Edit } from './edited-content.ts';

/**
 * An expected finding: a text `file:line:column message [suggestion]`, such as
 * `colors.json:30:5 "nvay" is not used [navy]`, in which `warning` precedes the message of a warning. Or an object with
 * this text (`is`) and further members that the finding must have, such as `allowed`.
 */
export type Expected =
  | string
  | ({ readonly is: string } & {
      readonly [Member in keyof Finding]?: Finding[Member] | undefined;
    });

/** A test case of one rule. */
export interface Row {
  /**
   * `finds`: the rule has exactly the expected findings. `finds only`: in addition, no other rule has a finding.
   * `ignores`: the rule has no finding. `accepts`: no rule has a finding, because the content is valid.
   */
  readonly verb: 'finds' | 'finds only' | 'ignores' | 'accepts';
  /** The rest of the test title, after the name of the rule and the verb. */
  readonly what: string;
  readonly edits: readonly Edit[];
  readonly expected: readonly Expected[];
}

/** Name of a rule → its test cases. */
export type RuleRows = Readonly<Record<string, readonly Row[]>>;

type OneOrMore<T> = T | readonly T[];

/**
 * Returns a test case: after `edits` of the fixture content, the rule has exactly the expected findings; other rules
 * may have findings too. `what` describes the edits in the test title.
 */
export function finds(what: string, edits: OneOrMore<Edit>, expected: OneOrMore<Expected>): Row {
  return { verb: 'finds', what, edits: listOf(edits), expected: listOf(expected) };
}

/** Returns a test case like that of `finds`, which also requires that no other rule has a finding. */
export function findsOnly(
  what: string,
  edits: OneOrMore<Edit>,
  expected: OneOrMore<Expected>,
): Row {
  return { ...finds(what, edits, expected), verb: 'finds only' };
}

/** Returns a test case: after `edits`, the rule has no finding; other rules may have findings. */
export function ignores(what: string, ...edits: readonly Edit[]): Row {
  return { verb: 'ignores', what, edits, expected: [] };
}

/** Returns a test case: after `edits`, the content is valid, so that no rule has a finding. */
export function accepts(what: string, ...edits: readonly Edit[]): Row {
  return { verb: 'accepts', what, edits, expected: [] };
}

/** Returns a finding as text, in the form that `Expected` describes: `file:line:column message [suggestion]`. */
export function inShort({ file, line, column, severity, message, suggestion }: Finding): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const warning = severity === 'warning' ? 'warning ' : '';
  return `${place} ${warning}${message}${suggestion === undefined ? '' : ` [${suggestion}]`}`;
}

function listOf<T>(values: OneOrMore<T>): readonly T[] {
  return Array.isArray(values) ? values : [values as T];
}
