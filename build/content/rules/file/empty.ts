import type { Rule } from '../../findings/rule.ts';

/** Told by the load step. */
export const emptyFile: Rule = {
  id: 'file/empty',
  severity: 'error',
  summary: 'No JSON file or table is empty.',
  remedy: 'Write its content, or remove the file of a product that is gone.',
};
