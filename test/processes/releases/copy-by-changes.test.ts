/**
 * A client that updates a copy by `/v1/products/changes`, compared with the export, over random edits and rollbacks.
 */
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { shortHash } from '../../../build/content/sha256.ts';
import { type Locale, locales } from '../../../contract/locales.ts';
import { changesFiles, publicFiles } from '../../../contract/release.ts';
import { type Changes, changesSchema } from '../../../contract/schemas/changes.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { dangerKinds } from '../../../releases/guard/dangers.ts';
import { linkedRelease } from '../../../releases/release-store.ts';
import { swapRelease } from '../../../releases/swap.ts';
import { baseUrl, fixtureContent, makeFolder } from '../../helpers/content.ts';
import { applyEdit, editsArbitrary } from '../../helpers/random-edits.ts';

/** Number of random edits, removals and rollbacks. */
const steps = Number(process.env['CHANGES_STEPS'] ?? 48);

/** Number of earlier releases in the history: so few that some copies are too old, and reload everything. */
const knownReleases = 12;

/** Returns functions that read the answers of an edge with one release, in a locale. */
function createEdge(out: string, release: string, locale: Locale) {
  const read = (path: string) => readFile(join(out, path), 'utf8').catch(() => undefined);
  const folder = `releases/${release}/public`;
  return {
    async changes(since: string): Promise<Changes> {
      const answer = (name: string | null) =>
        read(`changes/${release}/${changesFiles.answer(name, locale)}`);
      const text = (await answer(since)) ?? (await answer(null)) ?? '';
      return changesSchema.parse(JSON.parse(text));
    },
    detail: (sku: string) => read(`${folder}/${publicFiles.detail(sku, locale)}`),
    async exported(): Promise<string> {
      const path = publicFiles.export({ route: 'export', extension: 'ndjson' }, locale);
      return gunzipSync(await readFile(join(out, folder, `${path}.gz`))).toString();
    },
  };
}
type Edge = ReturnType<typeof createEdge>;

/** Creates the copy that a client keeps in one locale; `poll` updates it as the guide describes. */
function createCopy() {
  let release = '';
  let releasedAt = '';
  let products = new Map<string, string>();
  const counts = { polls: 0, changed: 0, reloads: 0 };
  return {
    counts,
    release: () => release,
    /** Returns the copy in the form of an export. */
    text: () =>
      [...products]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, text]) => `${text}\n`)
        .join(''),
    /** Asks `edge` for the changes since the release of the copy; reads the changed details from `other`. */
    async poll(edge: Edge, other: Edge): Promise<void> {
      counts.polls += 1;
      const answer = await edge.changes(release);
      // An edge that is behind: the copy stays.
      if (answer.releasedAt < releasedAt) return;
      if (answer.complete) {
        const next = new Map(products);
        for (const each of answer.changes ?? []) {
          const { sku } = each;
          next.delete(sku);
          if (each.change === 'removed') continue;
          const { revision } = each;
          const text = (await other.detail(sku)) ?? '';
          // A detail of another release than the answer: the copy stays.
          if (shortHash(text) !== revision) return;
          next.set(sku, text);
        }
        products = next;
        counts.changed += answer.changes?.length ?? 0;
      } else {
        counts.reloads += 1;
        const lines = (await edge.exported()).split('\n').slice(0, -1);
        products = new Map(lines.map((line) => [(JSON.parse(line) as { sku: string }).sku, line]));
      }
      ({ release, releasedAt } = answer);
    },
  };
}

/** The polls of every sixth step: first of an edge with the current release, then of one with the previous one. */
const newThenOld = [false, true].map((behind) => ({ behind, mixed: false }));

test.serial(
  'after random edits, removals and rollbacks, a copy updated by changes equals the export, byte for byte',
  async (t) => {
    const folder = await makeFolder(t);
    const [content, out] = [join(folder, 'content'), join(folder, 'dist')];
    const reset = async () => {
      await rm(content, { recursive: true, force: true });
      await cp(fixtureContent, content, { recursive: true });
    };
    await reset();
    const copies = locales.map((locale) => ({ locale, copy: createCopy() }));
    const seed = fc.sample(fc.integer(), 1)[0] as number;
    t.log(`seed ${seed}`);
    const kinds = ['edit', 'edit', 'edit', 'edit', 'edit', 'rollback', 'reset'];
    const polls = fc.record({ behind: fc.boolean(), mixed: fc.boolean() });
    const plan = fc.sample(
      fc.record({
        kind: fc.constantFrom(...kinds),
        edits: editsArbitrary,
        polls: fc.array(polls, { maxLength: 2 }),
      }),
      { numRuns: steps, seed },
    );
    for (const [at, step] of plan.entries()) {
      const times = { nowMs: at * 3600_000, knownReleases };
      const before = await linkedRelease(out, 'previous');
      if (step.kind === 'rollback' && before !== undefined) {
        await swapRelease({ out, release: before, ...times });
      } else {
        if (step.kind === 'reset') await reset();
        for (const edit of step.edits) await applyEdit(content, edit);
        const options = { content, out, baseUrl, encoding: 'full', accept: dangerKinds } as const;
        await deploy({ ...options, ...times });
      }
      const current = (await linkedRelease(out, 'current')) ?? '';
      const previous = (await linkedRelease(out, 'previous')) ?? current;
      for (const { locale, copy } of copies) {
        const edgeOf = (release: string) => createEdge(out, release, locale);
        for (const { behind, mixed } of at % 6 === 0 ? newThenOld : step.polls) {
          const edge = edgeOf(behind ? previous : current);
          await copy.poll(edge, mixed ? edgeOf(previous) : edge);
          if (![current, previous].includes(copy.release())) continue;
          const expected = await edgeOf(copy.release()).exported();
          if (copy.text() !== expected) t.fail(`step ${at}, ${locale}, seed ${seed}`);
        }
      }
    }
    const current = (await linkedRelease(out, 'current')) ?? '';
    for (const { locale, copy } of copies) {
      const edge = createEdge(out, current, locale);
      while (copy.release() !== current) await copy.poll(edge, edge);
      t.is(copy.text(), await edge.exported());
      t.log(`${locale} ${JSON.stringify(copy.counts)}`);
      const { polls: all, changed, reloads } = copy.counts;
      t.true(all > steps / 3 && changed > steps / 3);
      // Reloads are the first load, and polls of edges that do not know the release yet.
      t.true(reloads < all / 4 + 2, `${reloads} of ${all}`);
    }
  },
);
