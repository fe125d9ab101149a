import type { Draft } from '../../../content/draft.ts';
import { hintsFor } from '../../../content/findings/known-values.ts';
import { onceADraft } from '../once-a-draft.ts';
import { type ContentRule, eachProduct } from '../rule.ts';

const sides = ['front', 'back'] as const;

/** A drawing is two files, one a side. */
export const unknownDrawing: ContentRule = {
  id: 'product/unknown-drawing',
  severity: 'error',
  summary: 'The drawing of a product is there from both sides.',
  remedy: 'Correct the name, or add <name>-front.svg and <name>-back.svg to drawings/.',
  check: eachProduct(function* ({ drawing }, draft) {
    if (drawing === undefined) return;
    const missing = filesOf(drawing).filter((file) => !draft.drawings.has(file));
    if (missing.length === 0) return;
    const message = `"${drawing}" is not drawn from both sides: drawings/ has no ${missing.join(' and no ')}`;
    // Where one side is there, the name is right.
    const hints = missing.length === sides.length ? hintsFor(drawing, wholeDrawings(draft)) : {};
    yield { path: ['drawing'], message, ...hints };
  }),
};

const wholeDrawings = onceADraft(({ drawings }: Draft): ReadonlySet<string> => {
  const names = [...drawings.keys()].map((file) => file.replace(/-(front|back)\.svg$/, ''));
  return new Set(names.filter((name) => filesOf(name).every((file) => drawings.has(file))));
});

/** The files of a drawing, in `drawings/`. */
export function filesOf(drawing: string): string[] {
  return sides.map((side) => `${drawing}-${side}.svg`);
}
