/**
 * The report of an import, with counts and examples: the imported and the omitted items, the chosen defaults, and the
 * changes of editors that stay.
 */
import { escapeControls } from '../../build/content/findings/finding.ts';

const sections = ['imported', 'defaulted', 'left out', 'kept'] as const;
type Section = (typeof sections)[number];

/** Maximum number of examples per note. */
const maxExamples = 5;

/** The report of an import, to which its steps add notes. */
export interface Report {
  /**
   * Adds examples, such as SKUs, to the note `text` in a section of the report, and adds their number to the
   * count of that note. Does nothing if `examples` is an empty list.
   */
  readonly note: (section: Section, text: string, examples: string | readonly string[]) => void;
  /**
   * Returns the report as text: the heading of each section, then one line per note, the highest count first. A section
   * without notes says `nothing`, except `kept`, which is then left out. Returns an empty string if no section has
   * notes.
   */
  readonly toText: () => string;
}

/** Returns an empty report of an import. */
export function createReport(): Report {
  const notes = new Map(sections.map((section) => [section, new Map<string, string[]>()]));
  return {
    note(section, text, examples) {
      const added = typeof examples === 'string' ? [examples] : examples;
      if (added.length === 0) return;
      const ofSection = notes.get(section);
      const known = ofSection?.get(text) ?? [];
      for (const example of added) known.push(example);
      ofSection?.set(text, known);
    },
    toText() {
      if ([...notes.values()].every((ofSection) => ofSection.size === 0)) return '';
      // Only imports into existing content have notes in the section "kept".
      const shown = [...notes].filter(([name, { size }]) => name !== 'kept' || size > 0);
      const blocks = shown.map(([section, ofSection]) => {
        const sorted = [...ofSection].sort(([, a], [, b]) => b.length - a.length);
        const lines = sorted.map(([text, examples]) => toLine(text, examples));
        const heading = `${section.charAt(0).toUpperCase()}${section.slice(1)}:`;
        return [heading, ...(lines.length === 0 ? ['  nothing'] : lines)].join('\n');
      });
      return `${blocks.join('\n')}\n`;
    },
  };
}

/** Returns a line such as `  markdowns: 7 (A1, A2, A3, A4, A5, …)`, with control characters escaped. */
function toLine(text: string, examples: readonly string[]): string {
  const distinct = [...new Set(examples)].filter((example) => example !== '');
  const shown = distinct.slice(0, maxExamples).join(', ');
  const more = distinct.length > maxExamples ? ', …' : '';
  return escapeControls(`  ${text}: ${examples.length}${shown === '' ? '' : ` (${shown}${more})`}`);
}
