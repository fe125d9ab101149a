import type { ShapeRule } from './issue.ts';

export const missingField: ShapeRule = {
  id: 'shape/missing-field',
  severity: 'error',
  summary: 'Every field that is not optional is there.',
  remedy: 'Add the field.',
  explain({ issue, path, value }) {
    const isMissing =
      value === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
    return isMissing ? [{ path, message: `the field "${path.at(-1)}" is missing; add it` }] : [];
  },
};
