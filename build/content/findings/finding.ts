/** What is wrong with content, and where: a rule tells faults, the compiler reports findings. */

import { compare } from '../compare.ts';

/** An error keeps a release from being made; a warning does not, unless the build is strict. */
export type Severity = 'error' | 'warning';

/** Members and indexes that lead to a value in a JSON file. */
export type JsonPath = readonly (string | number)[];

/** What a rule returns: the place in the content's own terms, and what is wrong. */
export interface Fault {
  /** File below the content folder. */
  readonly file: string;
  /** In a JSON file: the value, or the nearest one above it that is there. */
  readonly path?: JsonPath;
  /** Points at the member's name instead of its value. */
  readonly atName?: boolean;
  /** In a table: the line on which the row begins, from 1. */
  readonly line?: number;
  /** In a table: the column's name. */
  readonly column?: string;
  /** In a text that could not be parsed: an offset and a length in UTF-16 units. */
  readonly span?: readonly [offset: number, length: number];
  /** What is wrong, why, and what to do, in one sentence or two. */
  readonly message: string;
  /** Every value that would do, where there is a list of them. */
  readonly allowed?: readonly string[];
  /** The value that was probably meant. */
  readonly suggestion?: string;
  /** For folding consequences into their cause; never reported. */
  readonly about?: Subject;
}

/** What a fault is about: plain data by which other faults are recognized as its cause or consequence. */
export interface Subject {
  /** A name that does not exist, the table that lacks it, and how often the fault counts it. */
  readonly reference?: { readonly table: string; readonly id: string };
  /** The file of the product that the fault concerns. */
  readonly product?: string;
  readonly sku?: string;
  /** How many rows of the table have the fault. */
  readonly rows?: number;
  /** Equal for one fault in several tables. */
  readonly same?: string;
  /** The prices that a market lacks. */
  readonly missing?: MissingPrices;
  /** The quantity at which the prices begin. */
  readonly quantity?: number;
  /** The prices that the fault compares, as `file:line`. */
  readonly compared?: readonly string[];
}

/** Tables that have no price for a product in the currency of a market. */
export interface MissingPrices {
  readonly market: string;
  readonly currency: string;
  readonly tables: readonly string[];
}

/** Names the kind of a fault; part of every rule. */
export interface FaultKind {
  /** Stable name, `product/unknown-color`. */
  readonly id: string;
  readonly severity: Severity;
}

/** What `docs/rules.md` says of a rule. */
export interface Rule extends FaultKind {
  /** What valid content is like, as one sentence. */
  readonly summary: string;
  /** What to do about a fault. */
  readonly remedy: string;
}

/** A rule that readers apply to bytes and texts; each defines its own detector methods. */
export interface LoadRule extends Rule {
  readonly [method: string]: string | ((...args: never[]) => unknown);
}

/** A fault and the rule that found it. */
export interface Found {
  readonly rule: FaultKind;
  readonly fault: Fault;
}

/** Returns a rule's fault with the rule's name. */
export function foundBy({ id, severity }: FaultKind, fault: Fault): Found {
  return { rule: { id, severity }, fault };
}

/** A fault as it is reported: with its place as an editor counts it, and the lines around it. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  /** From 1; absent where the whole file is meant. */
  readonly line?: number;
  /** From 1, in UTF-16 units, as editors count. */
  readonly column?: number;
  /** First column after the fault, on the same line. */
  readonly endColumn?: number;
  /** In JSON: `colors[2].color`. */
  readonly path?: string;
  /** In a table: the row as a spreadsheet numbers it, and the name of the column. */
  readonly row?: number;
  readonly columnName?: string;
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string;
  /** The lines around the fault, with a mark below it. */
  readonly frame?: readonly string[];
}

/** Thrown when content cannot be compiled; holds every finding, sorted by file, line and column. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map(toHeadline).join('\n'));
    this.findings = findings;
  }
}

/** A finding in one line: `products/TEE100.json:14:18 error product/unknown-color: …`. */
export function toHeadline(finding: Finding): string {
  const { severity, rule, message } = finding;
  return escapeControls(`${placeOf(finding)} ${severity} ${rule}: ${message}`);
}

function placeOf({ file, line, column }: Finding): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

/** Sorts by file, then line, then column, then rule. */
export function sortFindings(findings: Iterable<Finding>): Finding[] {
  return [...findings].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      compare(a.line ?? 0, b.line ?? 0) ||
      compare(a.column ?? 0, b.column ?? 0) ||
      compare(a.rule, b.rule),
  );
}

/** Characters that a terminal obeys: controls, line separators, and marks that change text direction. */
export const controls = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns text on one line, with every control character as `\u001b` and the like. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => {
    const json = JSON.stringify(character).slice(1, -1);
    if (json !== character) return json;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
