/** The rule that reports entries of shared files, drawings and assets that nothing uses, and the uses of ids. */
import type { Fault } from '../../content/findings/finding.ts';
import { unknownUses } from '../../content/findings/relations.ts';
import { memoize } from '../../content/memoize.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { allSources, type ReferenceKind } from '../../content/schemas/references.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import { assetNames, drawingFiles, isRemotePicture } from './pictures.ts';
import type { ContentRule } from './rule.ts';
import { columnsWith } from './unknown-cells.ts';
import { idPlaces, idsIn, productFiles } from './unknown-ids.ts';

const kinds = Object.keys(allSources) as readonly ReferenceKind[];

/** Yields the ids of a kind that the readable content uses. */
function* usesOf(kind: ReferenceKind, content: PartialContent): Generator<string> {
  for (const name of idPlaces.keys()) {
    for (const { id } of idsIn(name, kind, content)) yield id;
  }
  for (const { ids } of columnsWith(kind, content)) yield* ids;
  // The tables have only the rows without a product.
  if (kind === 'locations') yield* content.products.flatMap(({ locations = [] }) => locations);
  if (kind === 'tiers') yield* content.net.keys();
}

/** Kind of id → the ids that the readable content uses; of drawings, the names of the files. */
const usedIds = memoize(
  (content: PartialContent): ReadonlyMap<ReferenceKind, ReadonlySet<string>> =>
    new Map(
      kinds.map((kind) => {
        const ids = [...new Set(usesOf(kind, content))];
        const files = kind === 'drawings' ? ids.flatMap(drawingFiles) : ids;
        return [kind, new Set(files.filter((file) => !isRemotePicture(file)))];
      }),
    ),
);

/** Returns true if all content that may use the ids of a kind could be read. */
function areUsesKnown(kind: ReferenceKind, content: PartialContent): boolean {
  const { products } = content;
  const areProductsWhole = products.length > 0 && products.every(({ whole }) => whole);
  const areMembersKnown = [...idPlaces].every(([name, places]) => {
    const members = places.get(kind)?.map(({ path: [member = ''] }) => member) ?? [];
    if (name === productFiles) return members.length === 0 || areProductsWhole;
    return members.every((member) => !mayBeIncomplete(content, name, member));
  });
  const columns = columnsWith(kind, content);
  return (
    areMembersKnown &&
    columns.every(({ file, readable }) => readable && !mayBeIncomplete(content, file, ''))
  );
}

/** Returns the ids of a kind, or the names of the files, each with the place of its entry. */
export function entriesOf(
  kind: ReferenceKind,
  content: PartialContent,
): ReadonlyMap<string, Omit<Fault, 'message'>> {
  const { file, at } = allSources[kind];
  if (kind === 'assets' || kind === 'drawings') {
    const names = kind === 'assets' ? assetNames(content) : content.drawings.keys();
    return new Map(Array.from(names, (name) => [name, { file: `${file}${name}` }]));
  }
  if (kind === 'sizes') {
    return new Map(content.sizes.map((size, index) => [size, { file, path: [...at, index] }]));
  }
  const ids = [...(content.ids[kind] ?? [])];
  return new Map(ids.map((id) => [id, { file, path: [...at, id], atName: true }]));
}

/** Returns the ids of a kind that the readable content does not use. */
export function unusedIds(kind: ReferenceKind, content: PartialContent): readonly string[] {
  const used = usedIds(content).get(kind);
  return [...entriesOf(kind, content).keys()].filter((id) => !used?.has(id));
}

/** Skips kinds of which uses could not be read, or an unknown id is used, which may mean any entry. */
export const unusedEntry: ContentRule = {
  id: 'shared/unused-entry',
  severity: 'warning',
  summary: 'Every entry of a shared file, every drawing and every asset is used by something.',
  remedy: 'Remove the entry, or refer to it.',
  example: {
    file: 'tags.json',
    valid: '"tags": {',
    broken: `"tags": { "x": { "label": { "en": "A", "fr": "B" }, "rank": "other" },`,
  },
  *check(content) {
    const about = { explainedBy: [unknownUses] };
    for (const kind of kinds) {
      if (!areUsesKnown(kind, content)) continue;
      const entries = entriesOf(kind, content);
      const used = [...(usedIds(content).get(kind) ?? [])];
      if (used.some((id) => !entries.has(id))) continue;
      for (const id of unusedIds(kind, content)) {
        const message = `nothing uses the ${allSources[kind].one} "${id}"`;
        yield { file: '', ...entries.get(id), message, about };
      }
    }
  },
};
