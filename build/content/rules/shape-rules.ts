/**
 * Rules about the structure of JSON files: convert schema issues to faults in words that editors understand.
 */
import { z } from 'zod';
import { languages } from '../../../contract/locales.ts';
import { type Fault, type Found, foundBy, type JsonPath, type Rule } from '../findings/finding.ts';
import { hintsFor, suggest } from '../findings/suggest.ts';
import { namesAt, schemaAt, withoutWrappers } from '../schemas/names-at.ts';
import type { UnknownPlaceholder } from '../schemas/text.ts';
import { explainInvisible } from './text-rules.ts';
import { correctTo } from './value-formats.ts';

/** A problem that a schema reports about the text of a JSON file: the JSON path of the member, and its value. */
export interface ShapeIssue {
  readonly issue: z.core.$ZodIssue;
  readonly path: JsonPath;
  /** The value at the path; undefined if the path does not exist. */
  readonly value: unknown;
  /** The schema of the whole file. */
  readonly schema: z.core.$ZodType;
}

/** A rule that explains certain problems that a schema reports, in words that editors understand. */
export interface ShapeRule extends Rule {
  /** Returns the faults for a problem; an empty list if this rule does not apply to it. */
  explain(issue: ShapeIssue): Omit<Fault, 'file'>[];
}

/**
 * Formats a value for a message: as JSON, cut to 40 characters (the last is `…`) if longer; `nothing` for
 * undefined.
 */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

const missingField: ShapeRule = {
  id: 'shape/missing-field',
  severity: 'error',
  summary: 'Every field that is not optional exists.',
  remedy: 'Add the field.',
  explain({ issue, path, value }) {
    const isMissing =
      value === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
    return isMissing ? [{ path, message: `the field "${path.at(-1)}" is missing; add it` }] : [];
  },
};

/** Names that editors give fields of a product → where this information comes from. */
const writtenElsewhere: Readonly<Record<string, string>> = {
  slug: 'the slug follows the SKU',
  price: 'prices are rows of prices/msrp.csv',
  prices: 'prices are rows of prices/msrp.csv',
  stock: 'stock is in inventory.csv',
  inventory: 'stock is in inventory.csv',
};

const unknownField: ShapeRule = {
  id: 'shape/unknown-field',
  severity: 'error',
  summary: 'A file has no unknown field, so that misspelt fields are found.',
  remedy: 'Correct the name, or remove the field.',
  explain({ issue, path, schema }) {
    if (issue.code === 'invalid_key') {
      const name = String(path.at(-1));
      const [reason] = issue.issues;
      const message = `"${name}" ${reason?.message ?? 'is not an allowed name'}`;
      return [{ path, atName: true, message, ...correctionOf(reason, name) }];
    }
    if (issue.code !== 'unrecognized_keys') return [];
    const allowed = namesAt(schema, path);
    return issue.keys.map((name) => {
      const elsewhere = allowed.includes('sku') ? writtenElsewhere[name] : undefined;
      if (elsewhere !== undefined) {
        const message = `"${name}" is not a field: ${elsewhere}; remove it`;
        return { path: [...path, name], atName: true, message };
      }
      const suggestion = suggest(name, allowed);
      return {
        path: [...path, name],
        atName: true,
        message: `"${name}" ${explainInvisible(name, suggestion) ?? 'is not a known field'}`,
        allowed,
        ...(suggestion !== undefined && { suggestion }),
      };
    });
  },
};

/** Name of a type in Zod, such as `array` → its description in messages. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'a text in double quotes',
  number: 'a number without quotes',
  int: 'a whole number without quotes',
  boolean: 'true or false, without quotes',
  array: 'a list in [ ]',
  object: 'an object in { }',
  record: 'an object in { }',
};

/**
 * Returns what to write in a field that has a text or list for each language, if its `value` is a text or list without
 * a language: for "Lantern", `a text for each language: write {"en": "Lantern", "fr": "…"}`. Otherwise returns
 * undefined.
 */
