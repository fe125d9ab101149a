import { type ShapeRule, show } from './issue.ts';

const words: Readonly<Record<string, string>> = {
  string: 'a text in double quotes',
  number: 'a number without quotes',
  int: 'a whole number without quotes',
  boolean: 'true or false, without quotes',
  array: 'a list in [ ]',
  object: 'an object in { }',
  record: 'an object in { }',
};

export const wrongType: ShapeRule = {
  id: 'shape/wrong-type',
  severity: 'error',
  summary: 'A value is of its field’s type: text, number, true or false, list or object.',
  remedy: 'Write the value as the message says; quotes make a text of a number.',
  explain({ issue, path, value }) {
    if (issue.code !== 'invalid_type' || value === undefined) return [];
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
      return [{ path, message: 'the number is too large' }];
    }
    const expected = words[issue.expected] ?? issue.expected;
    const isNumber = issue.expected === 'number' && /^-?\d+([.,]\d+)?$/.test(String(value));
    const remedy = isNumber ? `: ${String(value).replace(',', '.')}` : '';
    return [{ path, message: `${show(value)} has to be ${expected}${remedy}` }];
  },
};
