/** The labels and introduction of the changes page, by language. Changelog entries are in English only. */
import type { PageLanguage } from '../addresses.ts';
import type { ChangeKind } from './parse-changelog.ts';

interface ChangesLabels {
  readonly title: string;
  /** Markdown paragraphs below the title; `{feed}` is replaced by the URL path of the feed. */
  readonly introduction: readonly string[];
  /** Heading of the changes that are not in a numbered version yet. */
  readonly unreleased: string;
  readonly kinds: Readonly<Record<ChangeKind, string>>;
}

/** The labels of the changes page in each language. */
export const changesLabels: Readonly<Record<PageLanguage, ChangesLabels>> = {
  en: {
    title: 'Changes',
    introduction: [
      'What is new in the API, for its clients. An addition never changes the version in the path: ignore fields that you do not know.',
      'The [Atom feed]({feed}) announces each version.',
    ],
    unreleased: 'Not yet in a numbered version',
    kinds: {
      Added: 'Added',
      Changed: 'Changed',
      Deprecated: 'Deprecated',
      Removed: 'Removed',
      Fixed: 'Fixed',
    },
  },
  fr: {
    title: 'Changements',
    introduction: [
      'Ce qui change dans l’API, pour ses clients. Un ajout ne change jamais la version dans le chemin\u00A0: ignorez les champs que vous ne connaissez pas.',
      'Les changements sont décrits en anglais. Le [fil Atom]({feed}) annonce chaque version.',
    ],
    unreleased: 'Pas encore dans une version numérotée',
    kinds: {
      Added: 'Ajouts',
      Changed: 'Modifications',
      Deprecated: 'Éléments obsolètes',
      Removed: 'Retraits',
      Fixed: 'Corrections',
    },
  },
};
