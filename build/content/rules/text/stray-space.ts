import type { TextRule } from './text-rule.ts';

export const straySpace: TextRule = {
  id: 'text/stray-space',
  severity: 'error',
  summary: 'Texts do not begin or end with a space, and no two spaces follow each other.',
  remedy: 'Remove the space.',
  explain(text) {
    // A text that is nothing else is told as an empty one.
    if (text.trim() === '') return undefined;
    const suggestion = text.trim().replace(/ {2,}/g, ' ');
    if (suggestion === text) return undefined;
    const where = text === text.trim() ? 'has two spaces in a row' : 'begins or ends with a space';
    return { message: `${where}; remove it`, suggestion };
  },
};
