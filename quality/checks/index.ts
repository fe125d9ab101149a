import { compare } from '../../build/content/compare.ts';
import { appearanceChecks } from './appearance.ts';
import type { QualityCheck } from './check.ts';
import { garmentChecks } from './garment.ts';
import { textChecks } from './texts.ts';

/** All quality checks, sorted by id. */
export const qualityChecks: readonly QualityCheck[] = [
  ...appearanceChecks,
  ...garmentChecks,
  ...textChecks,
].sort((a, b) => compare(a.id, b.id));
