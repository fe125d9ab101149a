/** Rules about the structure of JSON files: convert schema issues to faults in words that editors understand. */
import { z } from 'zod';
import { languages } from '../../../contract/locales.ts';
import {
  type FaultInFile,
  type Found,
  foundBy,
  type JsonPath,
  type Rule,
} from '../findings/finding.ts';
import { hintsFor } from '../findings/suggest.ts';
import { namesAt, schemaAt } from '../schemas/names-at.ts';
import type { UnknownPlaceholder } from '../schemas/text.ts';
import { explainInvisible } from './text-rules.ts';
import { correctTo } from './value-formats.ts';

const missingField: Rule = {
  id: 'shape/missing-field',
  severity: 'error',
  summary: 'Every field that is not optional exists.',
  remedy: 'Add the field.',
  example: { file: 'products/TEE-1.json', valid: '"brand": "acme",', broken: '' },
};

const unknownField: Rule = {
  id: 'shape/unknown-field',
  severity: 'error',
  summary: 'A file has no unknown field, so that misspelt fields are found.',
  remedy: 'Correct the name, or remove the field.',
  example: { file: 'products/TEE-1.json', valid: '"keywords"', broken: '"keyWords"' },
};

const wrongType: Rule = {
  id: 'shape/wrong-type',
  severity: 'error',
  summary: 'A value is of its field’s type: text, number, true or false, list or object.',
  remedy: 'Write the value as the message says; a number in quotes is a text.',
  example: { file: 'products/TEE-1.json', valid: '"gsm": 180', broken: '"gsm": "180"' },
};

const wrongValue: Rule = {
  id: 'shape/wrong-value',
  severity: 'error',
  summary:
    'A value has the format of its field: an id, a hex colour, an absolute https URL, a number in its range; braces contain known placeholders.',
  remedy: 'Write the value as the message says.',
  example: { file: 'tags.json', valid: '"rank": "new"', broken: '"rank": "newest"' },
};

/** All rules about the structure of JSON files. */
export const shapeRules: readonly Rule[] = [missingField, unknownField, wrongType, wrongValue];

type Issue = z.core.$ZodIssue;

/**
 * Converts the `issues` that a schema reports about a file to faults. `json` is the parsed file. A misspelt field, such
 * as `colours`, is checked as the field that is meant, unless the object has both; `colors` is then not missing.
 */
export function explainIssues(
  file: string,
  schema: z.core.$ZodType,
  json: unknown,
  issues: readonly Issue[],
): Found[] {
  const found = issues
    .flatMap((issue) => issuesOfOption(schema, issue))
    .flatMap((issue) => explainIssue(file, schema, json, issue));
  const names = found.filter(({ rule }) => rule.id === unknownField.id);
  const meant = new Set(
    names.map(({ fault: { path = [], suggestion } }) =>
      JSON.stringify([...path.slice(0, -1), suggestion]),
    ),
  );
  const isMeant = ({ rule, fault }: Found) =>
    rule.id === missingField.id && meant.has(JSON.stringify(fault.path));
  const below = names.flatMap((name) => explainBelowName(schema, json, name));
  return [...found.filter((each) => !isMeant(each)), ...below];
}

/**
 * Converts an issue about a union (a text or its plural forms) to the issues of the first option that accepts the type
 * of the value, or else of the first. Not of `z.json()`, which reports union issues but is not a `z.ZodUnion`.
 */
