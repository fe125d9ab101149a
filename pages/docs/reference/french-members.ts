/** Descriptions of response bodies and of their members in the schemas: English text → French translation. */
export const frenchMembers: Readonly<Record<string, string>> = {
  // API catalogue
  'The APIs of this host and their descriptions.': 'Les API de cet hôte, et ce qui les décrit.',
  'What the links belong to: the catalogue itself, or an API.':
    'L’objet des liens : le catalogue lui-même, ou une API.',
  'The APIs of the catalogue.': 'Les API du catalogue.',
  'Machine-readable descriptions.': 'Descriptions pour les programmes.',
  'Human-readable documentation.': 'Documentation pour les personnes.',
  'Health of the API.': 'État de l’API.',

  // Health
  'Id of the current release of the catalogue: a hash of its bytes.':
    'Identifiant de la version actuelle du catalogue : une empreinte de ses octets.',
  'The listing of /v1/sync/activeProduct; missing if no listing has been made.':
    'La liste de /v1/sync/activeProduct; absente si aucune liste n’a encore été faite.',
  'Seconds since the active products were last read.':
    'Secondes écoulées depuis la dernière lecture des produits actifs.',
  'True if the listing is too old; the route then answers 502.':
    'Vrai si la liste est trop ancienne; `/v1/sync/activeProduct` répond alors 502.',

  // Products
  'Every product of a locale, with public prices.':
    'Tous les produits d’un paramètre régional, avec les prix publics.',
  'Best sellers first, then new products, then the rest; each group by category.':
    'D’abord les succès de vente, puis les nouveautés, puis les autres; chaque groupe par catégorie.',
  'The brands of the listed products, by name.': 'Les marques des produits listés, par nom.',
  'A product in the list.': 'Un produit tel que la liste le montre.',
  'Key of the brand in `brands` of the same answer.':
    'Clé de la marque dans `brands` de la même réponse.',
  'All data of one product in one locale.':
    'Tout ce qui concerne un produit dans un paramètre régional.',
  'Lower-case form of the SKU.': 'L’UGS en minuscules.',
  'Localized texts, shortest to longest.': 'Textes localisés, du plus court au plus long.',
  'Merchandising tag, localized.': 'Étiquette de mise en marché, localisée.',
  'Classification of the product in the catalogue.': 'Le classement du produit dans le catalogue.',
  'Name of a category in `categories` of the product list.':
    'L’un des noms de `categories` dans la réponse de la liste.',
  'Target group of the product.': 'La clientèle visée par le produit.',
  'Display and sort order.': 'Ordre d’affichage et de tri.',
  'Whether the website may link this product to the design studio.':
    'Indique si le site Web peut lier ce produit au studio de création.',
  "Address of the brand's page; empty if none is published.":
    'Adresse de la page de la marque; vide si aucune n’est publiée.',
  'The first day on which the product was available, in the time zone of the catalogue.':
    'Le premier jour où le produit a été offert, dans le fuseau horaire du catalogue.',
  'The last day on which the product is available. It is removed afterwards.':
    'Le dernier jour où le produit est offert. Il est retiré ensuite.',
  'SKU of the product that will replace this one when it is removed.':
    'L’UGS du produit qui le remplacera quand il sera retiré.',
  'Previous SKUs of the product.': 'Les UGS que le produit portait avant d’être renommé.',
  'A decoration method of the product; further fields may be added.':
    'Une technique de marquage du produit; d’autres champs peuvent s’ajouter.',
  'Free-form options.': 'Options libres.',
  'A picture and its text alternative.': 'Une image et son texte de remplacement.',
  'Width in pixels, as displayed. Absent for drawings, which scale to any size.':
    'Largeur en pixels, telle qu’affichée. Absente pour les dessins, qui s’adaptent à toute taille.',
  'Height in pixels, as displayed. Present if `width` is.':
    'Hauteur en pixels, telle qu’affichée. Présente si `width` l’est.',
  'A document about the product, such as a size chart.':
    'Un document sur le produit, comme un tableau des tailles.',

  // Colours
  'A color of a product in the list.': 'Une couleur d’un produit de la liste.',
  'A color of a product, with its material.': 'Une couleur d’un produit, avec sa matière.',
  'A color family to filter by.': 'Une famille de couleurs, pour filtrer les produits.',
  'Fabric weight as text, localized.': 'Grammage du tissu sous forme de texte, localisé.',
  'Hex codes of the swatch; the array may be empty.':
    'Codes hexadécimaux de l’échantillon; le tableau peut être vide.',

  // Prices
  'Public prices of a product in the list.': 'Les prix publics d’un produit de la liste.',
  'Prices of a product; net prices only with a valid key.':
    'Les prix d’un produit; les prix nets seulement avec une clé valide.',
  "One product's prices for the key's account.":
    'Les prix d’un produit pour le compte associé à la clé.',
  "Every product's prices for the key's account.":
    'Les prix de tous les produits pour le compte associé à la clé.',
  'Id of the release that the prices belong to, as in `GET /v1/health`.':
    'Identifiant de la version dont proviennent les prix, comme dans `GET /v1/health`.',
  'Currency of all prices in the same object (ISO 4217).':
    'Devise de tous les prix du même objet (ISO 4217).',
  "The account's price tier; A3 is the base distributor tier.":
    'Le niveau de prix du compte; A3 est le niveau de base des distributeurs.',
  'Net price of one piece for the account, by bracket. Only with a valid key.':
    'Prix net d’une pièce pour le compte, par tranche. Seulement avec une clé valide.',
  'Added to each `net` price. Only with a valid key.':
    'S’ajoute à chaque prix de `net`. Seulement avec une clé valide.',
  'Design work included in the price.': 'Travail de conception compris dans le prix.',
  'Price of one piece in a quantity bracket.': 'Prix d’une pièce dans une tranche de quantités.',
  'Smallest quantity of the bracket.': 'Plus petite quantité de la tranche.',
  'Largest quantity of the bracket; null means no upper bound.':
    'Plus grande quantité de la tranche; `null` : pas de maximum.',
  'Current price of one piece in the bracket.': 'Prix actuel d’une pièce dans la tranche.',
  'Price before the markdown; the price is marked down if `price` is lower.':
    'Prix avant la démarque; il y en a une si `price` est plus bas.',
  'The last day on which the price applies, in the time zone of the catalogue. Absent if no end is set.':
    'Dernier jour du prix, dans le fuseau horaire du catalogue; absent s’il n’y en a pas.',
  'A size, and its surcharge if there is one.': 'Une taille, et son supplément s’il y en a un.',

  // Stock
  "Every product's stock.": 'Les stocks de tous les produits.',
  'When the stock as a whole was counted. Absent if not known.':
    'Moment où l’ensemble des stocks a été compté, s’il est connu.',
  'Id of the release that the stock belongs to.':
    'Identifiant de la version dont proviennent les stocks.',
  'Every product of the locale, sorted by SKU.':
    'Tous les produits du paramètre régional, triés par UGS.',
  'Time of the oldest count in `inventory`. Absent if not known.':
    'Moment du plus ancien comptage de `inventory`, s’il est connu.',
  'The stock of a color in a size.': 'Le stock d’une couleur dans une taille.',
  'The `id` of a color in the product detail.': 'L’`id` d’une couleur dans la fiche du produit.',
  'Id of this color and size in orders. It is never reused for another color or size.':
    'Identifiant de cette couleur et de cette taille dans les commandes. Il n’en désignera jamais d’autres.',
  'The GTIN as printed on the label: 8, 12, 13 or 14 digits, including any leading zeros.':
    'Le GTIN tel qu’il est imprimé sur l’étiquette : 8, 12, 13 ou 14 chiffres, zéros initiaux compris.',
  "Total pieces in stock at the locations that ship to the locale's country.":
    'Pièces en stock dans tous les emplacements qui expédient vers le pays du paramètre régional.',
  "The stock at each location that ships to the locale's country. Absent if the stock is not known by location. An order ships from one location.":
    'Les stocks de chaque emplacement qui expédie vers le pays du paramètre régional, s’ils sont connus par emplacement. Une commande part d’un seul emplacement.',
  'The stock of a color and size at one location.':
    'Le stock d’une couleur et d’une taille dans un emplacement.',
  'Pieces on the way to the location.': 'Pièces en route vers l’emplacement.',
  'The day on which the incoming pieces are expected.':
    'Le jour où les pièces en route sont attendues.',

  // Changes
  'What changed since a release.': 'Ce qui a changé depuis une version.',
  'The release of `since`, if it is known.': 'La version de `since`, si elle est connue.',
  'The current release: the next value of `since`.':
    'La version actuelle : la prochaine valeur de `since`.',
  'When `release` became current. If this is earlier than in a previous answer, the new answer comes from an outdated cache or server: retry later.':
    'Quand `release` est devenue la version actuelle. Si cette date précède celle d’une réponse antérieure, la nouvelle réponse vient d’un cache ou d’un serveur en retard : réessayez plus tard.',
  'For how many days and how many releases changes are kept.':
    'Pendant combien de temps, et pour combien de versions, les changements sont connus.',
  'False if `since` is unknown or too old: load the whole catalogue from `reload`.':
    'Faux si `since` est inconnu ou trop ancien : rechargez tout le catalogue à partir de `reload`.',
  'The added, changed and removed products, sorted by SKU. Absent without `since`.':
    'Les produits ajoutés, modifiés et retirés, triés par UGS. Absent sans `since`.',
  'Address of the whole catalogue. Only if `complete` is false.':
    'Adresse du catalogue entier. Seulement si `complete` vaut `false`.',
  'How a product changed between two releases.': 'Comment un produit a changé entre deux versions.',
  'What changed in the detail: `prices` is its `pricing`, `stock` its `inventory` and `asOf`, `content` the rest. Only if `change` is `changed`.':
    'Ce qui a changé dans la fiche. `prices` : `pricing`; `stock` : `inventory` et `asOf`; `content` : le reste. Seulement si `change` vaut `changed`.',
  'The first 16 hexadecimal digits of the SHA-256 of the uncompressed detail without a key. Absent if the product was removed.':
    'Les 16 premiers chiffres hexadécimaux du SHA-256 de la fiche sans clé, non compressée. Absent pour un produit retiré.',
  'When the product was removed. Only if it was removed.':
    'Quand le produit a été retiré. Seulement pour un produit retiré.',
  'Why it was removed: `renamed` or `replaced` by the product in `replacedBy`, `ended` after its last day, `upcoming` or a `draft` again, no longer sold in the `market` of the locale, or `removed` for another reason. Further values may be added.':
    'Pourquoi il a été retiré : `renamed` (renommé) ou `replaced` (remplacé) par le produit de `replacedBy`, `ended` (terminé) après son dernier jour, de nouveau `upcoming` (à venir) ou `draft` (brouillon), `market` s’il n’est plus vendu dans ce pays, ou `removed` pour une autre raison. D’autres valeurs peuvent s’ajouter.',
  'New SKU of the product, or SKU of the product that takes its place. Only if `reason` is `renamed` or `replaced`.':
    'Nouvelle UGS du produit, ou UGS du produit qui le remplace. Seulement si `reason` vaut `renamed` ou `replaced`.',

  // Sync
  'Active products, sorted by SKU.': 'Les produits actifs, triés par UGS.',
  'An active product.': 'Un produit actif.',
  'Aliases of the companies that sell the product.':
    'Les alias des entreprises qui vendent le produit.',
  'Address of the product detail.': 'Adresse de la fiche du produit.',
  'When the bytes of the product detail last changed in this locale.':
    'Quand les octets de la fiche ont changé pour la dernière fois dans ce paramètre régional.',
  'The first 16 hexadecimal digits of the SHA-256 of the uncompressed detail without a key: it changes only if the detail changes. If a detail that you read has another hash, it is older or newer than the listing: retry later.':
    'Les 16 premiers chiffres hexadécimaux du SHA-256 de la fiche sans clé, non compressée : ils ne changent que si la fiche change. Une fiche qui a une autre empreinte est plus ancienne ou plus récente que la liste : réessayez plus tard.',
};
