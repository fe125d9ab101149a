/** The fixture content compiled once for each test process; tests get copies of the output folder. */
import { cpSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Deployment, deploy } from '../../releases/deploy/deploy.ts';
import { baseUrl, fixtureContent } from './content.ts';

interface Compiled {
  readonly out: string;
  readonly compilation: Deployment;
}

let compiled: Promise<Compiled> | undefined;

/**
 * Copies the compiled fixture to the output folder `out`, which must not exist; takes a fraction of the time of a
 * build. Returns what `deploy` returned for the release.
 */
export async function copyFixtureRelease(out: string): Promise<Deployment> {
  compiled ??= compileFixture();
  const { out: from, compilation } = await compiled;
  cpSync(from, out, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return compilation;
}

async function compileFixture(): Promise<Compiled> {
  const out = await mkdtemp(join(tmpdir(), 'catalogue-fixture-'));
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
  return { out, compilation: await deploy({ content: fixtureContent, out, baseUrl }) };
}
