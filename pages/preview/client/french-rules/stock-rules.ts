import type { FrenchRules } from './french-rule.ts';

/** French texts of the rules about stock, active products and variants. */
export const stockRules: FrenchRules = {
  'stock/implausible-count': {
    summary:
      'Le décompte de tout le stock est de 1970 ou plus tard, et à 20 ans au plus de la compilation.',
    remedy: 'Corrigez l’année de `asOf`, ou supprimez le fichier.',
  },
  'stock/implausible-date': {
    summary:
      'Les dates des arrivages et des décomptes sont de 1970 ou plus tard, et à 20 ans au plus de la compilation.',
    remedy: 'Corrigez l’année; sans limite, ne mettez pas de date.',
  },
  'stock/incoming-before-count': {
    summary: 'L’arrivage est attendu le jour du décompte (`as_of`) ou plus tard.',
    remedy: 'Corrigez la date, ou transférez dans `quantity` les pièces arrivées.',
  },
  'stock/incoming-without-date': {
    summary: 'Une ligne de stock a à la fois `incoming` et `incoming_date`, ou aucun des deux.',
    remedy: 'Écrivez le jour où les pièces sont attendues, ou videz les deux cellules.',
  },
  'stock/incoming-without-location': {
    summary: 'L’arrivage est destiné à un emplacement.',
    remedy: 'Nommez l’emplacement dans la colonne `location`, ou retirez l’arrivage.',
  },
  'stock/made-to-order': {
    summary: 'Un produit fabriqué sur commande n’a pas de stock.',
    remedy: 'Retirez ses lignes de stock, ou `madeToOrder` du fichier du produit.',
  },
  'stock/mixed-locations': {
    summary:
      'Les lignes de stock d’une couleur et d’une taille nomment toutes un emplacement, ou il n’y en a qu’une.',
    remedy:
      'Nommez l’emplacement de la ligne qui n’en a pas, ou retirez-la si elle est la somme des autres.',
  },
  'stock/repeated': {
    summary:
      'Une couleur et une taille d’un produit ont une seule ligne de stock, ou une par emplacement.',
    remedy: 'Gardez la bonne ligne et retirez l’autre.',
  },
  'stock/unknown-color': {
    summary: 'La couleur d’une ligne de stock est l’une des couleurs du produit.',
    remedy:
      'Corrigez la couleur, ajoutez-la à `colors` dans le fichier du produit, ou retirez les lignes.',
  },
  'stock/unknown-location': {
    summary: 'L’emplacement d’une ligne de stock est l’un de ceux de `locations.json`.',
    remedy: 'Corrigez l’emplacement, ou ajoutez-le à locations.json avec son nom et ses marchés.',
  },
  'stock/unknown-product': {
    summary: 'L’UGS d’une ligne de stock est celle d’un produit.',
    remedy:
      'Corrigez l’UGS, ajoutez le fichier du produit à products/, ou retirez les lignes d’un produit qui n’existe plus.',
  },
  'stock/unknown-size': {
    summary: 'La taille d’une ligne de stock est l’une des tailles du produit.',
    remedy:
      'Corrigez la taille, ajoutez-la à `sizes` dans le fichier du produit, ou retirez les lignes.',
  },
  'sync/repeated': {
    summary: 'Une entreprise vend un produit une seule fois.',
    remedy: 'Gardez la bonne ligne et retirez l’autre.',
  },
  'sync/unknown-company': {
    summary: 'L’entreprise d’un produit actif est l’une de celles de `companies.json`.',
    remedy:
      'Corrigez l’alias, ajoutez l’entreprise, ou retirez les lignes d’une entreprise qui n’existe plus.',
  },
  'sync/unknown-product': {
    summary: 'L’UGS d’un produit actif est celle d’un produit.',
    remedy:
      'Corrigez l’UGS, ajoutez le fichier du produit à products/, ou retirez les lignes d’un produit qui n’existe plus.',
  },
  'variant/gtin': {
    summary: 'Un GTIN a 8, 12, 13 ou 14 chiffres, dont le dernier est le chiffre de contrôle.',
    remedy:
      'Copiez les chiffres de l’étiquette. Mettez la colonne au format texte, pour qu’un tableur les garde tous.',
  },
  'variant/repeated': {
    summary: 'Une couleur et une taille d’un produit ont une seule ligne dans `variants.csv`.',
    remedy: 'Gardez la bonne ligne et retirez l’autre.',
  },
  'variant/repeated-gtin': {
    summary: 'Deux variantes n’ont jamais le même GTIN.',
    remedy: 'Corrigez celui qui est faux; une ligne copiée garde celui de l’original.',
  },
  'variant/repeated-part-id': {
    summary: 'Deux variantes n’ont jamais le même numéro de pièce.',
    remedy: 'Corrigez celui qui est faux; une ligne copiée garde celui de l’original.',
  },
  'variant/unknown-color': {
    summary: 'La couleur d’une variante est l’une des couleurs du produit.',
    remedy:
      'Corrigez la couleur, ajoutez-la à `colors` dans le fichier du produit, ou retirez les lignes.',
  },
  'variant/unknown-product': {
    summary: 'L’UGS d’une variante est celle d’un produit.',
    remedy:
      'Corrigez l’UGS, ajoutez le fichier du produit à products/, ou retirez les lignes d’un produit qui n’existe plus.',
  },
  'variant/unknown-size': {
    summary: 'La taille d’une variante est l’une des tailles du produit.',
    remedy:
      'Corrigez la taille, ajoutez-la à `sizes` dans le fichier du produit, ou retirez les lignes.',
  },
  'shipping/lead-time': {
    summary: 'Le maximum d’un délai n’est pas inférieur à son minimum.',
    remedy: 'Corrigez ou échangez les deux.',
  },
  'shipping/lighter-carton': {
    summary: 'Un carton plein n’est pas plus léger que ses pièces.',
    remedy: 'Corrigez le poids du carton ou d’une pièce, ou le nombre de pièces.',
  },
  'variant/without-id': {
    summary:
      'Une ligne de `variants.csv` a un numéro de pièce, un GTIN ou des données commerciales.',
    remedy: 'Écrivez l’un d’eux, ou retirez la ligne.',
  },
  'variant/without-stock': {
    summary:
      'Une couleur et une taille qui ont un numéro de pièce ou un GTIN ont une ligne de stock, avec laquelle elles sont affichées.',
    remedy: 'Ajoutez la ligne de stock; 0 est aussi une quantité.',
  },
};
