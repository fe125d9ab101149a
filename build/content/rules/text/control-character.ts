import type { TextRule } from './text-rule.ts';

// Everything that shows nothing: C0 and C1 controls; soft hyphens, zero-width marks and the marks that
// turn the direction of writing (Cf); line separators; halves of surrogate pairs (Cs), which strict
// readers of JSON refuse.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const half = /\p{Cs}/u;
const names: Readonly<Record<string, string>> = {
  '\n': 'a line break',
  '\r': 'a line break',
  '\t': 'a tab',
};

export const controlCharacter: TextRule = {
  id: 'text/control-character',
  severity: 'error',
  summary:
    'Texts hold no control characters, line breaks, invisible marks or halves of characters.',
  remedy: 'Delete the character; retyping the words around it removes it too.',
  explain(text) {
    const [found] = invisible.exec(text) ?? [];
    if (found === undefined) return undefined;
    const known = names[found];
    if (known !== undefined) return { message: `holds ${known}; write a space instead` };
    const code = `U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
    if (half.test(found)) {
      return { message: `holds half of a character (${code}); write the whole of it` };
    }
    return { message: `holds an invisible character (${code}); remove it` };
  },
};
