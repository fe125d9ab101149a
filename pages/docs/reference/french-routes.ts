/** Descriptions of routes, parameters and header fields in OpenAPI: English text → French translation. */
export const frenchRoutes: Readonly<Record<string, string>> = {
  // Groups of routes
  Catalogue: 'Catalogue',
  'Net prices': 'Prix nets',
  'Keeping a copy': 'Garder une copie',
  Discovery: 'Découverte',
  'Public product data. With a key, the product detail contains net prices.':
    'Données publiques des produits. Avec une clé, la fiche contient les prix nets.',
  'Prices for the account of a key.': 'Les prix du compte associé à une clé.',
  'The whole catalogue, stock, changes, active products, and health.':
    'Le catalogue entier, les stocks, les changements, les produits actifs et l’état du service.',
  'Machine-readable links to the API, its description and its documentation.':
    'Liens, pour les programmes, vers l’API, sa description et sa documentation.',

  // Routes
  Health: 'Vérifier l’état du service',
  'Reports that the catalogue is online, which release is current, and how old the listing of active products is. Needs no key.':
    'État du service, version actuelle du catalogue et âge de la liste des produits actifs. N’exige aucune clé.',
  'List products': 'Lister les produits',
  'Every product of a locale, with public prices. Best sellers are first, then new products, then the rest; each group is sorted by category. A key is ignored.':
    'Tous les produits d’un paramètre régional, avec les prix publics. D’abord les succès de vente, puis les nouveautés, puis les autres; chaque groupe est trié par catégorie. Une clé n’y change rien.',
  'Read every product': 'Lire tous les produits',
  'Every product of a locale in one answer, sorted by SKU. The default is JSON Lines: each line has the same bytes as the product detail that is read without a key. With `format=csv`, a row for each colour and size. Request a compressed answer.':
    'Tous les produits d’un paramètre régional en une réponse, triés par UGS. Par défaut : JSON Lines, où chaque ligne a les mêmes octets que la fiche demandée sans clé. Avec `format=csv`, une ligne par couleur et par taille. Demandez une réponse compressée.',
  'Read the stock of every product': 'Lire les stocks de tous les produits',
  'The `inventory` of every product of a locale, as in its detail; with `format=csv`, a row for each location of a colour and size, or one row if no location is listed.':
    'L’`inventory` de chaque produit d’un paramètre régional, comme dans sa fiche. Avec `format=csv`, une ligne par couleur, par taille et par emplacement; sans emplacements, une ligne par couleur et par taille.',
  'Read what changed': 'Lire ce qui a changé',
  'Without `since`, the current release. With `since`, the products that were added, changed or removed since that older release. The answer is correct even if the server returned to an earlier release. If `since` is unknown or too old, `complete` is false: load the whole catalogue from `reload`.':
    'Sans `since`, la version actuelle. Avec `since`, les produits ajoutés, modifiés et retirés entre la version de `since` et la version actuelle. La réponse reste exacte même si le serveur est revenu à une version antérieure. Si `since` est inconnu ou trop ancien, `complete` vaut `false` : rechargez tout le catalogue à partir de `reload`.',
  'Read a product': 'Lire un produit',
  'All data of one product. With a valid key, the answer also has the net prices and the price tier of the account. A key that is not valid gets an error, never public prices.':
    'Tout ce qui concerne un produit. Avec une clé valide, la réponse donne aussi les prix nets et le niveau de prix du compte. Une clé non valide donne une erreur, jamais les prix publics.',
  'Read the net prices of a product': 'Lire les prix nets d’un produit',
  "One product's prices for the account of the key.":
    'Les prix d’un produit pour le compte associé à la clé.',
  'Read the net prices of every product': 'Lire les prix nets de tous les produits',
  'The prices of every product of the locale for the account of the key, sorted by SKU, to keep beside your copy of the catalogue. With `format=csv`, a price list for spreadsheets.':
    'Les prix de tous les produits du paramètre régional, triés par UGS, pour le compte associé à la clé. Gardez-les à côté de votre copie du catalogue. Avec `format=csv`, une liste de prix pour un tableur.',
  'List active products': 'Lister les produits actifs',
  'The products that at least one company sells now; with `company`, only those that this company sells. Keep the other products in your copy: only `GET /v1/products/changes` says which ones to remove. Needs no key.':
    'Les produits qu’au moins une entreprise vend en ce moment ou, avec `company`, ceux que cette entreprise vend. Gardez les autres produits dans votre copie : seul `GET /v1/products/changes` indique quoi supprimer. N’exige aucune clé.',
  'Find the API': 'Trouver l’API',
  'The API catalogue of RFC 9727: links to the API, its description, its documentation and its health. Needs no key.':
    'Le catalogue d’API de la RFC 9727 : où se trouvent l’API, sa description, sa documentation et son état. N’exige aucune clé.',

  // Responses without a problem document
  'The client already has the current answer.': 'Vous avez déjà la réponse actuelle.',
  'The request is unreadable, or a parameter is invalid.':
    'La requête est illisible, ou un paramètre n’est pas valide.',
  'The listing of active products is not available.':
    'La liste des produits actifs n’est pas disponible.',

  // Examples
  'With a key': 'Avec une clé',
  'After an unknown `since`': 'Après un `since` inconnu',

  // Parameters
  'Language and country of the answer.': 'Langue et pays de la réponse.',
  'Product SKU; case-sensitive.': 'UGS du produit; la casse compte.',
  'Alias of a company, in lower-case letters, digits and hyphens. If given, the answer lists only the products that this company sells. Default: the products of all companies. An unknown alias is answered with 400.':
    'Alias d’une entreprise, en lettres minuscules, chiffres et traits d’union. La réponse n’énumère que les produits de cette entreprise. Par défaut : les produits de toutes les entreprises. Un alias inconnu donne un 400.',
  '`csv` for a spreadsheet; any other value is answered with 400. In a French table, semicolons separate the cells and the decimal sign is a comma; in an English table, commas separate the cells and the decimal sign is a point. Default: JSON, or JSON Lines for the export.':
    '`csv` pour un tableur; toute autre valeur donne un 400. En français, point-virgule entre les cellules et virgule décimale; en anglais, virgule et point décimal. Par défaut : JSON, ou JSON Lines pour l’exportation.',
  'The release of your copy: `release` of the previous answer, or `X-Catalogue-Release` of the export.':
    'La version de votre copie : `release` de la réponse précédente, ou `X-Catalogue-Release` de l’exportation.',
  'Entity tags that the client has. If one matches, the answer is 304 without a body.':
    'Étiquettes d’entité que vous avez. Si l’une est à jour, la réponse est un 304.',

  // Header fields
  'Entity tag of the answer, different for each content coding. Weak only for uncompressed answers of the export and stock routes.':
    'Étiquette d’entité, une par codage. Faible seulement dans les réponses non compressées des routes d’exportation et de stocks.',
  'File name for saving CSV or JSON Lines (RFC 6266). Absent for JSON.':
    'Nom de fichier pour enregistrer le CSV ou le JSON Lines (RFC 6266). Absent pour le JSON.',
  'Id of the release that the answer belongs to.':
    'Identifiant de la version dont provient la réponse.',
  'Who may cache the answer, and for how long (RFC 9111).':
    'Qui peut conserver la réponse, et combien de temps (RFC 9111).',
  'Request headers that the answer depends on, always in a single `Vary` header.':
    'Les en-têtes de requête dont dépend la réponse, toujours dans un seul en-tête `Vary`.',
  'Id of the request; include it when you report an error. An answer from a cache has the id of the request that filled the cache.':
    'Identifiant de la requête; citez-le quand vous signalez une erreur. Une réponse d’un cache porte l’identifiant de la requête qui a rempli le cache.',
  'Pages of any origin may read the answer. Absent if the route requires a key, or if the request contains a key that the route reads.':
    'Les pages de toute origine peuvent lire la réponse. Absent si la route exige une clé, ou si elle lit une clé que la requête contient.',
  'Header fields that pages of other origins may read. Absent if the route requires a key, or if the request contains a key that the route reads.':
    'Les en-têtes qu’une page d’une autre origine peut lire. En-tête absent si la route exige une clé, ou si elle lit une clé que la requête contient.',
  'The advisory limit, which is enforced: quota and window in seconds.':
    'La limite indicative, qui est appliquée : quota et fenêtre en secondes.',
  'Remaining requests in the window, and seconds until it ends.':
    'Requêtes qui restent dans la fenêtre, et secondes avant sa fin.',
  'Seconds that a client must wait before its next request.':
    'Secondes à attendre avant la prochaine requête.',
  'Present if the route has read a test key. Net prices are then computed from MSRP.':
    'Présent si la route a lu une clé d’essai. Les prix nets sont alors calculés à partir du PDSF.',
  'How to authenticate (RFC 6750).': 'Comment s’authentifier (RFC 6750).',
  'The date since which the route is deprecated (RFC 9745).':
    'Depuis quand la route est obsolète (RFC 9745).',
  'The date on which the route is removed (RFC 8594).': 'Quand la route sera retirée (RFC 8594).',
  'Links (RFC 8288): `deprecation` leads to a page about the deprecation and the replacement; `service-desc` and `service-doc` describe the API (RFC 8631); `api-catalog` is the API catalogue (RFC 9727).':
    'Liens (RFC 8288) : `deprecation`, une page sur le retrait de la route et sur ce qui la remplace; `service-desc` et `service-doc`, ce qui décrit l’API (RFC 8631); `api-catalog`, le catalogue d’API (RFC 9727).',
  'Methods of the route.': 'Les méthodes de la route.',
};
