/** The lines of `catalogue status`: what each part of the machine does, and whether it needs the operator. */
import { describePin, type Pin } from '../../releases/pin.ts';

/** What is known of this machine; a member is undefined if the machine has no such thing. */
export interface Facts {
  readonly role: 'main' | 'edge';
  /** The current release, or why it cannot be read. */
  readonly release: { readonly id: string; readonly dueAt?: string | undefined } | Error;
  readonly pin: Pin | undefined;
  /** Metrics of nginx and of commands: name with labels → value. */
  readonly metrics: ReadonlyMap<string, number>;
  /** True if nginx answers on its private port. */
  readonly isServing: boolean;
  /** True if deploys are pushed (`PUSH_REMOTE`). */
  readonly pushes: boolean;
  /** When the newest backup was made, in milliseconds since 1970. */
  readonly backupMs: number | undefined;
  /** When the certificate ends, in milliseconds since 1970, or why it cannot be read; undefined without TLS. */
  readonly certificateEndMs: number | Error | undefined;
  /** Units of systemd that should run and do not, or have failed. */
  readonly stoppedUnits: readonly string[];
  /** The reasons of pricing services that are not ready. */
  readonly notReady: readonly string[];
}

/** A line of the status. */
export interface StatusLine {
  readonly name: string;
  readonly text: string;
  /** True if the operator must do something. */
  readonly isWrong: boolean;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A date takes effect within five minutes, and its deploy takes some more. */
const overdueMs = 10 * minuteMs;
const pullMs = 5 * minuteMs;
/** Backups are made each hour. */
const backupMs = 2 * 60 * minuteMs;
const listingSeconds = 300;
const certificateMs = 14 * dayMs;

/** Returns the lines of the status of a machine of this role at a moment. */
export function describeStatus(facts: Facts, nowMs: number): readonly StatusLine[] {
  const isMain = facts.role === 'main';
  return [
    line('release', describeRelease(facts)),
    line('pinned', describePinned(facts.pin)),
    ...(isMain
      ? [
          line('next date', describeDate(facts, nowMs)),
          line('last deploy', describeLast('deploy', facts)),
          ...(facts.pushes ? [line('push', describeLast('push', facts))] : []),
          line('backup', describeBackup(facts.backupMs, nowMs)),
          line('sync', describeListing(facts)),
        ]
      : [line('pull', describePull(facts, nowMs))]),
    line('certificate', describeCertificate(facts.certificateEndMs, nowMs)),
    line('services', describeServices(facts)),
  ];
}

/** Renders lines of the status for a terminal. */
export function renderStatus(lines: readonly StatusLine[]): string {
  return lines
    .map(({ name, text, isWrong }) => `${isWrong ? '!!' : 'ok'}  ${name.padEnd(11)}  ${text}\n`)
    .join('');
}

/** A text, and true if it describes a fault. */
type Verdict = readonly [text: string, isWrong: boolean];

function line(name: string, [text, isWrong]: Verdict): StatusLine {
  return { name, text, isWrong };
}

function describeRelease({ release, isServing, metrics }: Facts): Verdict {
  if (release instanceof Error) return [release.message, true];
  if (!isServing) return [`${release.id}, but nginx does not answer: catalogue logs nginx`, true];
  if (metrics.has(`catalogue_release_info{release="${release.id}"}`)) return [release.id, false];
  return [`nginx does not serve ${release.id}: catalogue logs nginx`, true];
}

function describePinned(pin: Pin | undefined): Verdict {
  if (pin === undefined) return ['no', false];
  return [`${describePin(pin)}; catalogue deploy --unpin ends it`, true];
}

function describeDate({ release, pin }: Facts, nowMs: number): Verdict {
  const dueAt = release instanceof Error ? undefined : release.dueAt;
  if (dueAt === undefined) return ['none', false];
  const isOverdue = pin === undefined && Date.parse(dueAt) + overdueMs < nowMs;
  const text = toText(Date.parse(dueAt));
  return isOverdue ? [`${text} has passed: catalogue logs dates`, true] : [text, false];
}

/** Describes the last deploy or push from its metrics. */
function describeLast(what: 'deploy' | 'push', { metrics }: Facts): Verdict {
  const timeOf = (outcome: string) =>
    metrics.get(`catalogue_${what}_${outcome}_timestamp_seconds`) ?? 0;
  const [succeeded, failed] = [timeOf('succeeded'), timeOf('failed')];
  if (failed > succeeded) {
    return [`failed ${toText(failed * 1000)}: catalogue ${what} shows why`, true];
  }
  return succeeded === 0 ? ['none yet', what === 'push'] : [toText(succeeded * 1000), false];
}

function describePull({ metrics }: Facts, nowMs: number): Verdict {
  const pulledMs = (metrics.get('catalogue_pull_succeeded_timestamp_seconds') ?? 0) * 1000;
  const expiryMs = (metrics.get('catalogue_pull_pointer_expiry_timestamp_seconds') ?? 0) * 1000;
  if (pulledMs === 0) return ['none yet: catalogue logs pull', true];
  const text = toText(pulledMs);
  if (pulledMs + pullMs < nowMs) return [`last ${text}: catalogue logs pull`, true];
  if (expiryMs < nowMs) {
    return [`${text}, but the main machine has not pushed since ${toText(expiryMs)}`, true];
  }
  return [text, false];
}

function describeBackup(atMs: number | undefined, nowMs: number): Verdict {
  if (atMs === undefined) return ['none: catalogue logs backup', true];
  const isOld = atMs + backupMs < nowMs;
  return [isOld ? `last ${toText(atMs)}: catalogue logs backup` : toText(atMs), isOld];
}

function describeListing({ metrics, isServing }: Facts): Verdict {
  const age = metrics.get('catalogue_listing_age_seconds');
  if (age === undefined) return [isServing ? 'no listing: catalogue logs sync' : 'unknown', true];
  const expires = metrics.has('catalogue_listing_left_seconds');
  const text = `${age} seconds old`;
  if (metrics.get('catalogue_listing_expired') === 1) {
    return [`${text}, and expired: catalogue logs sync`, true];
  }
  return expires && age > listingSeconds ? [`${text}: catalogue logs sync`, true] : [text, false];
}

function describeCertificate(endMs: Facts['certificateEndMs'], nowMs: number): Verdict {
  if (endMs === undefined) return ['none: plain HTTP', false];
  if (endMs instanceof Error) return [endMs.message, true];
  const isEnding = endMs - certificateMs < nowMs;
  const text = `until ${toText(endMs)}`;
  return isEnding ? [`${text}: renew it, then catalogue restart`, true] : [text, false];
}

function describeServices({ stoppedUnits, notReady }: Facts): Verdict {
  const faults = [...stoppedUnits.map((unit) => `${unit} does not run or has failed`), ...notReady];
  return faults.length === 0 ? ['all run', false] : [faults.join('; '), true];
}

function toText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
