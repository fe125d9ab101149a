/** CHANGELOG.md in, its versions out. */

/** The groups that changes are in, in the order shown (https://keepachangelog.com). */
export const changeKinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface ChangelogVersion {
  /** `1.0.0`, or `Unreleased`. */
  readonly name: string;
  /** Day of the release, `2026-11-21`; undefined if it is not released. */
  readonly date: string | undefined;
  /** What changed, as Markdown lists by kind. */
  readonly groups: readonly ChangeGroup[];
}

export interface ChangeGroup {
  readonly kind: ChangeKind;
  readonly markdown: string;
}

export interface Changelog {
  /** What stands before the versions. */
  readonly introduction: string;
  /** Newest first. */
  readonly versions: readonly ChangelogVersion[];
}

const heading = /^(?<name>Unreleased|\d+\.\d+\.\d+)(?: – (?<date>\d{4}-\d\d-\d\d))?$/;

/** Reads the changelog; throws an `Error` that names a heading or an entry that it cannot read. */
export function parseChangelog(text: string): Changelog {
  const [beginning = '', ...sections] = text.split(/^## /m);
  const introduction = beginning.replace(/^# .*$/m, '').trim();
  return { introduction, versions: sections.map(parseVersion) };
}

function parseVersion(section: string): ChangelogVersion {
  const [title = ''] = section.split('\n', 1);
  const groups = heading.exec(title)?.groups;
  const { name, date } = groups ?? {};
  const isDated = date !== undefined;
  if (name === undefined || isDated === (name === 'Unreleased')) {
    throw new Error(`CHANGELOG.md: cannot read the heading "## ${title}"`);
  }
  const [before = '', ...parts] = section.slice(title.length).split(/^### /m);
  if (before.trim() !== '') {
    throw new Error(
      `CHANGELOG.md: "${before.trim()}" of ${name} is in no group, such as "### Added"`,
    );
  }
  return { name, date, groups: parts.map((part) => parseGroup(part, name)) };
}

function parseGroup(part: string, version: string): ChangeGroup {
  const [title = ''] = part.split('\n', 1);
  const kind = changeKinds.find((each) => each === title);
  if (kind === undefined) {
    throw new Error(
      `CHANGELOG.md: "### ${title}" of ${version} is none of ${changeKinds.join(', ')}`,
    );
  }
  return { kind, markdown: part.slice(title.length).trim() };
}
