import type { FrenchRules } from './french-rule.ts';

/** French texts of the rules about products and shared lists. */
export const productRules: FrenchRules = {
  'product/circular-replacement': {
    summary:
      'Aucun produit n’est remplacé, directement ou par d’autres, par un produit qu’il remplace.',
    remedy: 'Retirez `replacedBy` du produit qui reste.',
  },
  'product/dates': {
    summary: 'Le dernier jour d’un produit ne précède pas le premier.',
    remedy: 'Corrigez `availableFrom` ou `availableUntil`.',
  },
  'product/file-name': {
    summary: 'Le fichier d’un produit porte le nom de son UGS.',
    remedy: 'Renommez le fichier, ou corrigez l’UGS.',
  },
  'product/former-sku': {
    summary:
      'Une ancienne UGS n’est celle d’aucun produit actuel, et n’appartient qu’à un seul produit.',
    remedy: 'Retirez-la de `formerSkus`, ou donnez à l’autre produit sa propre UGS.',
  },
  'product/implausible-date': {
    summary:
      'Le premier et le dernier jour d’un produit sont de 1970 ou plus tard, et à 20 ans au plus de la compilation.',
    remedy: 'Corrigez l’année; sans limite, ne mettez pas de date.',
  },
  'product/late-replacement': {
    summary:
      'Un produit remplacé reste au catalogue jusqu’à ce que son remplaçant soit offert, et prend fin avant lui.',
    remedy:
      'Retirez `draft` du remplaçant, corrigez son `availableFrom` ou son `availableUntil`, ou reportez `availableUntil` de ce produit.',
  },
  'product/recommendations-sum': {
    summary: 'La répartition des tailles d’un produit totalise 100 pour cent.',
    remedy: 'Corrigez les pourcentages.',
  },
  'product/recommended-size': {
    summary: 'La répartition des tailles nomme des tailles que le produit possède.',
    remedy: 'Corrigez la taille, ou ajoutez-la aux tailles du produit.',
  },
  'product/repeated-color': {
    summary: 'Un produit a chacune de ses couleurs une seule fois.',
    remedy: 'Retirez l’une des deux entrées, ou corrigez sa couleur.',
  },
  'product/repeated-entry': {
    summary:
      'Une liste d’un produit ne nomme rien deux fois\u00a0: marchés, anciennes UGS, mots-clés, occasions, tissus, matières, marquages, répartition des tailles, images, images d’une couleur.',
    remedy: 'Retirez l’une des deux entrées, ou corrigez-la.',
  },
  'product/repeated-size': {
    summary: 'Un produit a chacune de ses tailles une seule fois.',
    remedy: 'Retirez l’une des deux, ou corrigez-la.',
  },
  'product/replaced-by': {
    summary: 'Le produit qui en remplace un autre existe dans le contenu.',
    remedy: 'Corrigez l’UGS, ou retirez `replacedBy`.',
  },
  'product/reserved-sku': {
    summary: 'Aucune UGS n’est un mot que l’API utilise à côté des produits\u00a0: pricing, index.',
    remedy: 'Donnez une autre UGS au produit.',
  },
  'product/same-color-image': {
    summary: 'Deux couleurs d’un produit n’affichent jamais la même image.',
    remedy:
      'Donnez à la couleur sa propre image; mettez une image de plusieurs couleurs dans `images` du produit.',
  },
  'product/same-image': {
    summary: 'Deux produits n’affichent jamais la même image.',
    remedy:
      'Donnez au produit sa propre image; celle qui est signalée reste souvent d’un fichier copié.',
  },
  'product/same-sku': {
    summary: 'Deux produits n’ont jamais la même UGS.',
    remedy: 'Donnez à l’un des produits sa propre UGS; un fichier copié garde celle de l’original.',
  },
  'product/size-chart-row': {
    summary: 'Le tableau des tailles d’un produit a une ligne pour chaque taille du produit.',
    remedy: 'Corrigez `sizeChart`, ou ajoutez les lignes à size-charts.json.',
  },
  'product/size-order': {
    summary:
      'Un produit a ses tailles dans l’ordre de sizes.json, celui dans lequel les boutiques les affichent.',
    remedy: 'Mettez les tailles dans l’ordre que donne le message.',
  },
  'product/unknown-asset': {
    summary: 'Les images que nomme un produit se trouvent dans assets/, ou sont des URL https.',
    remedy: 'Corrigez le chemin, ou ajoutez le fichier à assets/.',
  },
  'product/unknown-brand': {
    summary: 'La marque d’un produit est l’une des marques de brands.json.',
    remedy: 'Corrigez l’id, ou ajoutez la marque à brands.json.',
  },
  'product/unknown-category': {
    summary: 'La catégorie d’un produit est l’une des catégories de categories.json.',
    remedy: 'Corrigez l’id, ou ajoutez la catégorie à categories.json.',
  },
  'product/unknown-color': {
    summary: 'La couleur d’un produit est l’une des couleurs de colors.json.',
    remedy: 'Corrigez l’id, ou ajoutez la couleur à colors.json.',
  },
  'product/unknown-decoration': {
    summary: 'Le marquage d’un produit est l’un des marquages de decorations.json.',
    remedy: 'Corrigez l’id, ou ajoutez le marquage à decorations.json.',
  },
  'product/unknown-drawing': {
    summary: 'Le dessin d’un produit existe des deux côtés.',
    remedy: 'Corrigez le nom, ou ajoutez <nom>-front.svg et <nom>-back.svg à drawings/.',
  },
  'product/unknown-fabric': {
    summary: 'Le tissu d’un produit est l’un des tissus de facets.json.',
    remedy: 'Corrigez l’id, ou ajoutez le tissu à facets.json.',
  },
  'product/unknown-for': {
    summary: 'La clientèle (`for`) d’un produit est l’une des clientèles de facets.json.',
    remedy: 'Corrigez l’id, ou ajoutez la clientèle (`for`) à facets.json.',
  },
  'product/unknown-inspiration': {
    summary: 'L’occasion d’un produit est l’une des occasions de facets.json.',
    remedy: 'Corrigez l’id, ou ajoutez l’occasion à facets.json.',
  },
  'product/unknown-material': {
    summary: 'La matière d’un produit est l’une des matières de facets.json.',
    remedy: 'Corrigez l’id, ou ajoutez la matière à facets.json.',
  },
  'product/unknown-size': {
    summary: 'La taille d’un produit est l’une des tailles de sizes.json.',
    remedy: 'Corrigez l’id, ou ajoutez la taille à sizes.json.',
  },
  'product/unknown-size-chart': {
    summary: 'Le tableau des tailles d’un produit est l’un de ceux de size-charts.json.',
    remedy: 'Corrigez l’id, ou ajoutez le tableau des tailles à size-charts.json.',
  },
  'product/unknown-tag': {
    summary: 'L’étiquette d’un produit est l’une des étiquettes de tags.json.',
    remedy: 'Corrigez l’id, ou ajoutez l’étiquette à tags.json.',
  },
  'shared/same-brand-name': {
    summary: 'Deux marques n’ont jamais le même nom.',
    remedy: 'Changez l’un des noms, ou faites des deux marques une seule.',
  },
  'shared/size-alias': {
    summary:
      'L’autre nom d’une taille n’est pas lui-même une taille, et désigne l’une de celles de sizes.json.',
    remedy: 'Nommez la taille voulue, ou retirez l’autre nom.',
  },
  'shared/size-chart-row': {
    summary:
      'Une ligne d’un tableau des tailles porte sur une taille connue et a une valeur pour chaque mesure.',
    remedy: 'Corrigez la taille ou les valeurs, ou ajoutez la taille à sizes.json.',
  },
  'shared/unknown-family': {
    summary: 'Les familles d’une couleur sont parmi les familles de colors.json.',
    remedy: 'Corrigez l’id, ou ajoutez la famille à colors.json.',
  },
  'shared/unknown-measure': {
    summary: 'Les mesures d’un tableau des tailles sont parmi celles de size-charts.json.',
    remedy: 'Corrigez l’id, ou ajoutez la mesure à `measures`.',
  },
  'shared/unknown-icon': {
    summary: 'L’icône d’un marquage se trouve dans assets/, ou est une URL https.',
    remedy: 'Corrigez le chemin, ou ajoutez le fichier à assets/.',
  },
  'shared/unused-entry': {
    summary:
      'Chaque entrée d’un fichier partagé, chaque dessin et chaque image sert à quelque chose.',
    remedy: 'Retirez ce qui ne sert plus, ou nommez-le là où il devait servir.',
  },
};
