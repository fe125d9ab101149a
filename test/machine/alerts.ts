/** For each alert of `infra/monitoring/rules.yml`, series for which it fires, and similar ones for which it does not. */

/** Series → its values, one for each minute, in the notation of promtool. Each gets the labels `edge` and `instance`. */
type SeriesSet = Readonly<Record<string, string>>;

/** Series after `minutes`, with which an alert fires or does not. */
interface AlertCase {
  readonly alert: string;
  readonly minutes: number;
  readonly fires: SeriesSet;
  readonly quiet: SeriesSet;
}

const alertCase = (
  alert: string,
  minutes: number,
  fires: SeriesSet,
  quiet: SeriesSet,
): AlertCase => ({ alert, minutes, fires, quiet });

const errors = (route: string, status: number) =>
  `catalogue_error_answers_total{route="${route}",status="${status}"}`;
const verifications = (outcome: string) => `pricing_verifications_total{outcome="${outcome}"}`;
const requests = (status: number) => `pricing_requests_total{route="detail",status="${status}"}`;
const [due, pinned] = ['due', 'pinned'].map(
  (name) => `catalogue_release_${name}_timestamp_seconds`,
) as [string, string];
const [failed, succeeded] = ['failed', 'succeeded'].map(
  (name) => `catalogue_deploy_${name}_timestamp_seconds`,
) as [string, string];
const pushed = (outcome: string) => `catalogue_push_${outcome}_timestamp_seconds`;
const releaseOf = (metric: string, instance: number, release: string) =>
  `${metric}_release_info{instance="${instance}",release="${release}"}`;
const [accepted, handled] = ['accepted', 'handled'].map(
  (name) => `nginx_connections_${name}_total`,
) as [string, string];
const duration = (le: string) => `pricing_redis_command_duration_seconds_bucket{le="${le}"}`;
const [free, size] = ['avail', 'size'].map(
  (name) => `node_filesystem_${name}_bytes{fstype="ext4",mountpoint="/srv"}`,
) as [string, string];
const backupFailed =
  'node_systemd_unit_state{name="catalogue-backup.service",state="failed",type="oneshot"}';
const backupTimer = 'node_systemd_timer_last_trigger_seconds{name="catalogue-backup.timer"}';
const node = 'up{job="node"}';
/** One command in ten takes as long as `slowest`, the others 2.5 ms. */
const latencies = (slowest: string) => ({
  pricing_redis_timeout_seconds: '0.35x20',
  [duration('0.0025')]: '0+90x20',
  [duration(slowest)]: '0+100x20',
  [duration('+Inf')]: '0+100x20',
});

