/**
 * How a route is said goodbye to: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link, months
 * ahead (spec, "Versioning" 4). The content names the routes; whoever answers sends the headers.
 */
import { type RouteId, routes } from './routes.ts';

export interface Deprecation {
  /** The day from which clients are told, `2026-12-01`; it begins at midnight UTC. */
  readonly announced: string;
  /** The day on which the route goes. */
  readonly sunset: string;
  /** Page that says what to use instead, an https address. */
  readonly link: string;
}

/** By route; most have none. */
export type Deprecations = Readonly<Partial<Record<RouteId, Deprecation>>>;

/** Months between announcement and sunset, at least. */
export const noticeMonths = 3;

/** The routes that can be deprecated: those of the versioned API. */
export const deprecableRoutes = Object.values(routes).filter(({ path }) => path.startsWith('/v1/'));

/** The first day that leaves clients their time, `2027-03-01`; the last of a month that is shorter. */
export function earliestSunset(announced: string): string {
  const date = new Date(`${announced}T00:00:00Z`);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + noticeMonths, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.toISOString().slice(0, 10);
}

/** The headers of every answer of a deprecated route, errors too. */
export function deprecationHeaders({ announced, sunset, link }: Deprecation) {
  return {
    Deprecation: `@${Date.parse(announced) / 1000}`,
    // An HTTP date, GMT (RFC 9110 section 5.6.7); not the "UTC" of an example in RFC 9745.
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}

/** The released file of the headers, a line each: route id, name and value between tabs. */
export function renderDeprecations(deprecations: Deprecations): string {
  return Object.entries(deprecations)
    .flatMap(([id, deprecation]) =>
      Object.entries(deprecationHeaders(deprecation)).map((header) => [id, ...header].join('\t')),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** Reads what `renderDeprecations` wrote: headers by route id. */
export function parseDeprecations(text: string): Map<string, Record<string, string>> {
  const headers = new Map<string, Record<string, string>>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [id = '', name = '', value = ''] = line.split('\t');
    headers.set(id, { ...headers.get(id), [name]: value });
  }
  return headers;
}
