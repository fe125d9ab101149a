/** The French texts of quality checks. The English texts are defined by the checks themselves. */
import type { CheckTexts } from '../responses.ts';

/** The texts of a quality check that depend on the language. */
export type ReasonTexts = Pick<CheckTexts, 'lack' | 'remedy'>;

/** The French texts of the quality checks, by id of the check. */
export const frenchChecks: Readonly<Record<string, ReasonTexts>> = {
  'color/family': {
    lack: 'couleurs sans famille',
    remedy: 'Nommez les `families` de la couleur dans colors.json.',
  },
  'color/pms': {
    lack: 'couleurs unies sans couleur Pantone',
    remedy: 'Donnez le `pms` de la couleur dans colors.json.',
  },
  'decoration/offered': {
    lack: 'aucun marquage',
    remedy: 'Listez dans `customization.decorations` des ids de decorations.json.',
  },
  'facet/fabrics': {
    lack: 'aucun tissu par lequel filtrer',
    remedy: 'Listez dans `fabrics` des ids de facets.json.',
  },
  'facet/inspiration': {
    lack: 'aucune occasion',
    remedy: 'Listez dans `inspiration` des ids de facets.json.',
  },
  'material/codes': {
    lack: 'aucune matière',
    remedy: 'Listez dans `materials` des codes de facets.json.',
  },
  'material/fabric': {
    lack: 'couleurs au tissu inconnu',
    remedy: 'Écrivez `fabric`, du produit ou des couleurs qui en diffèrent.',
  },
  'picture/back': {
    lack: 'couleurs qui ont moins de deux images',
    remedy: 'Ajoutez le dos aux `images` de la couleur.',
  },
  'picture/colors': {
    lack: 'couleurs sans image',
    remedy:
      'Nommez des images dans les `images` de la couleur, ou donnez un `drawing` au produit et des échantillons à la couleur.',
  },
  'picture/product': {
    lack: 'aucune image',
    remedy: 'Nommez un `drawing`, ou des images dans `images` ou dans celles d’une couleur.',
  },
  'size/chart': {
    lack: 'tailles qu’aucun tableau ne mesure',
    remedy: 'Nommez un `sizeChart`, ou ajoutez la taille au tableau dans size-charts.json.',
  },
  'size/recommendations': {
    lack: 'aucune répartition des tailles',
    remedy: 'Écrivez `sizeRecommendations`, des parts qui font 100 pour cent.',
  },
  'stock/pieces': {
    lack: 'couleurs et tailles dont il ne reste aucune pièce',
    remedy: 'Recommandez-en, ou corrigez les quantités.',
  },
  'stock/rows': {
    lack: 'couleurs et tailles sans ligne dans inventory.csv',
    remedy: 'Ajoutez des lignes à inventory.csv; 0 est aussi une quantité.',
  },
  'text/keywords': {
    lack: 'aucun mot-clé',
    remedy: 'Listez dans `keywords` comment les acheteurs l’appellent, dans chaque langue.',
  },
  'text/long': {
    lack: 'aucune description longue',
    remedy: 'Écrivez `descriptions.long`, le texte de la page du produit.',
  },
  'text/name-length': {
    lack: 'nom de plus de 60 caractères',
    remedy: 'Raccourcissez le nom; les descriptions ont de la place pour le reste.',
  },
  'text/short': {
    lack: 'aucune description courte',
    remedy: 'Écrivez `descriptions.short`, une ou deux phrases pour les listes et les fiches.',
  },
  'text/tagline': {
    lack: 'aucune accroche',
    remedy: 'Écrivez `descriptions.tagline`, une ligne qui dit ce qu’il a de particulier.',
  },
  'text/translated': {
    lack: 'textes dans une autre langue',
    remedy: 'Ajoutez la langue aux textes qui sont nommés.',
  },
};