/** At least one case for each alert. */
export const alertCases: readonly AlertCase[] = [
  alertCase(
    'CatalogueEdgeDown',
    3,
    { 'up{job="catalogue-edge"}': '1 1 0x10' },
    { 'up{job="catalogue-edge"}': '1 1 0 1x10' },
  ),
  alertCase(
    'CatalogueWithoutRelease',
    8,
    { 'up{job="catalogue-edge"}': '1x10' },
    { 'up{job="catalogue-edge"}': '1x10', 'catalogue_release_info{release="a"}': '1x10' },
  ),
  alertCase(
    'CatalogueErrors',
    8,
    { [errors('list', 500)]: '0+5x10' },
    { [errors('list', 404)]: '0+50x10', [errors('list', 500)]: '3x10' },
  ),
  // The first 500 of a running edge, and an old one of an edge that is scraped again.
  alertCase(
    'CatalogueErrors',
    12,
    { 'up{job="catalogue-edge"}': '1x20', [errors('list', 500)]: '_x9 1x10' },
    { 'up{job="catalogue-edge"}': '0x9 1x10', [errors('list', 500)]: '_x9 3x10' },
  ),
  alertCase(
    'CatalogueKeyedErrors',
    8,
    { [errors('productPricing', 503)]: '0+5x10' },
    { [errors('sync', 502)]: '0+5x10' },
  ),
  alertCase(
    'CatalogueConnectionsLost',
    8,
    { [accepted]: '0+100x10', [handled]: '0+90x10' },
    { [accepted]: '0+100x10', [handled]: '0+100x10' },
  ),
  alertCase(
    'CatalogueLimitFaults',
    8,
    { 'catalogue_limit_faults_total{fault="evicted"}': '0 0 5 9x10' },
    { 'catalogue_limit_faults_total{fault="evicted"}': '9x30' },
  ),
  alertCase(
    'CatalogueReleaseOverdue',
    21,
    { [due]: '600x30' },
    { [due]: '600x30', [pinned]: '700x30' },
  ),
  alertCase(
    'CatalogueDeployFailed',
    5,
    { [succeeded]: '100x10', [failed]: '200x10' },
    { [succeeded]: '300x10', [failed]: '200x10' },
  ),
  alertCase('CatalogueDeployFailed', 5, { [failed]: '200x10' }, { [succeeded]: '100x10' }),
  alertCase(
    'CatalogueReleasesDiffer',
    3,
    { [releaseOf('catalogue', 0, 'b')]: '1x10', [releaseOf('pricing', 1, 'a')]: '1x10' },
    { [releaseOf('catalogue', 0, 'a')]: '1x10', [releaseOf('pricing', 1, 'a')]: '1x10' },
  ),
  alertCase(
    'PricingReleasesDiffer',
    3,
    { [releaseOf('pricing', 1, 'a')]: '1x10', [releaseOf('pricing', 2, 'b')]: '1x10' },
    { [releaseOf('pricing', 1, 'a')]: '1x10', [releaseOf('pricing', 2, 'a')]: '1x10' },
  ),
  alertCase(
    'CatalogueListingOld',
    8,
    { catalogue_listing_age_seconds: '10+60x10' },
    { catalogue_listing_age_seconds: '10 50 10 50 10 50 10 50 10 50' },
  ),
  alertCase(
    'CatalogueShortAnswers',
    8,
    { 'catalogue_short_answers_total{route="list"}': '0+1x10' },
    { 'catalogue_short_answers_total{route="list"}': '3x10' },
  ),
  alertCase(
    'CataloguePushFailed',
    15,
    { [pushed('failed')]: '200x20', [pushed('succeeded')]: '100x20' },
    { [pushed('failed')]: '200x20', [pushed('succeeded')]: '300x20' },
  ),
  alertCase(
    'CataloguePushFailed',
    15,
    { [pushed('failed')]: '9x20' },
    { [pushed('succeeded')]: '9x20' },
  ),
  // An edge that is frozen, and one that pulls each minute.
  alertCase(
    'CatalogueEdgeSilent',
    10,
    { catalogue_pull_succeeded_timestamp_seconds: '60x20' },
    { catalogue_pull_succeeded_timestamp_seconds: '0+60x20' },
  ),
  // The second edge is pinned.
  alertCase(
    'CatalogueEdgesDiffer',
    15,
    { [releaseOf('catalogue', 1, 'a')]: '1x20', [releaseOf('catalogue', 2, 'b')]: '1x20' },
    {
      [releaseOf('catalogue', 1, 'a')]: '1x20',
      [releaseOf('catalogue', 2, 'b')]: '1x20',
      [`${pinned}{instance="2"}`]: '9x20',
    },
  ),
  alertCase(
    'CataloguePointerExpiring',
    5,
    { catalogue_pull_pointer_expiry_timestamp_seconds: `${4 * 86_400}x10` },
    { catalogue_pull_pointer_expiry_timestamp_seconds: `${6 * 86_400}x10` },
  ),
  alertCase(
    'CatalogueListingExpired',
    3,
    { catalogue_listing_expired: '0 0 1x10' },
    { catalogue_listing_expired: '0x10' },
  ),
  alertCase(
    'PricingDown',
    4,
    { 'up{job="pricing-service"}': '1 1 0x10' },
    { 'up{job="pricing-service"}': '1 1 0 1x10' },
  ),
  alertCase('PricingNotReady', 5, { pricing_ready: '1 0x10' }, { pricing_ready: '1 0 1x10' }),
  alertCase(
    'PricingUpstreamUnavailable',
    8,
    { [verifications('upstream_unavailable')]: '0+5x40' },
    { [verifications('invalid_key')]: '0+5x40', [verifications('upstream_unavailable')]: '7x40' },
  ),
  alertCase(
    'PricingErrors',
    5,
    { [requests(500)]: '0 0 1+1x10' },
    { [requests(404)]: '0 0 1+1x10' },
  ),
  alertCase('PricingRedisSlow', 12, latencies('0.5'), latencies('0.005')),
  alertCase(
    'PricingMemoryHigh',
    7,
    { 'process_resident_memory_bytes{job="pricing-service"}': '950000000x20' },
    { 'process_resident_memory_bytes{job="pricing-service"}': '550000000x20' },
  ),
  alertCase('MetricsMissing', 8, { [node]: '1 0x10' }, { [node]: '1 1 1 0 0 1x10' }),
  alertCase(
    'MetricsMissing',
    8,
    { 'probe_success{job="certificate"}': '1 0x10' },
    { 'probe_success{job="certificate"}': '1x10' },
  ),
  alertCase('RedisDown', 3, { redis_up: '1 0x10' }, { redis_up: '1x10' }),
  alertCase(
    'RedisMemoryFull',
    7,
    { redis_memory_used_bytes: '95x10', redis_memory_max_bytes: '100x10' },
    { redis_memory_used_bytes: '95x10', redis_memory_max_bytes: '0x10' },
  ),
  alertCase(
    'MachineDiskFull',
    7,
    { [free]: '8x10', [size]: '100x10' },
    { [free]: '50x10', [size]: '100x10' },
  ),
  // Will be full within four hours, or only after days.
  alertCase(
    'MachineDiskFull',
    80,
    { [free]: '40000-200x90', [size]: '100000x90' },
    { [free]: '29000-1x90', [size]: '100000x90' },
  ),
  alertCase(
    'CatalogueBackupFailed',
    15,
    { [backupFailed]: '1x30', [backupTimer]: '1x30' },
    { [backupFailed]: '0x30', [backupTimer]: '1x30' },
  ),
  // A disabled timer has no metric any more; nor has a machine that has been removed.
  alertCase(
    'CatalogueBackupFailed',
    360,
    { [node]: '1x400', [backupTimer]: '1x60 stale' },
    { [node]: '1x60 stale', [backupTimer]: '1x60 stale' },
  ),
  alertCase(
    'MachineClockWrong',
    8,
    { node_timex_sync_status: '1x10', node_time_seconds: '0 60 3720+60x10' },
    { node_timex_sync_status: '1x10', node_time_seconds: '0.01+60x10' },
  ),
  alertCase(
    'CertificateExpiring',
    5,
    { probe_ssl_earliest_cert_expiry: '1123200x10' },
    { probe_ssl_earliest_cert_expiry: '5184000x10' },
  ),
];
