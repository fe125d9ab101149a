/** `data/findings`: what the compiler found in the content as it was saved. */
import type { FindingsAnswer } from '../answers.ts';
import type { Shown } from './shown.ts';

/** Returns every finding, sorted by file and line. */
export function answerFindings({ findings }: Shown): FindingsAnswer {
  return { findings };
}