function formPerLanguage(field: z.core.$ZodType | undefined, value: unknown): string | undefined {
  if (!(field instanceof z.ZodObject) || !languages.every((each) => each in field.shape))
    return undefined;
  const takesList = withoutWrappers(field.shape[languages[0]]) instanceof z.ZodArray;
  const texts: readonly unknown[] = takesList && Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const shortened = texts.map((text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text));
  const shown = [...shortened.slice(0, 3), ...(texts.length > 3 ? ['…'] : [])];
  const form = (written: readonly string[]) => JSON.stringify(takesList ? written : written[0]);
  const [first, ...others] = languages;
  const members = [
    `"${first}": ${form(shown)}`,
    ...others.map((each) => `"${each}": ${form(['…'])}`),
  ];
  return `a ${takesList ? 'list' : 'text'} for each language: write {${members.join(', ')}}`;
}

const wrongType: ShapeRule = {
  id: 'shape/wrong-type',
  severity: 'error',
  summary: 'A value is of its field’s type: text, number, true or false, list or object.',
  remedy: 'Write the value as the message says; a number in quotes is a text.',
  explain({ issue, path, value, schema }) {
    if (issue.code !== 'invalid_type' || value === undefined) return [];
    const form = formPerLanguage(schemaAt(schema, path), value);
    if (form !== undefined) return [{ path, message: `${show(value)} must be ${form}` }];
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
      return [{ path, message: 'the number is too large' }];
    }
    const expected = typeNames[issue.expected] ?? issue.expected;
    const isNumber = issue.expected === 'number' && /^-?\d+([.,]\d+)?$/.test(String(value));
    const remedy = isNumber ? `: ${String(value).replace(',', '.')}` : '';
    return [{ path, message: `${show(value)} must be ${expected}${remedy}` }];
  },
};

const wrongValue: ShapeRule = {
  id: 'shape/wrong-value',
  severity: 'error',
  summary:
    'A value has the format of its field: an id, a hex colour, an absolute https URL, a number in its range; braces contain known placeholders.',
  remedy: 'Write the value as the message says.',
  explain({ issue, path, value }) {
    if (issue.code === 'invalid_value') {
      const message = `${show(value)} is not one of the allowed values`;
      return [{ path, message, ...hintsFor(String(value), new Set(issue.values.map(String))) }];
    }
    if (issue.code === 'custom' && issue.params !== undefined) {
      const { written, allowed } = issue.params as UnknownPlaceholder;
      const message = `${show(written)} is not a known placeholder`;
      return [{ path, message, ...hintsFor(written, new Set(allowed)) }];
    }
    // A field of any JSON value refuses only numbers that are parsed as infinite.
    if (issue.code === 'invalid_union') {
      return [{ path, message: 'contains a number that is too large' }];
    }
    const range = explainRange(issue);
    const message = range ? `${show(value)} ${range}` : withValue(issue.message, value);
    return [{ path, message, ...correctionOf(issue, value) }];
  },
};

/**
 * Returns `{ suggestion }` with a corrected text if `issue` is that a text does not match a pattern. Returns an empty
 * object for other issues, or if no correction is found.
 */
function correctionOf(
  issue: z.core.$ZodIssue | undefined,
  value: unknown,
): Pick<Fault, 'suggestion'> {
  if (issue?.code !== 'invalid_format' || issue.format !== 'regex') return {};
  const { pattern } = issue;
  if (typeof value !== 'string' || pattern === undefined || value.trim() === '') return {};
  const suggestion = correctTo(new RegExp(pattern.replace(/^\/|\/$/g, '')), value);
  return suggestion === undefined ? {} : { suggestion };
}

/**
 * Prepends the value to a message that begins with a verb: `is not an id` → `"Navy blue" is not an id`. Returns other
 * messages unchanged.
 */
function withValue(message: string, value: unknown): string {
  return /^(is|has|are|must|takes) /.test(message) ? `${show(value)} ${message}` : message;
}

