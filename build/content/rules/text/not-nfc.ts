import type { TextRule } from './text-rule.ts';

export const notNfc: TextRule = {
  id: 'text/not-nfc',
  severity: 'error',
  summary: 'Accented letters are single characters (Unicode normalization form C).',
  remedy: 'Retype the letter; text copied from a PDF or a Mac file name often has it in two parts.',
  explain(text) {
    const suggestion = text.normalize('NFC');
    if (suggestion === text) return undefined;
    const letters = [...text];
    const letter = [...suggestion].find((composed, index) => composed !== letters[index]) ?? '';
    return {
      message: `writes "${letter}" as a letter and a separate accent; retype it`,
      suggestion,
    };
  },
};
