import { compare } from '../../build/content/compare.ts';
import { appearanceChecks } from './appearance.ts';
import type { QualityCheck } from './check.ts';
import { garmentChecks } from './garment.ts';
import { textChecks } from './texts.ts';

/** Every quality check, sorted by id; a new check is a row in one of these tables. */
export const qualityChecks: readonly QualityCheck[] = [
  ...appearanceChecks,
  ...garmentChecks,
  ...textChecks,
].sort((a, b) => compare(a.id, b.id));
