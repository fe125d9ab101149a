/** CHANGELOG.md in, its versions out. */

export interface ChangelogVersion {
  /** `1.0.0`, or `Unreleased`. */
  readonly name: string;
  /** Day of the release, `2026-11-21`; none of what is not released. */
  readonly date: string | undefined;
  /** What changed, as Markdown. */
  readonly markdown: string;
}

export interface Changelog {
  /** What stands before the versions. */
  readonly introduction: string;
  /** Newest first. */
  readonly versions: readonly ChangelogVersion[];
}

const heading = /^(?<name>Unreleased|\d+\.\d+\.\d+)(?: – (?<date>\d{4}-\d\d-\d\d))?$/;

/** Reads the changelog; throws an `Error` that names a heading it cannot read. */
export function parseChangelog(text: string): Changelog {
  const [beginning = '', ...sections] = text.split(/^## /m);
  const introduction = beginning.replace(/^# .*$/m, '').trim();
  return { introduction, versions: sections.map(parseVersion) };
}

function parseVersion(section: string): ChangelogVersion {
  const [title = '', ...lines] = section.split('\n');
  const groups = heading.exec(title)?.groups;
  const { name, date } = groups ?? {};
  const isDated = date !== undefined;
  if (name === undefined || isDated === (name === 'Unreleased')) {
    throw new Error(`CHANGELOG.md: cannot read the heading "## ${title}"`);
  }
  return { name, date, markdown: lines.join('\n').trim() };
}
