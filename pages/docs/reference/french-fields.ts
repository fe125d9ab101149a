/** Descriptions of product fields in the schemas: English text → French translation. */
export const frenchFields: Readonly<Record<string, string>> = {
  'Locale of the answer.': 'Paramètre régional de la réponse.',
  'The categories of the listed products.': 'Catégories des produits listés.',
  'SKU: identifies the product in every locale.':
    'UGS (SKU), la même dans tous les paramètres régionaux.',
  'SKU of the product.': 'UGS du produit.',
  'Name, localized.': 'Nom, localisé.',
  'Search words for the product, localized.': 'Mots-clés du produit, localisés.',
  'Minimum quantity of an order.': 'Quantité minimale d’une commande.',
  'Pieces.': 'Nombre de pièces.',
  'The same information as text, localized.': 'La même information en texte, localisée.',
  "The design studio: a tool on the operator's website.":
    'Studio de création : un outil du site Web de l’exploitant.',
  'Pictures to show the product with, the best one first.':
    'Images à afficher, la meilleure en premier.',
  'What buyers can change.': 'Ce que l’acheteur peut changer.',
  'Whether buyers choose the colour of each panel.':
    'Vrai si l’acheteur choisit la couleur de chaque panneau.',
  'A line about the colours of the panels, localized.':
    'Une ligne au sujet des couleurs des panneaux, localisée.',
  'Colours, in the order to show.': 'Couleurs, dans l’ordre d’affichage.',
  'One line.': 'Une ligne.',
  'One or two sentences.': 'Une ou deux phrases.',
  'A whole paragraph.': 'Un paragraphe entier.',
  'Occasions that the product suits, localized.':
    'Occasions auxquelles le produit convient, localisées.',
  'Names of fabrics to filter by, localized.': 'Noms de tissus, localisés, pour filtrer.',
  'Address of the picture.': 'Adresse de l’image.',
  'What the picture shows, localized.': 'Ce que montre l’image, localisé.',
  'Number of credits for the design studio that are included in an order.':
    'Nombre de crédits qu’une commande comprend pour le studio de création.',
  'Identifier of the colour.': 'Identifiant de la couleur.',
  'Pantone number.': 'Numéro Pantone.',
  'Addresses of the pictures in this colour.': 'Adresses des images dans cette couleur.',
  'Hex colour that represents the family.': 'Code hexadécimal qui représente la famille.',
  'Position among the families.': 'Rang parmi les familles.',
  'A category of products.': 'Une catégorie de produits.',
  'A brand of products.': 'Une marque de produits.',
  'Name of the brand, the same in every language.':
    'Nom de la marque, le même dans toutes les langues.',
  'Name of the brand.': 'Nom de la marque.',
  'What the brand stands for, localized.': 'Ce qui distingue la marque, localisé.',
  'A note for customers, localized.': 'Une note pour les clients, localisée.',
  'The brand of the product.': 'Marque du produit.',
  'Text to show if the stock does not cover an order, localized.':
    'Texte à afficher si les stocks ne suffisent pas à une commande, localisé.',
  "Addresses on the operator's website.": 'Adresses sur le site Web de l’exploitant.',
  'Page of the product.': 'Page du produit.',
  'Page of its brand.': 'Page de sa marque.',
  'Page of its category.': 'Page de sa catégorie.',
  'Address of the design studio, with this product selected.':
    'Adresse du studio de création, avec ce produit déjà sélectionné.',
  'What the product is made of.': 'Ce dont le produit est fait.',
  'Code of the material.': 'Code de la matière.',
  'How the product can be decorated.': 'Techniques de marquage possibles.',
  'All pictures and documents.': 'Toutes les images et tous les documents.',
  'All pictures, including those of every colour.':
    'Toutes les images, y compris celles de chaque couleur.',
  'Documents about the product.': 'Des documents sur le produit.',
  'Recommended split of an order across the sizes.':
    'Répartition recommandée d’une commande entre les tailles.',
  'Name of a size in `pricing.sizes`.': 'Nom d’une taille de `pricing.sizes`.',
  'Share of the pieces, in percent.': 'Part des pièces, en pourcentage.',
  'Stock by colour and size.': 'Stocks par couleur et par taille.',
  'What it is suited to, localized.': 'Usage conseillé, localisé.',
  'Address of its icon.': 'Adresse de son icône.',
  'Address of the page that explains it.': 'Adresse de la page qui l’explique.',
  'Name of the size.': 'Nom de la taille.',
  'Surcharge for a piece in this size. Absent if the size has no surcharge.':
    'Supplément par pièce. Absent s’il n’y en a pas.',
  'Added to each `msrp` price.': 'S’ajoute à chaque prix de `msrp`.',
  'Kind of document, such as `size-chart`.': 'Genre de document, par exemple `size-chart`.',
  'Address of the document.': 'Adresse du document.',
  'The fabric of the product in this colour.': 'Tissu du produit dans cette couleur.',
  'Fibres and their shares, localized.': 'Fibres et leurs pourcentages, localisés.',
  'Fabric weight in grams per square metre.': 'Grammage du tissu en grammes par mètre carré.',
  'Identifier of the location.': 'Identifiant de l’emplacement.',
  'Pieces in stock at the location.': 'Pièces en stock à cet emplacement.',
  'Days for which a release can be used as `since` after it has been replaced.':
    'Nombre de jours pendant lesquels une version remplacée peut encore servir de `since`.',
  'How many of the latest releases can be used as `since`; both limits apply.':
    'Nombre de versions récentes qui peuvent servir de `since`; les deux limites s’appliquent.',
  'What happened to the product.': 'Ce qui est arrivé au produit.',
  'Name of its category, localized.': 'Nom de sa catégorie, localisé.',
  'Status of the product.': 'Statut du produit.',
};
