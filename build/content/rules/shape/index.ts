/** Issues of a schema in, faults in an editor's words out. */
import type { z } from 'zod';
import type { Found, JsonPath } from '../../findings/finding.ts';
import { foundBy } from '../../findings/rule.ts';
import type { ShapeRule } from './issue.ts';
import { missingField } from './missing-field.ts';
import { unknownField } from './unknown-field.ts';
import { wrongType } from './wrong-type.ts';
import { wrongValue } from './wrong-value.ts';

/** The first that explains an issue has it; the last explains every one. */
export const shapeRules: readonly ShapeRule[] = [missingField, unknownField, wrongType, wrongValue];

/** Explains every issue that a schema has with the value of a file. */
export function explainIssues(
  file: string,
  schema: z.ZodType,
  json: unknown,
  issues: readonly z.core.$ZodIssue[],
): Found[] {
  const found = issues.flatMap((issue) => {
    const path = issue.path as JsonPath;
    const shapeIssue = { issue, path, value: valueAt(json, path), schema };
    for (const rule of shapeRules) {
      const faults = rule.explain(shapeIssue);
      if (faults.length > 0) return faults.map((fault) => foundBy(rule, { file, ...fault }));
    }
    throw new Error(`no rule explains ${issue.code}`);
  });
  return withoutMisspelt(found);
}

/** A required field that is there under a misspelt name is told once, at that name. */
function withoutMisspelt(found: readonly Found[]): Found[] {
  const meant = new Set(
    found.flatMap(({ rule, fault: { path = [], suggestion } }) =>
      rule.id === unknownField.id && suggestion !== undefined
        ? [JSON.stringify([...path.slice(0, -1), suggestion])]
        : [],
    ),
  );
  return found.filter(
    ({ rule, fault }) => rule.id !== missingField.id || !meant.has(JSON.stringify(fault.path)),
  );
}

function valueAt(json: unknown, path: JsonPath): unknown {
  let value = json;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}
