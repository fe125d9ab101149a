/**
 * Builds the images of infra/Containerfile with podman, and runs the containers of infra/compose.yaml with
 * docker-compose.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from '../../infra/local/find-port.ts';
import { imagePrograms } from '../../infra/provision/programs.ts';
import { cache, copyProject, downloads, run, whyNot } from './debian.ts';

/** Names of the images, which are the targets of the Containerfile. */
export const targets = ['edge', 'service', 'commands', 'redis'] as const;

/** Services whose containers `docker-compose up` starts. */
export const started = ['edge', 'service-1', 'service-2', 'redis', 'sync'] as const;

/** Names of two compose projects: the first machine, and a second edge that pulls releases. */
const projects = ['catalogue-test', 'catalogue-test-second'] as const;
const base = 'localhost/debian-base';
const folder = join(cache, 'containers');

type Settings = Readonly<Record<string, string>>;

interface Ports {
  readonly httpsPort: number;
  readonly httpPort: number;
}

/** The built images, and functions that run commands and containers of them. */
export interface Stack {
  /** The folder of the project that the images are made of. */
  readonly checkout: string;
  /** The ports of the first edge and of the second one, on this machine. */
  readonly edges: readonly [Ports, Ports];
  /** The name of the network that both edges share with the services and Redis. */
  readonly backend: string;
  /** Compose project of the first machine: the prefix of the names of its volumes. */
  readonly project: string;
  /** Returns the name of the container of a service of the first machine. */
  nameOf(service: string): string;
  /** Runs podman; resolves to its standard output, rejects if it fails. */
  podman(...args: readonly string[]): Promise<string>;
  /**
   * Runs docker-compose on this machine for the compose project `project`, which stands for the first machine. Resolves
   * to its standard output, rejects if it fails.
   */
  compose(...args: readonly string[]): Promise<string>;
  /** Like `compose`, with other values for the environment variables in compose.yaml. */
  composeWith(settings: Settings, ...args: readonly string[]): Promise<string>;
  /**
   * Like `compose`, for a second machine: an edge that pulls releases, and uses the pricing services and the
   * Redis of the first machine.
   */
  composeSecond(...args: readonly string[]): Promise<string>;
  /** Removes containers, networks and volumes. Images stay for the next run. */
  remove(): Promise<void>;
}

/** Returns the reason why images cannot be built or run here, or undefined if they can. */
export function whyNoContainers(): Promise<string | undefined> {
  return whyNot(imagePrograms);
}

/** True if both versions of cgroups are mounted. crun refuses such a machine, so runc is used. */
const hasBothCgroups = existsSync('/sys/fs/cgroup/unified');

/**
 * Builds the images on a base of the Debian release `release`, such as `bookworm`. mmdebstrap makes this base, because
 * no registry can be relied on. Starts no container.
 */
export async function prepareStack(release: string): Promise<Stack> {
  const checkout = join(folder, 'checkout');
  await rm(checkout, { recursive: true, force: true });
  await copyProject(checkout);
  await run('cp', ['--recursive', await downloads(), join(checkout, 'downloads')]);
  const environment = await settle();
  const podman = async (...args: readonly string[]) =>
    (await run('podman', args, { env: environment, maxBuffer: 1e8 })).stdout;
  await importBase(release, podman);
  for (const target of targets) {
    const args = ['--build-arg', `BASE=${base}:${release}`, '--build-arg', 'OFFLINE=downloads'];
    const tag = ['--target', target, '--tag', `apparel-catalogue/${target}`];
    // Uses the network of this machine, because its mirror of Debian may be unreachable from other networks.
    const file = ['--file', join(checkout, 'infra/Containerfile'), '--network', 'host'];
    await podman('build', '--format', 'docker', '--quiet', ...file, ...args, ...tag, checkout);
  }
  return openStack(checkout, environment, podman);
}

/**
 * Writes configuration files for podman that work on any machine; returns the environment variables of this process
 * with those that refer to the files.
 */