function issuesOfOption(schema: z.core.$ZodType, issue: Issue): readonly Issue[] {
  const isUnion = schemaAt(schema, issue.path as JsonPath) instanceof z.ZodUnion;
  if (issue.code !== 'invalid_union' || !isUnion) return [issue];
  const isOtherType = ({ code, path }: Issue) => code === 'invalid_type' && path.length === 0;
  const option = issue.errors.find((issues) => !issues.some(isOtherType)) ?? issue.errors[0] ?? [];
  return option.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

/** Returns the faults inside the value of an unknown field, which the schema has not checked. */
function explainBelowName(
  schema: z.core.$ZodType,
  json: unknown,
  { fault: { file, path = [], suggestion } }: Found,
): Found[] {
  const [above, name] = [path.slice(0, -1), path.at(-1)];
  // In an object with ids as keys, the value is that of any entry.
  const field = schemaAt(schema, above) instanceof z.ZodObject ? suggestion : name;
  if (field === undefined) return [];
  const hasBoth = field !== name && Object.hasOwn(valueAt(json, above) as object, field);
  const meant = schemaAt(schema, [...above, field]);
  if (hasBoth || meant === undefined) return [];
  const value = valueAt(json, path);
  const issues = z.safeParse(meant, value).error?.issues ?? [];
  return explainIssues(file, meant, value, issues).map((each) => ({
    ...each,
    fault: { ...each.fault, path: [...path, ...(each.fault.path ?? [])] },
  }));
}

function valueAt(json: unknown, path: JsonPath): unknown {
  const memberOf = (value: unknown, part: string | number) =>
    (value as Record<string | number, unknown> | undefined)?.[part];
  return path.reduce(memberOf, json);
}

function explainIssue(
  file: string,
  schema: z.core.$ZodType,
  json: unknown,
  issue: Issue,
): readonly Found[] {
  const path = issue.path as JsonPath;
  const value = valueAt(json, path);
  const name = String(path.at(-1));
  const faultOf = (rule: Rule, fault: FaultInFile) => [foundBy(rule, { file, path, ...fault })];
  if (issue.code === 'unrecognized_keys') {
    const allowed = namesAt(schema, path);
    return issue.keys.flatMap((key) =>
      faultOf(unknownField, { path: [...path, key], atName: true, ...explainName(key, allowed) }),
    );
  }
  if (issue.code === 'invalid_key') {
    const [reason] = issue.issues;
    const message = `"${name}" ${reason?.message ?? 'is not an allowed name'}`;
    return faultOf(unknownField, { atName: true, message, ...correctionOf(reason, name) });
  }
  const isOfType = issue.code === 'invalid_type';
  if (value === undefined && (isOfType || issue.code === 'invalid_value')) {
    return faultOf(missingField, { message: `the field "${name}" is missing; add it` });
  }
  return isOfType
    ? faultOf(wrongType, { message: explainType(issue.expected, value, schemaAt(schema, path)) })
    : faultOf(wrongValue, explainValue(issue, value));
}

/** Names that editors give fields of a product → where this information comes from. */
const writtenElsewhere: Readonly<Record<string, string>> = {
  slug: 'the slug follows the SKU',
  price: 'prices are rows of prices/msrp.csv',
  prices: 'prices are rows of prices/msrp.csv',
  stock: 'stock is in inventory.csv',
  inventory: 'stock is in inventory.csv',
};

function explainName(name: string, allowed: readonly string[]): FaultInFile {
  const elsewhere = allowed.includes('sku') ? writtenElsewhere[name] : undefined;
  if (elsewhere !== undefined) {
    return { message: `"${name}" is not a field: ${elsewhere}; remove it` };
  }
  const hints = hintsFor(name, allowed);
  const problem = explainInvisible(name, hints.suggestion) ?? 'is not a known field';
  return { message: `"${name}" ${problem}`, ...hints };
}

/** Formats a value for a message: as JSON, cut to 40 characters (the last is `…`) if longer. */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

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

function explainType(expected: string, value: unknown, field?: z.core.$ZodType): string {
  const isPerLanguage =
    field instanceof z.ZodObject && languages.every((each) => each in field.shape);
  if (isPerLanguage && (typeof value === 'string' || Array.isArray(value))) {
    return `${show(value)} must be written for each language: {"${languages.join('": …, "')}": …}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return 'the number is too large';
  const isNumber = expected === 'number' && /^-?\d+([.,]\d+)?$/.test(String(value));
  const remedy = isNumber ? `: ${String(value).replace(',', '.')}` : '';
  const members = field instanceof z.ZodObject ? Object.entries(field.shape) : [];
  const required = members.filter(([, member]) => !(member instanceof z.ZodExactOptional));
  const named = required.map(([name]) => `"${name}"`).join(', ');
  const content = named === '' ? '' : ` with ${named}`;
  return `${show(value)} must be ${typeNames[expected] ?? expected}${content}${remedy}`;
}

function explainValue(issue: Issue, value: unknown): FaultInFile {
  if (issue.code === 'invalid_value') {
    const message = `${show(value)} is not one of the allowed values`;
    return { message, ...hintsFor(String(value), issue.values.map(String)) };
  }
  if (issue.code === 'custom' && issue.params !== undefined) {
    const { written, allowed } = issue.params as UnknownPlaceholder;
    const message = `${show(written)} is not a known placeholder`;
    return { message, ...hintsFor(written, allowed) };
  }
  // A field of any JSON value refuses only numbers that are parsed as infinite.
  if (issue.code === 'invalid_union') return { message: 'contains a number that is too large' };
  // Replaces `Too small: expected number to be >=1`, a message of Zod.
  const problem = issue.message
    .replace(/^Too .* to (be|have) >=(\S+)/, 'must $1 $2 or more')
    .replace(/^Too .* to (be|have) <=(\S+)/, 'must $1 $2 or less')
    .replace(/^Too .* to be >/, 'must be more than ');
  // A message that begins with a verb needs a subject.
  const needsValue = /^(is|has|are|must|takes) /.test(problem);
  const message = needsValue ? `${show(value)} ${problem}` : problem;
  return { message, ...correctionOf(issue, value) };
}

/** Returns `{ suggestion }` with a corrected text if `issue` is that a text does not match a pattern. */
function correctionOf(issue: Issue | undefined, value: unknown): { readonly suggestion?: string } {
  if (issue?.code !== 'invalid_format' || issue.format !== 'regex') return {};
  const { pattern } = issue;
  if (typeof value !== 'string' || pattern === undefined || value.trim() === '') return {};
  const suggestion = correctTo(new RegExp(pattern.replace(/^\/|\/$/g, '')), value);
  return suggestion === undefined ? {} : { suggestion };
}
