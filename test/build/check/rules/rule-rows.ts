/** A row of the rule tables: an edit of the fixture content, and the findings of a rule after it. */
import type { Finding } from '../../../../build/content/findings/finding.ts';
import type { Edit } from './edited-content.ts';

/**
 * A finding as `file:line:column message [suggestion]`, with `warning` before the message of a warning; or an object
 * with that text and further members that the finding must have, such as `allowed`.
 */
export type Expected =
  | string
  | ({ readonly is: string } & {
      readonly [Member in keyof Finding]?: Finding[Member] | undefined;
    });

/** One test of a rule. */
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

/** The rows of each rule, by its name. */
export type RuleRows = Readonly<Record<string, readonly Row[]>>;

type OneOrMore<T> = T | readonly T[];

/**
 * Returns a test case of a rule: after `edits` of the fixture content, which `what` describes, the rule has exactly the
 * expected findings. Other rules may have findings too.
 */
export function finds(what: string, edits: OneOrMore<Edit>, expected: OneOrMore<Expected>): Row {
  return { verb: 'finds', what, edits: listOf(edits), expected: listOf(expected) };
}

/** Returns a test case like `finds`, in which the expected findings are the only findings of all rules. */
export function findsOnly(
  what: string,
  edits: OneOrMore<Edit>,
  expected: OneOrMore<Expected>,
): Row {
  return { ...finds(what, edits, expected), verb: 'finds only' };
}

/** Returns a row in which the rule has no finding; other rules may have some. */
export function ignores(what: string, ...edits: readonly Edit[]): Row {
  return { verb: 'ignores', what, edits, expected: [] };
}

/** Returns a row in which no rule has a finding, because the content is valid. */
export function accepts(what: string, ...edits: readonly Edit[]): Row {
  return { verb: 'accepts', what, edits, expected: [] };
}

/** Returns a finding in the form of `Expected`. */
export function inShort({ file, line, column, severity, message, suggestion }: Finding): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const warning = severity === 'warning' ? 'warning ' : '';
  return `${place} ${warning}${message}${suggestion === undefined ? '' : ` [${suggestion}]`}`;
}

function listOf<T>(values: OneOrMore<T>): readonly T[] {
  return Array.isArray(values) ? values : [values as T];
}
