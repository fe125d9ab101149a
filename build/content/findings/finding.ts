/** The types of problems in content: rules return faults, and the compiler reports findings. */

import { compare } from '../compare.ts';

/** An error prevents a release; a warning does so only in a strict build. */
export type Severity = 'error' | 'warning';

/** The path to a value in a JSON file: member names and indexes. */
export type JsonPath = readonly (string | number)[];

/** The result of a rule: the place in the content and the problem. */
export interface Fault {
  /** File within the content folder. */
  readonly file: string;
  /** In a JSON file: the path of the value, or of the nearest existing value above it. */
  readonly path?: JsonPath;
  /** Points to the member's name instead of its value. */
  readonly atName?: boolean;
  /** In a table: the line where the row begins, counted from 1. */
  readonly line?: number;
  /** In a table: the column's name. */
  readonly column?: string;
  /** In a text that could not be parsed: offset and length in UTF-16 units. */
  readonly span?: readonly [offset: number, length: number];
  /** The problem, the reason and the remedy, in one or two sentences. */
  readonly message: string;
  /** All allowed values, if they can be listed. */
  readonly allowed?: readonly string[];
  /** The value that was probably meant. */
  readonly suggestion?: string;
  /** Used to remove consequences of other faults; never reported. */
  readonly about?: Subject;
}

/** Data of a fault by which related faults are recognized as its cause or consequence. */
export interface Subject {
  /** An unknown name, its table, and the number of uses in this fault. */
  readonly reference?: { readonly table: string; readonly id: string };
  /** The file of the product that the fault concerns. */
  readonly product?: string;
  readonly sku?: string;
  /** Number of rows of the table with the fault. */
  readonly rows?: number;
  /** The same for one problem that occurs in several tables. */
  readonly same?: string;
  /** The prices that a market lacks. */
  readonly missing?: MissingPrices;
  /** The quantity at which the prices begin. */
  readonly quantity?: number;
  /** The prices that the fault compares, as `file:line`. */
  readonly compared?: readonly string[];
}

/** The tables without a price for a product in the currency of a market. */
export interface MissingPrices {
  readonly market: string;
  readonly currency: string;
  readonly tables: readonly string[];
}

/** Identifies the kind of a fault; part of every rule. */
export interface FaultKind {
  /** Stable id, such as `product/unknown-color`. */
  readonly id: string;
  readonly severity: Severity;
}

/** The text about a rule in `docs/rules.md`. */
export interface Rule extends FaultKind {
  /** A sentence that describes valid content. */
  readonly summary: string;
  /** The remedy for a fault. */
  readonly remedy: string;
}

/** A rule that readers apply to bytes and texts; each defines its own detector methods. */
export interface LoadRule extends Rule {
  readonly [method: string]: string | ((...args: never[]) => unknown);
}

/** A fault with the rule that found it. */
export interface Found {
  readonly rule: FaultKind;
  readonly fault: Fault;
}

/** Returns a rule's fault with the rule's id. */
export function foundBy({ id, severity }: FaultKind, fault: Fault): Found {
  return { rule: { id, severity }, fault };
}

/** A reported fault: with its position as editors count it, and the surrounding lines. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  /** Counted from 1; undefined if the whole file is meant. */
  readonly line?: number;
  /** Counted from 1 in UTF-16 units, as in editors. */
  readonly column?: number;
  /** First column after the fault, on the same line. */
  readonly endColumn?: number;
  /** In JSON: a path such as `colors[2].color`. */
  readonly path?: string;
  /** In a table: the row number in a spreadsheet, and the name of the column. */
  readonly row?: number;
  readonly columnName?: string;
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string;
  /** The surrounding lines, with a mark below the fault. */
  readonly frame?: readonly string[];
}

/** Thrown if content cannot be compiled; contains every finding, sorted by file, line and column. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map(toHeadline).join('\n'));
    this.findings = findings;
  }
}

/** Formats a finding as one line: `products/TEE100.json:14:18 error product/unknown-color: …`. */
export function toHeadline(finding: Finding): string {
  const { severity, rule, message } = finding;
  return escapeControls(`${placeOf(finding)} ${severity} ${rule}: ${message}`);
}

function placeOf({ file, line, column }: Finding): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

/** Sorts findings by file, then line, then column, then rule. */
export function sortFindings(findings: Iterable<Finding>): Finding[] {
  return [...findings].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      compare(a.line ?? 0, b.line ?? 0) ||
      compare(a.column ?? 0, b.column ?? 0) ||
      compare(a.rule, b.rule),
  );
}

/**
 * Characters that change a terminal's output: controls, line separators, and marks that change text
 * direction.
 */
export const controls = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns text on one line, with every control character escaped, such as `\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => {
    const json = JSON.stringify(character).slice(1, -1);
    if (json !== character) return json;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
