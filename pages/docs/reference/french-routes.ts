/** French of what the OpenAPI document says of routes, parameters and header fields, by the English text. */
export const frenchRoutes: Readonly<Record<string, string>> = {
  // Groups of routes
  Catalogue: 'Catalogue',
  'Net prices': 'Prix nets',
  'Keeping a copy': 'Garder une copie',
  Discovery: 'Découverte',
  'What anybody may read; product detail has net prices too, for a key.':
    'Ce que tous peuvent lire; avec une clé, la fiche d’un produit contient aussi les prix nets.',
  'What products cost the account of a key.': 'Ce que les produits coûtent au compte d’une clé.',
  'The whole catalogue, what changed since, what is active, and whether it is served.':
    'Le catalogue entier, ce qui a changé depuis, ce qui est actif et l’état du service.',
  'How a program finds the API, its description and its documentation.':
    'Comment un programme trouve l’API, sa description et sa documentation.',

  // Routes
  Health: 'Vérifier l’état du service',
  'Says that the catalogue is served, which release of it, and how old the listing of active products is. Needs no key.':
    'Indique que le catalogue est servi, quelle version l’est et l’âge de la liste des produits actifs. N’exige aucune clé.',
  'List products': 'Lister les produits',
  'Every product of a locale with public prices: best sellers first, then new products, then the rest, each by category. A key changes nothing here.':
    'Tous les produits d’un paramètre régional, avec les prix publics : d’abord les meilleurs vendeurs, puis les nouveautés, puis les autres, chaque groupe par catégorie. Une clé n’y change rien.',
  'Read every product': 'Lire tous les produits',
  'Every product of a locale in one answer, sorted by SKU: as JSON Lines, each line the product detail byte for byte; with `format=csv` a row for each color and size, for spreadsheets. Ask for a compressed answer.':
    'Tous les produits d’un paramètre régional en une seule réponse, triés par SKU : en JSON Lines, où chaque ligne est la fiche d’un produit, octet pour octet; avec `format=csv`, une ligne par couleur et par taille, pour un tableur. Demandez une réponse compressée.',
  'Read the stock of every product': 'Lire les stocks de tous les produits',
  'The `inventory` of every product of a locale, as in its detail; with `format=csv` a row for each color and size, or for each location that has them.':
    'Le membre `inventory` de chaque produit d’un paramètre régional, comme dans sa fiche; avec `format=csv`, une ligne par couleur et par taille, ou par emplacement où elles se trouvent.',
  'Read what changed': 'Lire ce qui a changé',
  'Without `since`, the current release. With it, the difference between that release and the current one: which products were added, changed and removed. A rollback is an ordinary change. An unknown or too old `since` is answered with `complete` false: load everything from `reload`.':
    'Sans `since`, la version actuelle. Avec `since`, la différence entre cette version et la version actuelle : les produits ajoutés, modifiés et retirés. Un retour à une version antérieure est un changement comme un autre. Si `since` est inconnu ou trop ancien, `complete` vaut `false` : rechargez tout depuis `reload`.',
  'Read a product': 'Lire un produit',
  'Everything about one product. With a valid key, net prices and the price tier of its account are added; an unusable key is an error, never an answer with public prices only.':
    'Tout ce qui concerne un produit. Une clé valide ajoute les prix nets et le niveau de prix de son compte; une clé inutilisable produit une erreur, jamais une réponse qui n’aurait que les prix publics.',
  'Read the net prices of a product': 'Lire les prix nets d’un produit',
  "One product's prices for the account of the key.":
    'Les prix d’un produit pour le compte de la clé.',
  'Read the net prices of every product': 'Lire les prix nets de tous les produits',
  'One entry a product of the locale, sorted by SKU, for refreshing the prices of a catalogue already stored. With `format=csv`, the price list as a table for a spreadsheet.':
    'Une entrée par produit du paramètre régional, triées par SKU, pour actualiser les prix d’un catalogue déjà enregistré. Avec `format=csv`, la liste de prix en tableau pour un tableur.',
  'List active products': 'Lister les produits actifs',
  'The products that are active now, for one company or for all. A client that keeps a copy reads the details whose `revision` is another than the one it has, and drops what is not listed. Needs no key.':
    'Les produits actifs en ce moment, pour une entreprise ou pour toutes. Un client qui garde une copie relit les fiches dont la `revision` diffère de la sienne et supprime ce qui n’est pas dans la liste. N’exige aucune clé.',
  'Find the API': 'Trouver l’API',
  'The API catalogue of RFC 9727: where the API, its description, its documentation and its health are. Needs no key.':
    'Le catalogue d’API de la RFC 9727 : où se trouvent l’API, sa description, sa documentation et son état. N’exige aucune clé.',

  // Answers without a problem document
  'The client holds this answer already.': 'Le client a déjà cette réponse.',
  'A parameter is repeated or not one of its values.':
    'Un paramètre est répété ou n’a pas l’une de ses valeurs.',
  'It is not known which products are active.': 'On ignore quels produits sont actifs.',

  // Examples
  'With a key': 'Avec une clé',
  'After an unknown `since`': 'Après un `since` inconnu',

  // Parameters
  'Language and country of the answer.': 'Langue et pays de la réponse.',
  'Product SKU, compared exactly.': 'SKU du produit, comparé tel quel.',
  'Alias of a company, in lower-case letters, digits and hyphens: only the products that it sells are listed. Without it, the products of every company are. Any other value gets 400.':
    'Alias d’une entreprise, en lettres minuscules, chiffres et traits d’union : la liste ne contient que les produits qu’elle vend. Sans ce paramètre, elle contient ceux de toutes les entreprises. Toute autre valeur donne un 400.',
  '`csv` for a table that a spreadsheet opens: in French with semicolons and decimal commas, otherwise with commas and decimal points. Left out, the answer is JSON. Any other value gets 400.':
    '`csv` pour un tableau qu’un tableur ouvre : en français, avec des points-virgules et des virgules décimales, sinon avec des virgules et des points décimaux. Sans ce paramètre, la réponse est en JSON. Toute autre valeur donne un 400.',
  'The release of the copy: `release` of the answer before, or `X-Catalogue-Release` of the export.':
    'La version de la copie : `release` de la réponse précédente, ou `X-Catalogue-Release` de l’export.',
  'Entity tags the client holds; a match is answered 304 without a body.':
    'Les étiquettes d’entité que le client a déjà; si l’une concorde, la réponse est un 304 sans corps.',

  // Header fields
  'Strong entity tag of the bytes; another content coding has another one. Weak where an export is sent without a coding.':
    'Étiquette d’entité forte des octets; elle varie selon le codage du contenu. Faible quand un export est envoyé sans codage.',
  'Name of the file that a browser saves a table or JSON Lines as (RFC 6266). Missing from JSON.':
    'Nom du fichier sous lequel un navigateur enregistre un tableau ou du JSON Lines (RFC 6266). Absent du JSON.',
  'The release that the answer is of.': 'La version dont provient la réponse.',
  'Who may keep the answer and for how long (RFC 9111).':
    'Qui peut conserver la réponse, et combien de temps (RFC 9111).',
  'Request headers that the answer depends on, always on one line.':
    'Les en-têtes de requête dont dépend la réponse, toujours sur une seule ligne.',
  'Id of the request; name it when you report an error. A cached answer keeps the id of the request that it was stored for.':
    'Identifiant de la requête; citez-le quand vous signalez une erreur. Une réponse mise en cache garde l’identifiant de la requête qui l’y a mise.',
  'Pages of any origin may read the answer. Missing from an answer to a request with a key.':
    'Les pages de toute origine peuvent lire la réponse. Absent d’une réponse à une requête avec clé.',
  'Header fields that a page of another origin may read. Missing from an answer to a request with a key.':
    'Les en-têtes qu’une page d’une autre origine peut lire. Absent d’une réponse à une requête avec clé.',
  'The advisory limit: quota and window in seconds.':
    'La limite indicative : quota et fenêtre en secondes.',
  'Requests left in the window, and seconds until it ends.':
    'Les requêtes qui restent dans la fenêtre, et le nombre de secondes avant sa fin.',
  'Seconds to wait; clients must honour it.':
    'Le nombre de secondes à attendre; les clients doivent le respecter.',
  'The answer is to a test key: its prices are computed from MSRP. Missing from every other answer.':
    'La réponse est destinée à une clé d’essai : ses prix sont calculés à partir du PDSF. Absent de toute autre réponse.',
  'The challenge (RFC 6750).': 'Le défi d’authentification (RFC 6750).',
  'Since when the route is deprecated (RFC 9745).':
    'Depuis quand la route est obsolète (RFC 9745).',
  'When the route is retired (RFC 8594).': 'Quand la route sera retirée (RFC 8594).',
  'Links of the answer (RFC 8288): `deprecation`, the page that says what to use instead of a deprecated route; `service-desc` and `service-doc`, what describes the API (RFC 8631); `api-catalog` (RFC 9727).':
    'Les liens de la réponse (RFC 8288) : `deprecation`, la page qui dit par quoi remplacer une route obsolète; `service-desc` et `service-doc`, ce qui décrit l’API (RFC 8631); `api-catalog` (RFC 9727).',
  'Methods of the route.': 'Les méthodes de la route.',
};
