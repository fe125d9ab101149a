/** Reads what `catalogue status` shows: files, nginx's private port, the pricing services, and systemd. */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readManifest } from '../../build/output/release-records.ts';
import { readPin } from '../../releases/pin.ts';
import { linkedRelease, releaseFolder } from '../../releases/release-store.ts';
import type { Facts } from './status.ts';

const run = promisify(execFile);
const timeoutMs = 3000;
/** The names of the units of each role. */
const namesFile = fileURLToPath(new URL('../install.d/names.sh', import.meta.url));

/** The places from which the status is read; all but `out` may be missing. */
export interface Places {
  /** Folder of the releases. */
  readonly out: string;
  readonly backups: string;
  /** Address of nginx's metrics. */
  readonly metricsUrl: string;
  /** Addresses at which pricing services say whether they are ready. */
  readonly readyUrls: readonly string[];
  /** The program that asks systemd. */
  readonly systemctl: string;
}

type Settings = Readonly<Record<string, string | undefined>>;

/** Returns the facts of this machine. Faults become facts; rejects only for faults of this program. */
export async function readFacts(settings: Settings, places: Places): Promise<Facts> {
  const answer = await ask(places.metricsUrl);
  const isServing = !(answer instanceof Error);
  const files = await readMetricsFiles(join(places.out, 'metrics'));
  const role = settings['ROLE'] === 'edge' ? 'edge' : 'main';
  return {
    role,
    release: await readRelease(places.out).catch((error: Error) => error),
    pin: await readPin(places.out).catch(() => undefined),
    metrics: parseMetrics(`${files}\n${isServing ? answer : ''}`),
    isServing,
    pushes: Boolean(settings['PUSH_REMOTE']),
    backupMs: await newestBackup(places.backups),
    certificateEndMs: await readCertificateEnd(settings),
    stoppedUnits: await findStoppedUnits(places.systemctl, role),
    notReady: await findNotReady(places.readyUrls),
  };
}

async function readRelease(out: string) {
  const id = await linkedRelease(out, 'current');
  if (id === undefined) throw new Error('none yet: catalogue deploy');
  const { dueAt } = await readManifest(releaseFolder(out, id));
  return { id, dueAt };
}

/** Returns the body of an answer with status 200, or an error with the reason or the body of another answer. */
async function ask(url: string): Promise<string | Error> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    const body = await answer.text();
    return answer.ok ? body : new Error(body.trim());
  } catch (error) {
    return error as Error;
  }
}

async function readMetricsFiles(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.prom'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.join('\n');
}

function parseMetrics(text: string): ReadonlyMap<string, number> {
  const lines = text.matchAll(/^([a-z_]+(?:\{.*\})?) (\S+)$/gm);
  return new Map(Array.from(lines, ([, name = '', value]) => [name, Number(value)]));
}

async function newestBackup(folder: string): Promise<number | undefined> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => !name.startsWith('.'));
  const times = await Promise.all(
    files.map(async (name) => (await stat(join(folder, name))).mtimeMs),
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

async function readCertificateEnd({ TLS, TLS_CERTIFICATE }: Settings) {
  if (TLS === 'off' || !TLS_CERTIFICATE) return undefined;
  try {
    return Date.parse(new X509Certificate(await readFile(TLS_CERTIFICATE)).validTo);
  } catch (error) {
    return error as Error;
  }
}

/** Returns the units of this role that do not run, and other units that have failed; none where systemd does not run. */
async function findStoppedUnits(systemctl: string, role: string): Promise<readonly string[]> {
  const line = 'source "$1" && root= role=$2 own_units';
  const { stdout: list } = await run('bash', ['-c', line, 'units', namesFile, role]);
  const units = list.trim().split('\n');
  const asked = ['show', '--property=Id,ActiveState', ...units, 'catalogue-*.service'];
  const { stdout } = await run(systemctl, asked).catch(() => ({ stdout: '' }));
  const stopped = Array.from(stdout.matchAll(/^Id=(.*)\nActiveState=(.*)$/gm))
    .map(([, id = '', state]) => ({ id, state }))
    .filter(({ id, state }) => state === 'failed' || (state !== 'active' && units.includes(id)));
  return [...new Set(stopped.map(({ id }) => id))];
}

async function findNotReady(urls: readonly string[]): Promise<readonly string[]> {
  const answers = await Promise.all(urls.map(ask));
  return answers.flatMap((answer, at) =>
    answer instanceof Error ? [`pricing service ${at + 1}: ${answer.message}`] : [],
  );
}
