/** `catalogue status` and `catalogue check`, which print a line for each part of a machine. */
import type { Terminal } from '../../console/terminal.ts';
import { checkMachine } from './check.ts';
import { type Places, readFacts } from './read-facts.ts';
import { describeStatus, renderStatus } from './status.ts';

const port = (number: number) => `http://127.0.0.1:${number}`;

/** The places of an installed machine. */
const installed: Places = {
  out: '/srv/apparel-catalogue/dist',
  backups: '/var/lib/apparel-catalogue/backups',
  metricsUrl: `${port(9113)}/metrics`,
  readyUrls: [`${port(9121)}/ready`, `${port(9122)}/ready`],
  systemctl: 'systemctl',
};

/** Prints what each part of the machine does; returns 1 if a part needs the operator, otherwise 0. */
export async function runStatus(
  _: readonly string[],
  { env, stdout }: Terminal,
  places = installed,
): Promise<number> {
  // In containers, the health checks of the services say whether they are ready.
  const { METRICS_URL: metricsUrl } = env;
  const isAsked = !metricsUrl && (env['ROLE'] !== 'edge' || Boolean(env['REDIS_URL_FILE']));
  const facts = await readFacts(env, {
    ...places,
    ...(metricsUrl && { metricsUrl }),
    readyUrls: isAsked ? places.readyUrls : [],
  });
  const lines = describeStatus(facts, Date.now());
  stdout.write(renderStatus(lines));
  return lines.some(({ isWrong }) => isWrong) ? 1 : 0;
}

/** Prints the faults of the machine's settings and of the rights of its private files; returns 1 if there is one. */
export async function runCheck(
  _: readonly string[],
  { env, stdout }: Terminal,
  root = '/',
): Promise<number> {
  const lines = await checkMachine(env, root);
  stdout.write(renderStatus(lines));
  return lines.some(({ isWrong }) => isWrong) ? 1 : 0;
}