async function settle(): Promise<NodeJS.ProcessEnv> {
  await mkdir(folder, { recursive: true });
  const limit = (await run('bash', ['-c', 'ulimit -Hn'])).stdout.trim();
  const files = limit === 'unlimited' ? '1048576' : limit;
  // Where this machine has lower limits than podman's own, a container does not start.
  const ulimits = `["nofile=${files}:${files}", "nproc=4096:4096"]`;
  const containers = `[containers]\ndefault_ulimits = ${ulimits}\n${hasBothCgroups ? '[engine]\nruntime = "runc"\n' : ''}`;
  const storage = `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`;
  await writeFile(join(folder, 'containers.conf'), containers);
  await writeFile(join(folder, 'storage.conf'), storage);
  return {
    ...process.env,
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
  };
}

async function importBase(release: string, podman: Stack['podman']): Promise<void> {
  const known = await podman('images', '--quiet', `${base}:${release}`);
  if (known.trim() !== '') return;
  const archive = join(folder, `${release}.tar`);
  await run('mmdebstrap', ['--variant=minbase', release, archive, 'http://deb.debian.org/debian']);
  await podman('import', '--quiet', archive, `${base}:${release}`);
}

async function openStack(
  checkout: string,
  environment: NodeJS.ProcessEnv,
  podman: Stack['podman'],
): Promise<Stack> {
  const socket = join(folder, 'podman.sock');
  // Of a run that was killed.
  await rm(socket, { force: true });
  const service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
    env: environment,
    stdio: 'ignore',
  });
  while (!existsSync(socket)) await wait(50);
  await run(join(checkout, 'infra/images/make-secrets'), [join(checkout, 'secrets'), 'localhost']);
  const backend = `${projects[0]}_backend`;
  const edges = [await findPorts(), await findPorts()] as const;
  const override = join(folder, 'override.yaml');
  // docker-compose 1 cannot compare the addresses of a network that podman has made.
  const network = `{ external: true, name: ${backend} }`;
  await writeFile(override, `version: "3.8"\nnetworks:\n  backend: ${network}\n`);
  const composeAs = async (machine: 0 | 1, settings: Settings, args: readonly string[]) => {
    const { httpsPort, httpPort } = edges[machine];
    const env = {
      ...environment,
      DOCKER_HOST: `unix://${socket}`,
      BASE_URL: `https://localhost:${httpsPort}`,
      HTTPS_PORT: String(httpsPort),
      HTTP_PORT: String(httpPort),
      ...settings,
    };
    const files = ['-f', join(checkout, 'infra/compose.yaml'), '-f', override];
    const all = ['-p', projects[machine], ...files, ...args];
    return (await run('docker-compose', all, { env, maxBuffer: 1e8 })).stdout;
  };
  const remove = async () => {
    // All that is in this storage, also of a run that was killed; images stay.
    await podman('rm', '--force', '--all', '--time', '0');
    await podman('volume', 'prune', '--force');
    const networks = [backend, ...projects.map((name) => `${name}_outside`)];
    for (const name of networks) await podman('network', 'rm', '--force', name).catch(() => '');
  };
  await remove();
  await podman('network', 'create', '--internal', '--subnet', '172.31.87.0/24', backend);
  // A deploy runs as a user of its own.
  await chmod(join(checkout, 'content'), 0o755);
  return {
    ...{ checkout, edges, backend, project: projects[0], podman },
    nameOf: (service) => `${projects[0]}_${service}_1`,
    compose: (...args) => composeAs(0, {}, args),
    composeWith: (settings, ...args) => composeAs(0, settings, args),
    composeSecond: (...args) => composeAs(1, { REMOTE: 'catalogue:releases' }, args),
    async remove() {
      await remove();
      service.kill();
    },
  };
}

async function findPorts(): Promise<Ports> {
  return { httpsPort: await findPort('127.0.0.1', 0), httpPort: await findPort('127.0.0.1', 0) };
}
