/** The labels and introduction of the changes page, by language. */
import type { PageLanguage } from '../addresses.ts';
import type { ChangeKind } from './parse-changelog.ts';

/** The labels and introduction of the changes page in one language. */
export interface ChangesLabels {
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
      'What has changed in the API for the programs that use it. New fields can appear in `/v1` at any time: ignore fields that you do not know.',
      'The [Atom feed]({feed}) announces each numbered version of the API, such as 1.0.0.',
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
      'Ce qui change dans l’API, pour les programmes qui l’utilisent. De nouveaux champs peuvent apparaître dans `/v1` à tout moment\u00A0: ignorez les champs que vous ne connaissez pas.',
      'Le [fil Atom]({feed}) annonce chaque version numérotée de l’API, par exemple 1.0.0.',
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
