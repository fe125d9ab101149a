/** What a row of the rule tables is: an edit of the fixture content and what a rule finds in the result. */
import type { Finding } from '../../../../build/content/findings/finding.ts';
import type { Edit } from './edited-content.ts';

/**
 * A finding as `file:line:column message [suggestion]`, with `warning` before the message if it is
 * one; or an object of that and further members that the finding must have, such as `allowed`.
 */
export type Expected =
  | string
  | ({ readonly is: string } & {
      readonly [Member in keyof Finding]?: Finding[Member] | undefined;
    });

/** One test of a rule. */
export interface Row {
  /**
   * `finds`: the rule finds what is expected. `finds only`: neither does any other rule find more.
   * `ignores`: the rule finds nothing. `accepts`: the content is valid, so that no rule finds anything.
   */
  readonly verb: 'finds' | 'finds only' | 'ignores' | 'accepts';
  /** The rest of the sentence that the rule's name and the verb begin. */
  readonly what: string;
  readonly edits: readonly Edit[];
  readonly expected: readonly Expected[];
}

/** The rows of each rule, by the rule's name. */
export type RuleRows = Readonly<Record<string, readonly Row[]>>;

type OneOrMore<T> = T | readonly T[];

/** Returns a row in which the rule finds exactly what is expected; other rules may find more. */
export function finds(what: string, edits: OneOrMore<Edit>, expected: OneOrMore<Expected>): Row {
  return { verb: 'finds', what, edits: listOf(edits), expected: listOf(expected) };
}

/** Returns a row in which what is expected is all that any rule finds. */
export function findsOnly(
  what: string,
  edits: OneOrMore<Edit>,
  expected: OneOrMore<Expected>,
): Row {
  return { ...finds(what, edits, expected), verb: 'finds only' };
}

/** Returns a row of content that the rule finds nothing in, though another rule may. */
export function ignores(what: string, ...edits: readonly Edit[]): Row {
  return { verb: 'ignores', what, edits, expected: [] };
}

/** Returns a row of valid content. */
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
