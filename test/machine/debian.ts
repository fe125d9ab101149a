/** A Debian with systemd in a container of systemd-nspawn, without a network. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bootPrograms, missingPrograms, type Program } from '../../infra/provision/programs.ts';

/** Runs a program to its end; rejects if it fails. */
export const run = promisify(execFile);

/** Folder for Debian root folders, images and downloads, kept from one test run to the next. */
export const cache = resolve('tmp/machine');

/** The result of a line of bash. */
export interface Result {
  readonly exitCode: number;
  /** Standard output and standard error, interleaved. */
  readonly output: string;
}

/** A booted container. */
export interface Machine {
  /** The folder of the container's root file system. */
  readonly tree: string;
  /** Runs a line of bash as root in the container, in /root/apparel-catalogue. Resolves also if the line fails. */
  run(line: string): Promise<Result>;
  /** Returns a command line that runs `command` on the host, but in the network of the container. */
  inNetwork(command: readonly string[]): readonly [string, ...string[]];
  /** Gives the container a network to another one, until the next reboot of either. */
  connect(address: string, other: Machine, otherAddress: string): Promise<void>;
  /** Powers the container off and boots it again. */
  reboot(): Promise<void>;
  /** Powers the container off and deletes `tree`. */
  remove(): Promise<void>;
}

/** Returns why no container can be booted here, or undefined if one can. */
export function whyNoMachine(): Promise<string | undefined> {
  return whyNot(bootPrograms);
}

/** Returns the reason why programs cannot be run as root here, or undefined if they can. */
export async function whyNot(needed: readonly Program[]): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'it has to be run as root';
  const [missing] = missingPrograms(needed);
  return missing && `${missing.file} is missing; on Debian: apt-get install ${missing.package}`;
}

/**
 * Returns the folder of a bare Debian with only systemd. The given packages are not installed, but downloaded
 * into apt's cache, because the container has no network. Each folder is made once for a release and a list
 * of packages.
 */
async function makeTree(release: string, packages: readonly string[]): Promise<string> {
  const tree = join(cache, `${release}-${hashOf(packages.join(' '))}`);
  if (existsSync(tree)) return tree;
  const part = `${tree}.part`;
  await rm(part, { recursive: true, force: true });
  const download = `apt-get install --download-only --yes --no-install-recommends ${packages.join(' ')}`;
  await run('mmdebstrap', [
    ...['--variant=apt', '--include=systemd,systemd-sysv,dbus', '--skip=cleanup/apt'],
    ...[`--customize-hook=chroot "$1" ${download} >/dev/null`, release, part],
    'http://deb.debian.org/debian',
  ]);
  await rename(part, tree);
  return tree;
}

/**
 * Boots a copy of a bare Debian of the release `release`, such as `bookworm`. It contains this project as a fresh
 * checkout, and the downloads that `infra/install` needs without a network, in /root/offline.
 */
