import type { TextRule } from './text-rule.ts';

// Everything that shows nothing: C0 and C1 controls, soft hyphens, zero-width marks, line separators.
const invisible = /[\p{Cc}\u00AD\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/u;
const names: Readonly<Record<string, string>> = {
  '\n': 'a line break',
  '\r': 'a line break',
  '\t': 'a tab',
};

export const controlCharacter: TextRule = {
  id: 'text/control-character',
  severity: 'error',
  summary: 'Texts hold no control characters, line breaks or invisible marks.',
  remedy: 'Delete the character; retyping the words around it removes it too.',
  explain(text) {
    const [found] = invisible.exec(text) ?? [];
    if (found === undefined) return undefined;
    const known = names[found];
    if (known !== undefined) return { message: `holds ${known}; write a space instead` };
    const code = `U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
    return { message: `holds an invisible character (${code}); remove it` };
  },
};
