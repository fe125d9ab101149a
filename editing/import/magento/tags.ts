/** The merchandising flags of an export in, this catalogue's tags out. */
import type { z } from 'zod';
import type { tagsSchema } from '../../../build/content/schemas/shared.ts';
import { type Attributes, isYes } from './attributes.ts';

type TagTable = z.infer<typeof tagsSchema>['tags'];

/** The flag's attribute code and the tag it stands for; the first that applies is taken. */
const flags = [
  ['erin_recommends', 'best-seller', { label: { en: 'Recommended' }, rank: 'best-seller' }],
  ['new', 'new', { label: { en: 'New' }, rank: 'new' }],
  ['eco_collection', 'eco-pick', { label: { en: 'Eco pick' }, rank: 'other' }],
] as const;

/** The id of a style's tag, or undefined. */
export function tagOf(attributes: Attributes): string | undefined {
  return flags.find(([code]) => isYes(attributes, code))?.[1];
}

/** The tags that are used, as `tags.json` holds them. */
export function toTagTable(used: ReadonlySet<string | undefined>): TagTable {
  return Object.fromEntries(flags.filter(([, id]) => used.has(id)).map(([, id, tag]) => [id, tag]));
}
