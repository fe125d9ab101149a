/** What an import tells its user: what was taken, defaulted and left out, with counts. */
import { escapeControls } from '../../build/content/findings/finding.ts';

const sections = ['taken', 'defaulted', 'left out'] as const;
type Section = (typeof sections)[number];

const examplesShown = 5;

export interface Report {
  /** Counts one more of a kind for the example, or for each of a list. */
  readonly note: (section: Section, text: string, examples: string | readonly string[]) => void;
  /** The whole report, a line a kind, most frequent kinds first; empty before anything is noted. */
  readonly toText: () => string;
}

function toLine(text: string, examples: readonly string[]): string {
  const distinct = [...new Set(examples)].filter((example) => example !== '');
  const shown = distinct.slice(0, examplesShown).join(', ');
  const more = distinct.length > examplesShown ? ', …' : '';
  return escapeControls(`  ${text}: ${examples.length}${shown === '' ? '' : ` (${shown}${more})`}`);
}

/** Makes an empty report, to which the steps of an import add what they notice. */
export function createReport(): Report {
  const kinds = new Map(sections.map((section) => [section, new Map<string, string[]>()]));
  return {
    note(section, text, examples) {
      const added = typeof examples === 'string' ? [examples] : examples;
      if (added.length === 0) return;
      const ofSection = kinds.get(section);
      const known = ofSection?.get(text) ?? [];
      for (const example of added) known.push(example);
      ofSection?.set(text, known);
    },
    toText() {
      if ([...kinds.values()].every((ofSection) => ofSection.size === 0)) return '';
      const blocks = [...kinds].map(([section, ofSection]) => {
        const sorted = [...ofSection].sort(([, a], [, b]) => b.length - a.length);
        const lines = sorted.map(([text, examples]) => toLine(text, examples));
        const heading = `${section.charAt(0).toUpperCase()}${section.slice(1)}:`;
        return [heading, ...(lines.length === 0 ? ['  nothing'] : lines)].join('\n');
      });
      return `${blocks.join('\n')}\n`;
    },
  };
}
