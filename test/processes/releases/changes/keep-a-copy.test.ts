/**
 * A client that updates a copy by `/v1/products/changes`, compared with the export, over random edits and rollbacks.
 */
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { shortHash } from '../../../../build/output/stamps.ts';
import { type Locale, locales } from '../../../../contract/locales.ts';
import { changesFiles, publicFiles } from '../../../../contract/release.ts';
import { type Changes, changesSchema } from '../../../../contract/schemas/changes.ts';
import { activate } from '../../../../releases/deploy/activate.ts';
import { deploy } from '../../../../releases/deploy/deploy.ts';
import { dangerKinds } from '../../../../releases/guard/dangers.ts';
import { linkedRelease } from '../../../../releases/release-store.ts';
import { baseUrl, fixtureContent, makeFolder } from '../../../helpers/content.ts';
import { applyEdit, editsArbitrary } from '../../../helpers/random-edits.ts';

/**
 * Simulates an edge by the files of one release in an output folder. Returns functions that read its answer about
 * changes since a release, the detail of a product, and the export, in a locale.
 */
function createEdge(out: string, release: string, locale: Locale) {
  const read = (path: string) => readFile(join(out, path), 'utf8').catch(() => undefined);
  const folder = `releases/${release}/public`;
  return {
    async changes(since: string): Promise<Changes> {
      const answer = (name: string | null) =>
        read(`changes/${release}/${changesFiles.answer(name, locale)}`);
      const text = (await answer(since)) ?? (await answer(null)) ?? '';
      return changesSchema.strict().parse(JSON.parse(text));
    },
    detail: (sku: string) => read(`${folder}/${publicFiles.detail(sku, locale)}`),
    async exported(): Promise<string> {
      const path = publicFiles.export({ route: 'export', extension: 'ndjson' }, locale);
      return gunzipSync(await readFile(join(out, folder, `${path}.gz`))).toString();
    },
  };
}
type Edge = ReturnType<typeof createEdge>;

/**
 * Creates the copy that a client keeps of the catalogue in one locale, empty at first. `poll` updates it as the guide
 * describes, `release` returns its release and `text` its text in the form of an export; `counts` has the number of
 * polls by outcome.
 */
function createCopy() {
  let release = '';
  let releasedAt = '';
  let products = new Map<string, string>();
  const counts = { polls: 0, changed: 0, behind: 0, mixed: 0, reloads: 0 };
  return {
    counts,
    release: () => release,
    text: () =>
      [...products]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, text]) => `${text}\n`)
        .join(''),
    /**
     * Asks `edge` for the changes since the copy's release, and applies them with details that it reads from `other`.
     * Replaces the copy by the export of `edge` if `edge` does not know that release. Leaves the copy unchanged if the
     * release of `edge` became current before the copy's, or a detail has another revision than its change states.
     */
    async poll(edge: Edge, other: Edge): Promise<void> {
      counts.polls += 1;
      const answer = await edge.changes(release);
      if (answer.releasedAt < releasedAt) {
        counts.behind += 1;
        return;
      }
      if (answer.complete) {
        const next = new Map(products);
        for (const { sku, change, revision } of answer.changes ?? []) {
          next.delete(sku);
          if (change === 'removed') continue;
          const text = (await other.detail(sku)) ?? '';
          if (shortHash(text) !== revision) {
            counts.mixed += 1;
            return;
          }
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

/**
 * Number of earlier releases in the history; lower than in production, so that the release of some copies is too old
 * and they reload everything.
 */
const knownReleases = 12;

/**
 * The polls in every twelfth step, so that these take place with every seed: first of an edge with the current release,
 * then of one with the previous release (`behind`). Details come from the same edge (`mixed` is false).
 */
const newThenOld = [false, true].map((behind) => ({ behind, mixed: false }));

test.serial(
  'after 300 random edits, removals and rollbacks, a copy updated by changes equals the export, byte for byte',
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
    const steps = fc.sample(
      fc.record({
        kind: fc.constantFrom(...['edit', 'edit', 'edit', 'edit', 'edit', 'rollback', 'reset']),
        edits: editsArbitrary,
        polls: fc.array(fc.record({ behind: fc.boolean(), mixed: fc.boolean() }), { maxLength: 2 }),
      }),
      { numRuns: 300, seed },
    );
    for (const [at, { kind, edits, polls }] of steps.entries()) {
      const nowMs = at * 3600_000;
      const before = await linkedRelease(out, 'previous');
      if (kind === 'rollback' && before !== undefined) {
        await activate(before, { out, nowMs, knownReleases });
      } else {
        if (kind === 'reset') await reset();
        for (const edit of edits) await applyEdit(content, edit);
        await deploy({
          content,
          out,
          baseUrl,
          encoding: 'none',
          accept: dangerKinds,
          nowMs,
          knownReleases,
        });
      }
      const current = (await linkedRelease(out, 'current')) ?? '';
      const previous = (await linkedRelease(out, 'previous')) ?? current;
      for (const { locale, copy } of copies) {
        const [new_, old] = [current, previous].map((id) => createEdge(out, id, locale)) as [
          Edge,
          Edge,
        ];
        for (const { behind, mixed } of at % 12 === 0 ? newThenOld : polls) {
          const edge = behind ? old : new_;
          await copy.poll(edge, mixed ? old : edge);
          if (copy.release() === '') continue;
          if (![current, previous].includes(copy.release())) continue;
          const { exported } = createEdge(out, copy.release(), locale);
          if (copy.text() !== (await exported())) t.fail(`step ${at}, ${locale}, seed ${seed}`);
        }
        if (at < steps.length - 1) continue;
        while (copy.release() !== current) await copy.poll(new_, new_);
        t.is(copy.text(), await new_.exported());
      }
    }
    for (const { locale, copy } of copies) {
      t.log(`${locale} ${JSON.stringify(copy.counts)}`);
      const { polls, changed, behind, mixed, reloads } = copy.counts;
      t.true(polls > 100 && changed > 100 && behind > 10 && mixed > 0);
      // Reloads are the first load, and polls of edges that do not know the release yet.
      t.true(reloads < polls / 4, `${reloads} of ${polls}`);
    }
  },
);
