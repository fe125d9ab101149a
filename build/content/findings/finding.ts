/** Types of problems in content: rules return faults; the compiler reports them as findings with positions. */
import { compare } from '../compare.ts';

/** An `error` prevents a release; a `warning` does so only in a build with the option `--strict`. */
export type Severity = 'error' | 'warning';

/** The path to a value in a JSON file, such as `['colors', 2, 'color']`. */
export type JsonPath = readonly (string | number)[];

/** A problem as a rule returns it, at a JSON path, a row of a table, a span of text, or of the whole file. */
export interface Fault {
  /** Path of the file within the content folder. */
  readonly file: string;
  /** In a JSON file: the path of the value with the fault, or of a value that is missing. */
  readonly path?: JsonPath;
  /** True if the name of the member at `path` is wrong, such as a misspelt `colour`, and not its value. */
  readonly atName?: boolean;
  /** In a table: the line where the row begins, counted from 1, and the name of the column. */
  readonly line?: number;
  readonly column?: string;
  /** The part of the text to mark, in UTF-16 units. */
  readonly span?: readonly [offset: number, length: number];
  /** The problem, the reason and the remedy, in one or two sentences. */
  readonly message: string;
  /** All allowed values, if they can be listed. */
  readonly allowed?: readonly string[];
  /** The value that was probably meant. */
  readonly suggestion?: string;
  /** How the fault is related to others. Not shown in findings. */
  readonly about?: Relations;
}

/** A fault without its file, which the caller adds. */
export type FaultInFile = Omit<Fault, 'file'>;

/**
 * How a fault is related to others, so that one mistake is one finding (`fold`). A key is any text that says what a
 * fault is about, such as `rows prices/msrp.csv TEE100`.
 */
export interface Relations {
  /** Keys of what this fault explains. */
  readonly explains?: readonly string[];
  /** The fault is not shown if another fault explains one of these keys. */
  readonly explainedBy?: readonly string[];
  /** True if the fault is not shown beside another one at its place. */
  readonly yields?: boolean;
  /** Groups of faults that may be merged into one, in the order to try; a key begins with the kind of its group. */
  readonly groups?: readonly string[];
  /** In a table: the number of rows with this fault, if there are several. */
  readonly rows?: number;
  /** What merging the fault needs, such as the unknown id. */
  readonly facts?: Readonly<Record<string, string | number | undefined>>;
}

/** The id, such as `product/unknown-color`, and severity of the rule that a fault violates. */
export interface FaultKind {
  readonly id: string;
  readonly severity: Severity;
}

/** A rule without its check: id, severity, the texts in `docs/rules.md`, and an example of a mistake. */
export interface Rule extends FaultKind {
  /** A sentence that describes valid content. */
  readonly summary: string;
  /** What the editor must do about a fault. */
  readonly remedy: string;
  /** A mistake that the rule finds; several changes are made together. A symbolic link is no change of a text. */
  readonly example?: Example | readonly Example[];
}

/** A mistake that a rule finds, as a change of valid content; its test makes the change in the fixture content. */
export interface Example {
  readonly file: string;
  /** A text in the file; if it is left out, the file does not exist. */
  readonly valid?: string;
  /** What replaces the text; if it is left out, the file is removed. */
  readonly broken?: string;
}

/** A fault and the rule that found it. */
export interface Found {
  readonly rule: FaultKind;
  readonly fault: Fault;
}

/** Returns a fault with the id and severity of its rule, but without the texts of the rule. */
export function foundBy({ id, severity }: FaultKind, fault: Fault): Found {
  return { rule: { id, severity }, fault };
}

/** A reported fault, with line and column as editors count them (from 1, in UTF-16 units), and the lines around. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  /** Undefined if the finding concerns the whole file, or the file cannot be read; so is `column`. */
  readonly line?: number;
  readonly column?: number;
  /** The column after the fault. */
  readonly endColumn?: number;
  /** In a JSON file: the path as text, such as `colors[2].color`. */
  readonly path?: string;
  /** In a table: the row number that a spreadsheet shows, and the name of the column. */
  readonly row?: number;
  readonly columnName?: string;
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string;
  /** The lines around the fault, each with its line number, and a line of `^` marks below the fault. */
  readonly frame?: readonly string[];
  /** The other places in the file with the same problem, each without what it has in common with the finding. */
  readonly places?: readonly Place[];
}

/** Another place of a repeated problem. `message` and `suggestion` are present if they differ from the finding's. */
export type Place = Pick<
  Finding,
  'line' | 'column' | 'endColumn' | 'path' | 'row' | 'suggestion'
> & { readonly message?: string };

/**
 * Thrown if content has errors or, in a build with `--strict`, warnings, so that no release is made. Has all findings,
 * which must be sorted (`sortFindings`).
 */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map(toHeadline).join('\n'));
    this.findings = findings;
  }
}

/** Formats a finding as one line: `products/TEE100.json:14:18 error product/unknown-color: …`. */
export function toHeadline({ file, line, column, severity, rule, message }: Finding): string {
  const position = [file, line, column].filter((part) => part !== undefined).join(':');
  return escapeControls(`${position} ${severity} ${rule}: ${message}`);
}

/** Returns the findings sorted by file, then line (those without a line first), then column, then rule. */
export function sortFindings(findings: Iterable<Finding>): Finding[] {
  return [...findings].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      compare(a.line ?? 0, b.line ?? 0) ||
      compare(a.column ?? 0, b.column ?? 0) ||
      compare(a.rule, b.rule),
  );
}

/** Matches control characters, line separators, and marks that change the direction of text in a terminal. */
export const controls = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Escapes what `controls` matches, as `\u001b`, so that the result is one line and cannot control a terminal. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => {
    const json = JSON.stringify(character).slice(1, -1);
    if (json !== character) return json;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
