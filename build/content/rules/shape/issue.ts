/** What the rules of shape look at: one issue of a schema, and the value it is about. */
import type { z } from 'zod';
import type { Fault, JsonPath } from '../../findings/finding.ts';
import type { Rule } from '../../findings/rule.ts';

export interface ShapeIssue {
  readonly issue: z.core.$ZodIssue;
  readonly path: JsonPath;
  /** The value at the path; undefined when there is none. */
  readonly value: unknown;
  /** The schema of the whole file. */
  readonly schema: z.core.$ZodType;
}

/** A rule that puts an issue of the schema into an editor's words. */
export interface ShapeRule extends Rule {
  /** The faults that an issue is; empty when it is another rule's. */
  explain(issue: ShapeIssue): Omit<Fault, 'file'>[];
}

/** A value as it is shown in a message: short, on one line. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
