import type { Rule } from '../../findings/rule.ts';

/** Told by the load step, which reads the files. */
export const unreadableFile: Rule = {
  id: 'file/unreadable',
  severity: 'error',
  summary: 'Every file that the catalogue needs is there and can be read.',
  remedy: 'Add the missing file, or give the person who builds the right to read it.',
};
