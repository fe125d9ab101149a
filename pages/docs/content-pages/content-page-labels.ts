/**
 * The labels of size charts and of the decoration guide, by language. Other texts of these pages are in the content.
 */
import type { PageLanguage } from '../addresses.ts';

interface ContentPageLabels {
  /** Description of the decoration guide: the paragraph below the title, also for search engines. */
  readonly decorations: string;
  /** Returns the description of a size chart with measurements in `unit`, such as `cm`. */
  readonly sizeChart: (unit: string) => string;
  /** Heading of the column of sizes. */
  readonly size: string;
}

/** The labels of content pages (size charts and the decoration guide) in each language. */
export const contentPageLabels: Readonly<Record<PageLanguage, ContentPageLabels>> = {
  en: {
    decorations: 'How each decoration method works, and which artwork it needs.',
    sizeChart: (unit) => `Measurements of each size, in ${unit}.`,
    size: 'Size',
  },
  fr: {
    decorations: 'Le fonctionnement de chaque technique de marquage et le fichier qu’elle exige.',
    sizeChart: (unit) => `Mesures de chaque taille, en ${unit}.`,
    size: 'Taille',
  },
};