function explainRange(issue: ShapeIssue['issue']): string | undefined {
  if (issue.code === 'too_small' && issue.message.startsWith('Too small')) {
    const { origin, minimum, inclusive } = issue;
    if (origin === 'array') return `must have ${minimum} or more elements`;
    return `must be ${inclusive ? `${minimum} or more` : `more than ${minimum}`}`;
  }
  if (issue.code === 'too_big' && issue.message.startsWith('Too big')) {
    return `must be ${issue.maximum} or less`;
  }
  return undefined;
}

/**
 * All rules about the structure of JSON files, in the order in which they are tried. The last one explains
 * every problem that the others do not.
 */
export const shapeRules: readonly ShapeRule[] = [missingField, unknownField, wrongType, wrongValue];

/**
 * Converts the `issues` that a schema reports about a file to faults. `json` is the parsed file. For a misspelt field,
 * such as `colours`, omits the fault that `colors` is missing. The schema does not check the value of such a field;
 * this function checks it as the value of `colors`, unless the object has both, and returns its faults too. Throws an
 * error if no rule explains an issue, which would be a bug.
 */
export function explainIssues(
  file: string,
  schema: z.core.$ZodType,
  json: unknown,
  issues: readonly z.core.$ZodIssue[],
): Found[] {
  const found = withoutMisspelt(
    issues
      .flatMap((issue) => issuesOfOption(schema, issue))
      .flatMap((issue) => {
        const path = issue.path as JsonPath;
        const shapeIssue = { issue, path, value: valueAt(json, path), schema };
        for (const rule of shapeRules) {
          const faults = rule.explain(shapeIssue);
          if (faults.length > 0) return faults.map((fault) => foundBy(rule, { file, ...fault }));
        }
        throw new Error(`no rule explains ${issue.code}`);
      }),
  );
  return [...found, ...found.flatMap((each) => explainBelowName(schema, json, each))];
}

/**
 * Converts an issue about a union (a text or its plural forms) to the issues of one of its options: the first option
 * that accepts the type of the value, otherwise the first option. Returns other issues unchanged, also those about
 * `z.json()`, which reports union issues but is not a `z.ZodUnion`.
 */
function issuesOfOption(schema: z.core.$ZodType, issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  const isUnion = schemaAt(schema, issue.path as JsonPath) instanceof z.ZodUnion;
  if (issue.code !== 'invalid_union' || !isUnion) return [issue];
  const isOtherType = ({ code, path }: z.core.$ZodIssue) =>
    code === 'invalid_type' && path.length === 0;
  const option = issue.errors.find((issues) => !issues.some(isOtherType)) ?? issue.errors[0] ?? [];
  return option.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

/**
 * If `fault` is about an unknown field, returns the faults inside its value, which the schema has not checked. In an
 * object with ids as keys, checks the value as an entry. In other objects, checks it as the field that `fault`
 * suggests; returns an empty list if it suggests none or the object already has that field. Returns an empty list for
 * other faults.
 */
function explainBelowName(schema: z.core.$ZodType, json: unknown, { rule, fault }: Found): Found[] {
  const { file, path = [], suggestion } = fault;
  if (rule.id !== unknownField.id) return [];
  const above = path.slice(0, -1);
  const parent = schemaAt(schema, above);
  const isMember = parent instanceof z.ZodObject;
  const object = valueAt(json, above) as object;
  if (isMember && (suggestion === undefined || Object.hasOwn(object, suggestion))) return [];
  const meant = schemaAt(schema, [...above, isMember ? String(suggestion) : String(path.at(-1))]);
  if (meant === undefined) return [];
  const value = valueAt(json, path);
  const result = z.safeParse(meant, value);
  if (result.success) return [];
  return explainIssues(file, meant, value, result.error.issues).map((each) => ({
    ...each,
    fault: { ...each.fault, path: [...path, ...(each.fault.path ?? [])] },
  }));
}

/**
 * Omits each fault about a missing field, such as `colors`, that another fault suggests as the name of a misspelt one.
 */
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
