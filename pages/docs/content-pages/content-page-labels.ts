/** The words of the pages that product details link to, besides those of the content. */
import type { PageLanguage } from '../addresses.ts';

interface ContentPageLabels {
  readonly decorations: string;
  readonly sizeChart: (unit: string) => string;
  /** Head of the column of sizes. */
  readonly size: string;
}

export const contentPageLabels: Readonly<Record<PageLanguage, ContentPageLabels>> = {
  en: {
    decorations: 'How each decoration method works, and which artwork it needs.',
    sizeChart: (unit) => `Measurements of each size, in ${unit}.`,
    size: 'Size',
  },
  fr: {
    decorations: 'Le fonctionnement de chaque méthode de marquage et le fichier qu’elle exige.',
    sizeChart: (unit) => `Mesures de chaque taille, en ${unit}.`,
    size: 'Taille',
  },
};
