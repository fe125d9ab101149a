/**
 * The labels of size charts and of the decoration guide, by language. Other texts of these pages are in the content.
 */
import type { SizeChart } from '../../../contract/schemas/size-chart.ts';
import type { PageLanguage } from '../addresses.ts';

interface ContentPageLabels {
  /** Description of the decoration guide: the paragraph below the title, also for search engines. */
  readonly decorations: string;
  /** Description of a size chart. */
  readonly sizeChart: string;
  /** Heading of the choice of a unit. */
  readonly unit: string;
  readonly units: Readonly<Record<SizeChart['unit'], string>>;
  /** Heading above the links to the products with a size chart. */
  readonly products: string;
  /** Heading of the column of sizes. */
  readonly size: string;
}

/** The labels of content pages (size charts and the decoration guide) in each language. */
export const contentPageLabels: Readonly<Record<PageLanguage, ContentPageLabels>> = {
  en: {
    decorations: 'How each decoration method works, and which artwork it needs.',
    sizeChart: 'Measurements of each size, in cm and inches.',
    unit: 'Unit',
    units: { cm: 'cm', in: 'inches' },
    products: 'Products with this size chart',
    size: 'Size',
  },
  fr: {
    decorations: 'Le fonctionnement de chaque technique de marquage et le fichier qu’elle exige.',
    sizeChart: 'Mesures de chaque taille, en cm et en pouces.',
    unit: 'Unité',
    units: { cm: 'cm', in: 'pouces' },
    products: 'Produits de ce tableau des tailles',
    size: 'Taille',
  },
};
