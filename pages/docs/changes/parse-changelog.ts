/** Parses a changelog, `CHANGELOG.md` or `changelog.fr.md`, into versions (https://keepachangelog.com). */

/** The allowed headings of groups of changes in a changelog, the same in every language. */
export const changeKinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed'] as const;

/** A kind of change, such as `Added`: the heading of a group of changes. */
export type ChangeKind = (typeof changeKinds)[number];

/** A numbered version of the API with its changes, or `Unreleased`: the changes after the newest numbered version. */
export interface ChangelogVersion {
  /** A version number such as `1.0.0`, or `Unreleased`. */
  readonly name: string;
  /** Day of the release, such as `2026-11-21`; undefined for `Unreleased`. */
  readonly date: string | undefined;
  readonly groups: readonly ChangeGroup[];
}

/** The changes of one kind in a version. */
export interface ChangeGroup {
  readonly kind: ChangeKind;
  /** A Markdown list of the changes. */
  readonly markdown: string;
}

/** The parsed changelog. */
export interface Changelog {
  /** Markdown above the first version, without the title. */
  readonly introduction: string;
  /** The versions in the order of the file: `Unreleased`, if any, then the newest first. */
  readonly versions: readonly ChangelogVersion[];
}

const heading = /^(?<name>Unreleased|\d+\.\d+\.\d+)(?: – (?<date>\d{4}-\d\d-\d\d))?$/;

/**
 * Parses the text of a changelog. Throws an `Error` with the file's name (`file`) and the invalid part if a heading is
 * invalid or a version has text before its first group of changes, such as `### Added`. Headings of versions and groups
 * are in English in every language.
 */
export function parseChangelog(text: string, file: string): Changelog {
  const [beginning = '', ...sections] = text.split(/^## /m);
  const introduction = beginning.replace(/^# .*$/m, '').trim();
  return { introduction, versions: sections.map((section) => parseVersion(section, file)) };
}

function parseVersion(section: string, file: string): ChangelogVersion {
  const [title = ''] = section.split('\n', 1);
  const groups = heading.exec(title)?.groups;
  const { name, date } = groups ?? {};
  const isDated = date !== undefined;
  if (name === undefined || isDated === (name === 'Unreleased')) {
    throw new Error(`${file}: cannot read the heading "## ${title}"`);
  }
  const [before = '', ...parts] = section.slice(title.length).split(/^### /m);
  if (before.trim() !== '') {
    throw new Error(`${file}: "${before.trim()}" of ${name} is in no group, such as "### Added"`);
  }
  return { name, date, groups: parts.map((part) => parseGroup(part, name, file)) };
}

function parseGroup(part: string, version: string, file: string): ChangeGroup {
  const [title = ''] = part.split('\n', 1);
  const kind = changeKinds.find((each) => each === title);
  if (kind === undefined) {
    throw new Error(
      `${file}: "### ${title}" of ${version} is not one of ${changeKinds.join(', ')}`,
    );
  }
  return { kind, markdown: part.slice(title.length).trim() };
}
