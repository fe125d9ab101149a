import type { FrenchRules } from './french-rule.ts';

/** French texts of the rules about prices and surcharges. */
export const priceRules: FrenchRules = {
  'price/bracket-jump': {
    summary: 'Les prix de deux tranches voisines diffèrent de 10 fois au plus.',
    remedy:
      'Corrigez le prix\u00a0: un point décimal a pu se perdre, ou un tableur a pu en faire une date.',
  },
  'price/bracket-order': {
    summary:
      'Les tranches d’un produit dans une devise se suivent par ordre de quantité, chacune une seule fois. Une tranche finit là où la suivante commence\u00a0: il n’y a pas de trou.',
    remedy:
      'Triez les lignes selon `minQuantity`; de deux lignes pour une même quantité, gardez la bonne.',
  },
  'price/dates': {
    summary: 'Le dernier jour d’un prix ne précède pas le premier.',
    remedy: 'Corrigez `from` ou `until`.',
  },
  'price/first-bracket': {
    summary: 'Chaque jour, la première tranche d’un produit commence à sa commande minimale.',
    remedy:
      'Corrigez `minQuantity` ou les dates de la première tranche, ou `minimumOrder` dans le fichier du produit.',
  },
  'price/gap': {
    summary:
      'Un produit a des prix pour chaque jour où il est offert, à partir du jour de la compilation.',
    remedy:
      'Corrigez les dates des prix, ajoutez une ligne pour les jours manquants, ou indiquez avec `availableFrom` et `availableUntil` que le produit n’est pas offert.',
  },
  'price/implausible-date': {
    summary:
      'Les dates d’un prix sont de 1970 ou plus tard, et à 20 ans au plus de la compilation.',
    remedy: 'Corrigez l’année; sans limite, ne mettez pas de date.',
  },
  'price/missing': {
    summary: 'Un produit a un PDSF (MSRP) dans la devise de chaque marché où il est vendu.',
    remedy: 'Ajoutez ses tranches à `prices/msrp.csv`, ou retirez le marché de `markets`.',
  },
  'price/missing-net': {
    summary:
      'Un produit a un prix net à chaque niveau de prix, dans la devise de chaque marché où il est vendu.',
    remedy:
      'Ajoutez ses tranches aux tableaux que nomme le message, ou retirez le marché de `markets`.',
  },
  'price/net-above-msrp': {
    summary:
      'À toute quantité et dans toute taille, aucun niveau de prix ne paie plus que le PDSF (MSRP); les tranches des deux listes peuvent différer.',
    remedy:
      'Corrigez le prix net, le PDSF ou un supplément; un prix courant se trouve peut-être dans la colonne du prix.',
  },
  'price/not-a-markdown': {
    summary: 'Un prix courant est plus élevé que le prix à côté de lui.',
    remedy: 'Corrigez le prix courant, ou laissez sa cellule vide quand il n’y a pas de démarque.',
  },
  'price/overlapping-dates': {
    summary: 'Chaque jour, une tranche a un seul prix.',
    remedy:
      'Faites finir un prix la veille du jour où l’autre commence; un prix valable quelques jours demande trois lignes\u00a0: avant, pendant, après.',
  },
  'price/rising': {
    summary: 'La pièce ne coûte jamais plus cher quand on en commande davantage.',
    remedy: 'Corrigez le prix; deux lignes ont pu être interverties, ou un chiffre s’est perdu.',
  },
  'price/unknown-product': {
    summary: 'L’UGS d’un prix est celle d’un produit.',
    remedy:
      'Corrigez l’UGS, ajoutez le fichier du produit à products/, ou retirez les lignes d’un produit qui n’existe plus.',
  },
  'price/unsold-currency': {
    summary: 'Un produit n’a de prix que dans les devises des marchés où il est vendu.',
    remedy: 'Retirez les lignes, ou ajoutez le marché à `markets` dans le fichier du produit.',
  },
  'price/zero': {
    summary: 'Un prix dépasse 0.00. Un supplément peut être de 0.00.',
    remedy:
      'Inscrivez le prix; les systèmes exportent 0.00 quand ils ne le connaissent pas. Tant qu’il n’est pas connu, retirez la ligne et faites du produit un brouillon.',
  },
  'surcharge/above-price': {
    summary: 'Le supplément d’une taille ne dépasse pas le prix auquel il s’ajoute.',
    remedy: 'Corrigez le supplément\u00a0: il s’ajoute au prix et ne le remplace pas.',
  },
  'surcharge/missing-list': {
    summary:
      'Une taille qui a un supplément en a un dans `msrp` et à chaque niveau de prix, dans la même devise.',
    remedy: 'Ajoutez les lignes que nomme le message; 0.00 est un supplément nul.',
  },
  'surcharge/repeated': {
    summary:
      'Une taille d’un produit a un seul supplément pour chaque devise et chaque liste de prix.',
    remedy: 'Gardez la bonne ligne et retirez l’autre.',
  },
  'surcharge/unknown-list': {
    summary: 'La liste d’un supplément est `msrp` ou un niveau de prix de `catalogue.json`.',
    remedy:
      'Corrigez la liste, ajoutez le niveau de prix, ou retirez les lignes d’un niveau de prix qui n’existe plus.',
  },
  'surcharge/unknown-product': {
    summary: 'L’UGS d’un supplément est celle d’un produit.',
    remedy:
      'Corrigez l’UGS, ajoutez le fichier du produit à products/, ou retirez les lignes d’un produit qui n’existe plus.',
  },
  'surcharge/unknown-size': {
    summary: 'La taille d’un supplément est l’une des tailles du produit.',
    remedy:
      'Corrigez la taille, ajoutez-la à `sizes` dans le fichier du produit, ou retirez les lignes.',
  },
  'surcharge/unsold-currency': {
    summary: 'Un produit n’a de suppléments que dans les devises des marchés où il est vendu.',
    remedy: 'Retirez les lignes, ou ajoutez le marché à `markets` dans le fichier du produit.',
  },
};
