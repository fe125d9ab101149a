/**
 * Deprecation of routes: the headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` (specification,
 * "Versioning", 4). The content lists the deprecated routes; nginx and the pricing service send the headers.
 */
import { type RouteId, routes } from './routes.ts';

/**
 * The deprecation of a route: when it is announced, when the route is removed, and where the replacement is
 * described.
 */
export interface Deprecation {
  /**
   * The UTC day of the announcement, such as `2026-12-01`, which the header `Deprecation` contains. The headers do not
   * wait for this day: they are sent as soon as a release with this deprecation is current.
   */
  readonly announced: string;
  /** The UTC day on which the route is removed, such as `2027-03-01`. */
  readonly sunset: string;
  /** The https URL of a page about the replacement. */
  readonly link: string;
}

/** Route id → deprecation, only for deprecated routes. */
export type Deprecations = Readonly<Partial<Record<RouteId, Deprecation>>>;

/** Minimum number of months between the announcement of a deprecation and the removal of the route. */
export const noticeMonths = 3;

/** The routes that can be deprecated: those below `/v1`. */
export const deprecableRoutes = Object.values(routes).filter(({ path }) => path.startsWith('/v1/'));

/**
 * Returns the earliest day on which a route may be removed if its deprecation is announced on the given day: the same
 * day of the month `noticeMonths` later, or that month's last day if the month is shorter. Days are in UTC, such as
 * `2027-03-01`.
 */
export function earliestSunset(announced: string): string {
  const date = new Date(`${announced}T00:00:00Z`);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + noticeMonths, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.toISOString().slice(0, 10);
}

/** Returns name → value of the headers that every answer of a deprecated route has, including errors. */
export function deprecationHeaders({ announced, sunset, link }: Deprecation) {
  return {
    Deprecation: `@${Date.parse(announced) / 1000}`,
    // An HTTP date in GMT (RFC 9110 section 5.6.7), although an example in RFC 9745 has "UTC".
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}

/**
 * Renders the file of a release that contains the headers of deprecated routes: lines of route id, header
 * name and value, separated by tabs. Returns an empty text if no route is deprecated.
 */
export function renderDeprecations(deprecations: Deprecations): string {
  return Object.entries(deprecations)
    .flatMap(([id, deprecation]) =>
      Object.entries(deprecationHeaders(deprecation)).map((header) => [id, ...header].join('\t')),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** Parses the output of `renderDeprecations` without checks. Returns route id → header name → value. */
export function parseDeprecations(text: string): Map<string, Record<string, string>> {
  const headers = new Map<string, Record<string, string>>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [id = '', name = '', value = ''] = line.split('\t');
    headers.set(id, { ...headers.get(id), [name]: value });
  }
  return headers;
}
