/** A rule about every text of every JSON file, whatever field it stands in. */
import type { Rule } from '../../findings/rule.ts';

export interface TextRule extends Rule {
  /** What is wrong with a text, and how it would be right where that is certain; else undefined. */
  explain(text: string): { readonly message: string; readonly suggestion?: string } | undefined;
}