export async function bootMachine(release: string, name = 'running'): Promise<Machine> {
  await mkdir(cache, { recursive: true });
  const base = await makeTree(release, await installedPackages());
  const tree = join(cache, name);
  await rm(tree, { recursive: true, force: true });
  await run('cp', ['--archive', base, tree]);
  await copyProject(join(tree, 'root/apparel-catalogue'));
  await cp(await downloads(), join(tree, 'root/offline'), { recursive: true });
  return boot(tree);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/**
 * Returns the names of the Debian packages that `infra/install` installs, read from its own list.
 */
async function installedPackages(): Promise<readonly string[]> {
  const line = 'source infra/install.d/names.sh; role=main own_packages';
  return (await run('bash', ['-c', line])).stdout.trim().split('\n');
}

/**
 * Returns a folder with Node.js, npm and libraries for a machine without a network; downloads them if they
 * are not in the cache.
 */
export async function downloads(): Promise<string> {
  const pins = ['package-lock.json', 'infra/install.d/runtime.sh'];
  const texts = await Promise.all(pins.map((file) => readFile(file, 'utf8')));
  const folder = join(cache, `downloads-${hashOf(texts.join(''))}`);
  if (!existsSync(folder)) {
    await run('infra/install', ['--download', `${folder}.part`]);
    await rename(`${folder}.part`, folder);
  }
  return folder;
}

/**
 * Copies the project to the folder `target` like a checkout: all files that git tracks, and new files that it
 * does not ignore.
 */
export async function copyProject(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const list = 'git ls-files --cached --others --exclude-standard';
  await run('bash', ['-c', `${list} | tar --create --files-from - | tar --extract -C ${target}`]);
}

async function boot(tree: string): Promise<Machine> {
  let container = await startContainer(tree);
  const enter = (command: readonly string[], ...namespaces: readonly string[]) =>
    ['nsenter', '--target', String(container.leader), ...namespaces, '--', ...command] as const;
  const inside = async (line: string): Promise<Result> => {
    const command = ['bash', '-c', `cd /root/apparel-catalogue && { ${line}\n} 2>&1`];
    const [program, ...args] = enter(command, '--all');
    const child = spawn(program, args, {
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text;
    });
    const [exitCode] = await once(child, 'close');
    return { exitCode, output };
  };
  const powerOff = async () => {
    await inside('systemctl poweroff');
    await container.end;
  };
  return {
    tree,
    run: inside,
    inNetwork: (command) => enter(command, '--net'),
    async connect(address, other, otherAddress) {
      const [here, there] = [enter(['ip'], '--net'), other.inNetwork(['ip'])];
      const ip = async ([program, ...args]: readonly [string, ...string[]], line: string) =>
        void (await run(program, [...args, ...line.split(' ')]));
      await ip(here, `link add main0 type veth peer name edge0 netns ${there[2]}`);
      for (const [inside, name, own] of [
        [here, 'main0', address],
        [there, 'edge0', otherAddress],
      ] as const) {
        await ip(inside, `addr add ${own}/24 dev ${name}`);
        await ip(inside, `link set ${name} up`);
      }
    },
    async reboot() {
      await powerOff();
      container = await startContainer(tree);
    },
    async remove() {
      await powerOff();
      await rm(tree, { recursive: true, force: true });
    },
  };
}

/**
 * Boots the Debian in the folder `tree` as a container. Resolves once the boot is complete, to the process id
 * of systemd and a promise of the container's end. Throws if the container ends before.
 */
async function startContainer(tree: string) {
  const container = spawn('systemd-nspawn', [
    ...['--boot', '--private-network', '--register=no', '--console=pipe', `--directory=${tree}`],
    // As a machine has it; the limit of this one may be lower.
    '--rlimit=RLIMIT_NOFILE=524288',
    ...(existsSync('/run/systemd/system') ? [] : ['--keep-unit']),
  ]);
  const log = `${tree}.log`;
  for (const stream of [container.stdout, container.stderr]) {
    stream.on('data', (text: Buffer) => void appendFile(log, text));
  }
  // Not by once(): an end before it is awaited would be missed.
  const end = new Promise<void>((resolve) => container.once('close', () => resolve()));
  for (;;) {
    if (container.exitCode !== null) throw new Error(`systemd-nspawn has ended; see ${log}`);
    const leader = await leaderOf(container.pid ?? 0);
    if (leader !== undefined && (await isUp(leader))) return { leader, end };
    await wait(200);
  }
}

async function leaderOf(pid: number): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return Number(children.trim().split(' ')[0]) || undefined;
}

async function isUp(leader: number): Promise<boolean> {
  const args = ['--target', String(leader), '--all', '--', 'systemctl', 'is-system-running'];
  const state = await run('nsenter', args).catch((error: { stdout?: string }) => error);
  return /^(running|degraded)$/.test(state.stdout?.trim() ?? '');
}
