import { hintsFor } from '../../findings/known-values.ts';
import type { UnknownWord } from '../../schemas/templates.ts';
import { type ShapeRule, show } from './issue.ts';

export const wrongValue: ShapeRule = {
  id: 'shape/wrong-value',
  severity: 'error',
  summary:
    'A value has its field’s form: an id, a hex colour, an absolute https URL, a number in its range; what stands in braces is filled in.',
  remedy: 'Write the value as the message says.',
  explain({ issue, path, value }) {
    if (issue.code === 'invalid_value') {
      const message = `${show(value)} is not one of the values that are allowed here`;
      return [{ path, message, ...hintsFor(String(value), new Set(issue.values.map(String))) }];
    }
    if (issue.code === 'custom' && issue.params !== undefined) {
      const { written, allowed } = issue.params as UnknownWord;
      const message = `${show(written)} is not filled in here`;
      return [{ path, message, ...hintsFor(written, new Set(allowed)) }];
    }
    // Open content is JSON whatever it says, but for numbers that are read as infinite.
    if (issue.code === 'invalid_union') {
      return [{ path, message: 'holds a number that is too large' }];
    }
    const range = explainRange(issue);
    const message = range ? `${show(value)} ${range}` : explainOwn(issue.message, value);
    return [{ path, message }];
  },
};

/** Messages of our own schemas begin with a verb and speak of the value. */
function explainOwn(message: string, value: unknown): string {
  return /^(is|has|are|must|takes) /.test(message) ? `${show(value)} ${message}` : message;
}

function explainRange(
  issue: Parameters<typeof wrongValue.explain>[0]['issue'],
): string | undefined {
  if (issue.code === 'too_small' && issue.message.startsWith('Too small')) {
    const { origin, minimum, inclusive } = issue;
    if (origin === 'array') return `has to hold ${minimum} or more`;
    return `has to be ${inclusive ? `${minimum} or more` : `more than ${minimum}`}`;
  }
  if (issue.code === 'too_big' && issue.message.startsWith('Too big')) {
    return `has to be ${issue.maximum} or less`;
  }
  return undefined;
}
