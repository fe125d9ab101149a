/** "Did you mean …?" */
import { closestMatch } from 'leven';

/** The candidate that was probably meant, or undefined: equal but for case, or a few letters off. */
export function suggest(text: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const folded = fold(text);
  const same = all.find((candidate) => fold(candidate) === folded);
  if (same !== undefined) return same;
  const maxDistance = Math.min(3, Math.floor(text.length / 2));
  if (maxDistance === 0) return undefined;
  const closest = closestMatch(folded, all.map(fold), { maxDistance });
  return all.find((candidate) => fold(candidate) === closest);
}

/** Without case, accents and the choice of separator. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
}
