/** Builds the image of infra/Containerfile with podman, and runs infra/compose.yaml with docker-compose, as documented. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from '../../infra/local/find-port.ts';
import { imagePrograms } from '../../infra/provision/programs.ts';
import { cache, copyProject, downloads, run, whyNot } from './debian.ts';

/** Services that the documented `up` starts. */
export const started = ['edge', 'pricing-1', 'pricing-2', 'redis', 'sync', 'timers'] as const;

const base = 'localhost/debian-base';
const folder = join(cache, 'containers');

type Settings = Readonly<Record<string, string>>;

/** A machine with containers: a compose project with its own ports. */
export interface ContainerMachine {
  readonly httpsPort: number;
  readonly httpPort: number;
  readonly metricsPort: number;
  /** Runs docker-compose in the project's folder; resolves to its standard output, rejects if it fails. */
  compose(line: string, settings?: Settings): Promise<string>;
  /** Returns the name of the container of a service. */
  nameOf(service: string): string;
}

/** The built image, and functions that run commands and containers of it. */
export interface Stack {
  /** The folder of the project that the image is made of. */
  readonly checkout: string;
  /** Runs podman; resolves to its standard output, rejects if it fails. */
  podman(...args: readonly string[]): Promise<string>;
  /** Returns a machine with containers; `settings` are environment variables of compose.yaml. */
  openMachine(name: string, settings?: Settings): Promise<ContainerMachine>;
  /** Removes containers, networks and volumes. The image stays for the next run. */
  remove(): Promise<void>;
}

/** Returns the reason why images cannot be built or run here, or undefined if they can. */
export function whyNoContainers(): Promise<string | undefined> {
  return whyNot(imagePrograms);
}

/** True if both versions of cgroups are mounted. crun refuses such a machine, so runc is used. */
const hasBothCgroups = existsSync('/sys/fs/cgroup/unified');

/**
 * Builds the image on a base of the Debian release `release`, such as `bookworm`. mmdebstrap makes this base, because
 * no registry can be relied on. Starts no container.
 */
export async function prepareStack(release: string): Promise<Stack> {
  const checkout = join(folder, 'checkout');
  await rm(checkout, { recursive: true, force: true });
  await copyProject(checkout);
  await run('cp', ['--recursive', await downloads(), join(checkout, 'downloads')]);
  const env = await settle();
  const podman = async (...args: readonly string[]) =>
    (await run('podman', args, { env, maxBuffer: 1e8, cwd: checkout })).stdout;
  await importBase(release, podman);
  const args = ['--build-arg', `BASE=${base}:${release}`, '--build-arg', 'OFFLINE=downloads'];
  // Uses the network of this machine, because its mirror of Debian may be unreachable from other networks.
  const file = ['-f', 'infra/Containerfile', '--network', 'host', '--quiet'];
  await podman('build', ...file, ...args, '-t', 'apparel-catalogue:latest', '.');
  await run(join(checkout, 'infra/images/make-secrets'), [join(checkout, 'secrets'), 'localhost']);
  // A deploy runs as a user of its own.
  await chmod(join(checkout, 'content'), 0o755);
  const socket = join(folder, 'podman.sock');
  // Of a run that was killed.
  await rm(socket, { force: true });
  const service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
    env,
    stdio: 'ignore',
  });
  while (!existsSync(socket)) await wait(50);
  const remove = async () => {
    await podman('rm', '--force', '--all', '--time', '0');
    await podman('volume', 'prune', '--force');
    await podman('network', 'prune', '--force');
  };
  await remove();
  return {
    ...{ checkout, podman },
    async openMachine(name, settings = {}) {
      const [httpsPort, httpPort, metricsPort] = [await port(), await port(), await port()];
      const ports = { HTTPS_PORT: httpsPort, HTTP_PORT: httpPort, METRICS_PORT: metricsPort };
      const own = {
        ...env,
        DOCKER_HOST: `unix://${socket}`,
        COMPOSE_PROJECT_NAME: name,
        BASE_URL: `https://localhost:${httpsPort}`,
        ...Object.fromEntries(Object.entries(ports).map(([key, value]) => [key, String(value)])),
        ...settings,
      };
      return {
        ...{ httpsPort, httpPort, metricsPort },
        nameOf: (each) => `${name}_${each}_1`,
        compose: async (line, more = {}) => {
          const options = { env: { ...own, ...more }, maxBuffer: 1e8, cwd: checkout };
          const words = ['-f', 'infra/compose.yaml', ...line.split(' ')];
          return (await run('docker-compose', words, options)).stdout;
        },
      };
    },
    async remove() {
      await remove();
      service.kill();
    },
  };
}

const port = () => findPort('127.0.0.1', 0);

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
