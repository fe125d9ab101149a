/** Descriptions of response bodies and of their members in the schemas: English text → French translation. */
export const frenchMembers: Readonly<Record<string, string>> = {
  // API catalogue
  'The APIs of this host and their descriptions.': 'Les API de cet hôte, avec leurs liens.',
  'What the links belong to: the API catalogue itself, or an API.':
    'Ce à quoi se rapportent les liens : le catalogue d’API lui-même, ou une API.',
  'The APIs of the API catalogue.': 'Liens vers les API.',
  'Machine-readable descriptions.': 'Descriptions pour les programmes.',
  'Human-readable documentation.': 'Documentation destinée aux lecteurs humains.',
  'Health of the API.': 'État de l’API.',

  // Health
  'Id of the current release of the catalogue: a hash of its bytes.':
    'Identifiant de la version actuelle du catalogue : une empreinte de ses octets.',
  'The listing of `/v1/sync/activeProduct`; missing if no listing has been made.':
    'Âge de la liste de `/v1/sync/activeProduct`; absent si aucune liste n’a encore été faite.',
  'Seconds since the server last read the active products.':
    'Secondes écoulées depuis que le serveur a lu les produits actifs.',
  'True if the listing is too old; `/v1/sync/activeProduct` then answers 502.':
    'Vrai si la liste est trop ancienne; `/v1/sync/activeProduct` répond alors 502.',

  // Products
  'Every product of a locale, with public prices.':
    'Tous les produits d’un paramètre régional, avec les prix publics.',
  'Best sellers first, then new products, then the rest; each group is sorted by category.':
    'D’abord les succès de vente, puis les nouveautés, puis les autres; chaque groupe est trié par catégorie.',
  'The brands of the listed products: a map whose key is the name of the brand.':
    'Marques des produits listés : un dictionnaire dont la clé est le nom de la marque.',
  'A product in the list.': 'Un produit tel que la liste le montre.',
  'Name of the brand: its key in `brands` of the same answer.':
    'Nom de la marque : sa clé dans `brands` de la même réponse.',
  'All data of one product in one locale.':
    'Tout ce qui concerne un produit dans un paramètre régional.',
  'Lower-case form of the SKU.': 'UGS en minuscules.',
  'Localized texts, shortest to longest.': 'Textes localisés, du plus court au plus long.',
  'A short label to show with the product, such as `Best seller`, localized.':
    'Courte étiquette à afficher avec le produit, comme `Succès de vente`, localisée.',
  'Classification of the product in the catalogue.': 'Classement du produit dans le catalogue.',
  'Name of a category in `categories` of the product list.':
    'Nom d’une des catégories (`categories`) de la liste des produits.',
  'Target group of the product, localized.': 'Clientèle visée, localisée.',
  'Position among the categories, the smallest number first.':
    'Rang parmi les catégories, le plus petit nombre en premier.',
  "Whether the operator's design studio is available for this product.":
    'Vrai si le studio de création de l’exploitant est offert pour ce produit.',
  "Address of the brand's page. Empty or absent if no page is published.":
    'Adresse de la page de la marque. Vide ou absente si aucune page n’est publiée.',
  'The first day on which the product was available, in the time zone of the catalogue.':
    'Premier jour où le produit a été offert, dans le fuseau horaire du catalogue.',
  'The last day on which the product is available; it is removed after that day.':
    'Dernier jour où le produit est offert. Il est retiré ensuite.',
  'SKU of the product that will replace this one after its removal.':
    'UGS du produit qui remplacera celui-ci quand il sera retiré.',
  'Previous SKUs of the product.': 'UGS que le produit portait avant d’être renommé.',
  'A decoration method of the product; further fields may be added.':
    'Une technique de marquage du produit; d’autres champs peuvent s’ajouter.',
  'Further options, in no fixed form.': 'D’autres options, de forme libre.',
  'A picture and its text alternative.': 'Une image et son texte de remplacement.',
  'Width in pixels, after the rotation set in the file (EXIF), if any. Absent for drawings (SVG) and for pictures on other hosts.':
    'Largeur en pixels, rotation du fichier (EXIF) appliquée. Absente pour les dessins SVG et les images d’autres hôtes.',
  'Height in pixels, after the same rotation. Present if `width` is.':
    'Hauteur en pixels, après la même rotation. Présente si `width` l’est.',
  'A document about the product, such as a size chart.':
    'Un document sur le produit, comme un tableau des tailles.',

  // Colours
  'A colour of a product in the list.': 'Une couleur d’un produit de la liste.',
  'A colour of a product, with its material.': 'Une couleur d’un produit, avec sa matière.',
  'The colour families of this colour, to filter by.': 'Familles de cette couleur, pour filtrer.',
  'A colour family to filter by.': 'Une famille de couleurs, pour filtrer les produits.',
  'Fabric weight as text, localized.': 'Grammage du tissu en texte, localisé.',
  'Hex codes of the colour; the array may be empty.':
    'Codes hexadécimaux de la couleur; le tableau peut être vide.',

  // Prices
  'Public prices of a product in the list.': 'Prix publics d’un produit de la liste.',
  'Prices of a product; net prices only with a valid key.':
    'Prix d’un produit; les prix nets seulement avec une clé valide.',
  "One product's prices for the key's account.":
    'Prix d’un produit pour le compte associé à la clé.',
  "Every product's prices for the key's account.":
    'Prix de tous les produits pour le compte associé à la clé.',
  'Id of the release that the prices belong to, as in `GET /v1/health`.':
    'Identifiant de la version dont proviennent les prix, comme dans `GET /v1/health`.',
  'Currency of all prices in the same object (ISO 4217).':
    'Devise des prix du même objet (ISO 4217).',
  'Price tier of the account. A3 is the base tier for distributors.':
    'Niveau de prix du compte. A3 est le niveau de base des distributeurs.',
  'Net price of one piece for the account, by quantity bracket. Only with a valid key.':
    'Prix net d’une pièce pour le compte, par tranche de quantité. Seulement avec une clé valide.',
  'Public price of one piece (MSRP), by quantity bracket.':
    'Prix public d’une pièce (PDSF), par tranche de quantité.',
  'Net price of one piece for the account, by quantity bracket.':
    'Prix net d’une pièce pour le compte, par tranche de quantité.',
  'Added to each `net` price. Only with a valid key.':
    'S’ajoute à chaque prix de `net`. Seulement avec une clé valide.',
  'Credits for the design studio that are included in an order.':
    'Crédits qu’une commande comprend pour le studio de création.',
  'Price of one piece in a quantity bracket; not the `priceTier` of an account.':
    'Prix d’une pièce dans une tranche de quantité, et non le `priceTier` d’un compte.',
  'Smallest quantity of the bracket.': 'Quantité minimale de la tranche.',
  'Largest quantity of the bracket; `null`: no maximum.':
    'Quantité maximale de la tranche; `null` : aucun maximum.',
  'Current price of one piece in the bracket.': 'Prix actuel d’une pièce.',
  'Price before the markdown. Absent if the price is not marked down.':
    'Prix avant la démarque. Absent sans démarque.',
  'The last day on which the price applies, in the time zone of the catalogue. Absent if no end is set.':
    'Dernier jour où le prix s’applique, dans le fuseau horaire du catalogue. Absent si aucune fin n’est prévue.',
  'Every size, with its surcharge if there is one.':
    'Toutes les tailles, avec leur supplément éventuel.',
  'A size, and its surcharge if there is one.': 'Une taille et son supplément éventuel.',

  // Stock
  "Every product's stock.": 'Stocks de tous les produits.',
  'When the stock as a whole was counted, according to the operator; absent if that is not known. The `asOf` of a product comes from its own counts.':
    'Moment du comptage général, selon l’exploitant; absent s’il est inconnu. L’`asOf` d’un produit vient de ses propres comptages.',
  'Id of the release that the stock belongs to.':
    'Identifiant de la version dont proviennent les stocks.',
  'Every product of the locale, sorted by SKU.':
    'Tous les produits du paramètre régional, triés par UGS.',
  'The earliest of the times at which the variants of the product (each a colour in a size) were last counted. Absent if no time is known.':
    'Le plus ancien des derniers comptages des variantes du produit, chacune une couleur dans une taille. Absent si aucun n’est connu.',
  'The stock of a colour in a size.': 'Stock d’une couleur dans une taille.',
  'The `id` of a colour in the product detail.': 'L’`id` d’une couleur dans la fiche du produit.',
  'Id of this colour and size in orders. It is never reused for another colour or size.':
    'Identifiant de cette couleur et de cette taille dans les commandes. Il n’est jamais réutilisé.',
  'The GTIN as printed on the label: 8, 12, 13 or 14 digits, including any leading zeros.':
    'GTIN imprimé sur l’étiquette : 8, 12, 13 ou 14 chiffres, zéros initiaux compris.',
  'Pieces that can be shipped to the country of the locale. If there are `locations`, this is the sum of their quantities.':
    'Pièces qui peuvent être expédiées dans le pays du paramètre régional; si `locations` est présent, la somme de ses quantités.',
  "The stock at each location that ships to the locale's country. Absent if the stock is not known by location. An order ships from one location, so it can have at most the `quantity` of one location.":
    'Stocks de chaque emplacement qui expédie vers le pays du paramètre régional. Absents s’ils ne sont pas connus par emplacement. Une commande part d’un seul emplacement : elle ne peut donc pas dépasser la `quantity` d’un emplacement.',
  'The stock of a colour and size at one location.':
    'Stock d’une couleur et d’une taille à un emplacement.',
  'Pieces on the way to the location.': 'Pièces en route vers l’emplacement.',
  'The day on which the incoming pieces are expected.':
    'Jour où les pièces en route sont attendues.',

  // Changes
  'What changed since a release.': 'Ce qui a changé depuis une version.',
  'The value of `since`. Absent without `since`, or if `complete` is false.':
    'Valeur de `since`. Absente sans `since`, ou si `complete` est faux.',
  'The current release: the next value of `since`.':
    'Version actuelle : la prochaine valeur de `since`.',
  'When `release` last became current; a return of the server to this release counts, too. If this is earlier than in a previous answer, the new answer comes from an outdated cache or server: retry later.':
    'Quand `release` est devenue la version actuelle pour la dernière fois, y compris par un retour à cette version. Si ce moment est antérieur à celui d’une réponse précédente, la nouvelle réponse vient d’un cache ou d’un serveur en retard : réessayez plus tard.',
  'How long changes are kept, in days and in releases.':
    'Pendant combien de jours et pour combien de versions les changements sont conservés.',
  'False if `since` is unknown or too old: load the whole catalogue from `reload`. Absent without `since`.':
    'Faux si `since` est inconnu ou trop ancien : rechargez tout le catalogue à partir de `reload`. Absent sans `since`.',
  'The added, changed and removed products, sorted by SKU. Absent without `since`.':
    'Produits ajoutés, modifiés et retirés, triés par UGS. Absents sans `since`.',
  'Address of the whole catalogue. Only if `complete` is false.':
    'Adresse du catalogue entier. Seulement si `complete` vaut `false`.',
  'How a product changed between two releases.': 'Comment un produit a changé entre deux versions.',
  'What changed in the detail. `prices`: its `pricing`. `stock`: its `inventory` and `asOf`. `content`: everything else. Only if `change` is `changed`.':
    'Ce qui a changé dans la fiche. `prices` : son `pricing`. `stock` : son `inventory` et son `asOf`. `content` : tout le reste. Seulement si `change` vaut `changed`.',
  'The first 16 hexadecimal digits of the SHA-256 of the uncompressed product detail, as read without a key. Absent if the product was removed.':
    'Les 16 premiers chiffres hexadécimaux du SHA-256 de la fiche publique non compressée. Absents pour un produit retiré.',
  'When the product was removed. Present only if `change` is `removed`.':
    'Quand le produit a été retiré. Présent seulement si `change` vaut `removed`.',
  'Why the product was removed. `renamed`: its new SKU is in `replacedBy`. `replaced`: the product in `replacedBy` takes its place. `ended`: its last day has passed. `upcoming`: its first day is in the future again. `draft`: it is a draft again, no longer public. `market`: it is no longer offered in the country of the locale. `removed`: the reason is not known. Further values may be added.':
    'Pourquoi le produit a été retiré. `renamed` : sa nouvelle UGS est dans `replacedBy`. `replaced` : le produit de `replacedBy` le remplace. `ended` : son dernier jour est passé. `upcoming` : son premier jour a été reporté à une date à venir. `draft` : il est redevenu un brouillon, non public. `market` : il n’est plus offert dans le pays du paramètre régional. `removed` : la raison est inconnue. D’autres valeurs peuvent s’ajouter.',
  'New SKU of the product, or SKU of the product that takes its place. Only if `reason` is `renamed` or `replaced`.':
    'Nouvelle UGS du produit, ou UGS du produit qui le remplace. Seulement si `reason` vaut `renamed` ou `replaced`.',

  // Sync
  'Active products, sorted by SKU.': 'Produits actifs, triés par UGS.',
  'A product that at least one company sells now.':
    'Un produit qu’au moins une entreprise vend en ce moment.',
  'Aliases of the companies that sell the product.':
    'Alias des entreprises qui vendent le produit.',
  'Address of the product detail.': 'Adresse de la fiche du produit.',
  'When the bytes of the product detail last changed in this locale.':
    'Dernier changement des octets de la fiche pour ce paramètre régional.',
  'The first 16 hexadecimal digits of the SHA-256 of the uncompressed product detail, as read without a key. It changes only if the detail changes. Compare it with the revision that you stored or computed for your copy. If they differ, your detail is older or newer than the listing: ask for the changes. If they still differ, retry later.':
    'Les 16 premiers chiffres hexadécimaux du SHA-256 de la fiche publique non compressée. Ils ne changent que si la fiche change. Si ceux de votre copie diffèrent, votre fiche est plus ancienne ou plus récente que la liste : demandez les changements. S’ils diffèrent encore, réessayez plus tard.',
};
