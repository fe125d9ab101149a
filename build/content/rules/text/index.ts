/** Looks at every text of a JSON file with every text rule. */

import type { Found, JsonPath } from '../../findings/finding.ts';
import { foundBy } from '../../findings/rule.ts';
import { controlCharacter } from './control-character.ts';
import { html } from './html.ts';
import { notNfc } from './not-nfc.ts';
import { straySpace } from './stray-space.ts';
import type { TextRule } from './text-rule.ts';

export const textRules: readonly TextRule[] = [controlCharacter, html, notNfc, straySpace];

/** Every fault in the texts of a file's JSON. */
export function checkTexts(file: string, json: unknown): Found[] {
  const found: Found[] = [];
  visitTexts(json, [], (text, path) => {
    for (const rule of textRules) {
      const told = rule.explain(text);
      if (told) found.push(foundBy(rule, { file, path, ...told }));
    }
  });
  return found;
}

function visitTexts(
  json: unknown,
  path: JsonPath,
  see: (text: string, path: JsonPath) => void,
): void {
  if (typeof json === 'string') see(json, path);
  else if (Array.isArray(json)) {
    for (const [index, element] of json.entries()) visitTexts(element, [...path, index], see);
  } else if (typeof json === 'object' && json !== null) {
    for (const [name, member] of Object.entries(json)) visitTexts(member, [...path, name], see);
  }
}
