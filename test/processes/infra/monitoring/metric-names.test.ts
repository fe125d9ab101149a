/**
 * All metrics of alerts and dashboard are exported by nginx, the pricing service, deploys or Debian's exporters, and a
 * Prometheus with the settings of this project has data for every panel.
 */
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { collectTeardowns } from '../../../helpers/teardown.ts';
import {
  type MetricSources,
  readMetrics,
  startPrometheus,
  startSources,
} from './metric-sources.ts';
import { readAlerts, readPanels } from './read-rules.ts';

/** Metrics about systemd units. The node exporter exports them only where systemd runs, unlike in a container. */
const ofSystemd = ['node_systemd_timer_last_trigger_seconds', 'node_systemd_unit_state'];

/** Matches the name of each metric in a PromQL expression. */
const metric = /\b(?:catalogue|pricing|nginx|nodejs|process|node|redis|probe)_\w+/g;

const file = collectTeardowns();
let sources: MetricSources;

test.before(async () => {
  sources = await startSources(file);
});

test.after.always(file.run);

/** Returns the names of all metrics in alerts and panels, without the suffixes of histograms. */
async function readAskedMetrics(): Promise<string[]> {
  const alerts = readAlerts();
  const expressions = [...alerts.map(({ expression }) => expression), ...(await readPanels())];
  const names = expressions.flatMap((text) => text.match(metric) ?? []);
  return [...new Set(names.map((name) => name.replace(/_bucket$/, '')))].sort();
}

/** Returns the names of metrics in Prometheus's text format. */
function namesOf(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
}

test.serial('every metric that alerts and panels use is exported', async (t) => {
  const exported = new Set([...(await readMetrics(sources)).flatMap(namesOf), ...ofSystemd]);
  const asked = await readAskedMetrics();
  t.true(asked.length > 25);
  t.deepEqual(
    asked.filter((name) => !exported.has(name)),
    [],
  );
});

test.serial('Prometheus has data for every panel of the dashboard', async (t) => {
  const query = await startPrometheus(file, sources);
  while ((await sources.client('/v1/health')).status !== 429);
  const bearers = [`Bearer ${sources.key}`, 'Bearer none'];
  const isScraped = async () => {
    const [scrapes, down] = [await query('count_over_time(up[5m]) > 4'), await query('up == 0')];
    return scrapes.length === 5 && down.length === 0;
  };
  while (!(await isScraped())) {
    for (const Authorization of bearers) {
      await sources.client('/v1/products/BAG-5/pricing', { headers: { Authorization } });
    }
    await wait(100);
  }
  const panels = await readPanels();
  t.true(panels.length > 20);
  const empty: string[] = [];
  for (const expression of panels) {
    if ((await query(expression)).length === 0) empty.push(expression);
  }
  t.deepEqual(empty, []);
});
