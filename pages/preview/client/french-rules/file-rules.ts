import type { FrenchRules } from './french-rule.ts';

/** French texts of the rules about files, tables and texts. */
export const fileRules: FrenchRules = {
  'asset/large': {
    summary: 'Une image fait au plus 1 Mo et au plus 4 000 pixels de côté.',
    remedy: 'Enregistrez-la plus petite\u00a0: les téléphones la chargent aussi.',
  },
  'asset/no-picture': {
    summary:
      'Les fichiers de `assets/` sont des images, du début à la fin, quel que soit leur nom.',
    remedy:
      'Remplacez le fichier par l’image\u00a0: réenregistrez-la en JPEG, PNG, WebP ou AVIF, ou copiez de nouveau une image endommagée.',
  },
  'asset/other-kind': {
    summary: 'L’extension d’une image correspond à son format.',
    remedy:
      'Renommez le fichier, aussi là où le contenu le nomme, ou enregistrez l’image dans le format que dit son nom.',
  },
  'catalogue/no-product': {
    summary: 'Le contenu compte au moins un produit.',
    remedy: 'Indiquez le bon dossier avec --content, ou ajoutez un produit à products/.',
  },
  'catalogue/unexpected-file': {
    summary:
      'Le dossier du contenu ne renferme que des fichiers qui sont lus, et `assets/` que des images dont un produit peut donner le nom.',
    remedy: 'Corrigez le nom du fichier, ou retirez-le; les notes peuvent être des fichiers .md.',
  },
  'catalogue/unknown-base-tier': {
    summary: 'Le niveau de prix de base du catalogue est l’un de ses niveaux.',
    remedy: 'Corrigez `base`, ou ajoutez le niveau de prix à `all` et ses prix à prices/.',
  },
  'csv/cells': {
    summary:
      'Chaque ligne d’un tableau a autant de cellules qu’il y a de colonnes; elles ne sont pas toutes vides, ni toutes des noms de colonnes.',
    remedy:
      'Ajoutez les virgules qui manquent, mettez entre guillemets une cellule qui en contient une, ou retirez la ligne vide et les noms de colonnes répétés.',
  },
  'csv/columns': {
    summary:
      'La première ligne d’un tableau nomme chacune de ses colonnes une fois, et aucune autre.',
    remedy: 'Corrigez la première ligne; l’ordre des colonnes est libre.',
  },
  'csv/decimal-comma': {
    summary: 'Les prix s’écrivent avec un point décimal et sans séparateur de milliers.',
    remedy: 'Écrivez 1234.50 au lieu de 1 234,50.',
  },
  'csv/quotes': {
    summary:
      'Une cellule entre guillemets commence et finit par ", et un " à l’intérieur est doublé (RFC 4180).',
    remedy: 'Fermez le guillemet, doublez-le ou retirez-le.',
  },
  'csv/separator': {
    summary:
      'Les colonnes d’un tableau sont séparées par des virgules, ses lignes par des sauts de ligne (LF ou CRLF).',
    remedy:
      'Excel en français écrit des points-virgules\u00a0: enregistrez au format «\u00a0CSV UTF-8\u00a0» après avoir choisi la virgule comme séparateur de liste du système, ou remplacez les points-virgules par des virgules et les virgules décimales par des points.',
  },
  'csv/wrong-cell': {
    summary:
      'Une cellule a la forme de sa colonne\u00a0: un prix tel que 12.50, un nombre entier, une devise; aucun nombre n’a plus de 9 chiffres avant le point.',
    remedy: 'Corrigez la cellule\u00a0: le message dit quelle forme elle doit avoir.',
  },
  'deprecation/short-notice': {
    summary: 'Une route dépréciée disparaît au plus tôt 3 mois après l’annonce.',
    remedy: 'Choisissez une date `sunset` plus éloignée.',
  },
  'file/empty': {
    summary: 'Aucun fichier JSON, aucun tableau ni aucun dessin n’est vide.',
    remedy: 'Écrivez son contenu, ou supprimez le fichier d’un produit qui n’existe plus.',
  },
  'file/encoding': {
    summary: 'Les fichiers sont du texte en UTF-8.',
    remedy:
      'Enregistrez le fichier en UTF-8\u00a0: dans Excel, au format «\u00a0CSV UTF-8 (délimité par des virgules)\u00a0»; ailleurs, avec l’encodage que propose la boîte de dialogue d’enregistrement.',
  },
  'file/no-svg': {
    summary: 'Les dessins de vêtements sont des SVG.',
    remedy: 'Remplacez le fichier par le dessin, enregistré en SVG.',
  },
  'file/symbolic-link': {
    summary: 'Aucun fichier ni dossier du contenu n’est un lien symbolique.',
    remedy:
      'Remplacez le lien par une copie de ce vers quoi il pointe. Le dossier du contenu lui-même peut être un lien.',
  },
  'file/unfinished-edit': {
    summary: 'Aucune modification n’est écrite à moitié.',
    remedy:
      'Écrivez les autres fichiers avec `npm run edit -- --finish`, ou laissez-les tels quels avec `npm run edit -- --discard`.',
  },
  'file/unreadable': {
    summary: 'Tous les fichiers dont le catalogue a besoin existent et sont lisibles.',
    remedy:
      'Ajoutez le fichier qui manque, ou donnez le droit de le lire à la personne qui compile.',
  },
  'json/duplicate-name': {
    summary: 'Dans un objet, chaque nom apparaît une seule fois.',
    remedy: 'Gardez le bon et retirez l’autre.',
  },
  'json/nesting': {
    summary: 'Les listes et les objets s’imbriquent sur 100 niveaux au plus.',
    remedy: 'Retirez les [ ou { en trop.',
  },
  'json/syntax': {
    summary:
      'Les fichiers JSON sont du JSON\u00a0: virgules entre les membres, guillemets droits doubles, aucun commentaire.',
    remedy:
      'Corrigez le texte à l’endroit marqué; un éditeur qui connaît JSON le souligne pendant la saisie.',
  },
  'shape/missing-field': {
    summary: 'Tous les champs obligatoires sont présents.',
    remedy: 'Ajoutez le champ.',
  },
  'shape/unknown-field': {
    summary:
      'Un fichier n’a aucun champ inconnu de son type, de sorte qu’une faute de frappe se voit.',
    remedy: 'Corrigez le nom, ou retirez le champ.',
  },
  'shape/wrong-type': {
    summary:
      'Une valeur est du type de son champ\u00a0: texte, nombre, vrai ou faux, liste ou objet.',
    remedy:
      'Écrivez une valeur du type que nomme le message; des guillemets font d’un nombre un texte.',
  },
  'shape/wrong-value': {
    summary:
      'Une valeur a la forme de son champ\u00a0: un id, une couleur hexadécimale, une URL https absolue, un nombre dans les limites permises; les accolades contiennent des paramètres connus.',
    remedy: 'Écrivez la valeur dans la forme que donne le message.',
  },
  'text/control-character': {
    summary:
      'Les textes ne contiennent ni caractères de commande, ni sauts de ligne, ni marques invisibles, ni moitiés de caractères.',
    remedy: 'Supprimez le caractère; retaper les mots voisins le fait aussi disparaître.',
  },
  'text/html': {
    summary:
      'Les textes sont bruts\u00a0: ni balises ou commentaires HTML, ni références de caractères.',
    remedy: 'Retirez la balise, ou écrivez le caractère lui-même\u00a0: é au lieu de &eacute;.',
  },
  'text/not-nfc': {
    summary:
      'Les lettres accentuées sont des caractères simples (forme de normalisation C d’Unicode).',
    remedy:
      'Retapez la lettre; dans un texte copié d’un PDF ou d’un nom de fichier Mac, elle est souvent en deux parties.',
  },
  'text/spreadsheet-error': {
    summary: 'Les textes ne sont pas l’erreur d’un tableur, comme #NOM? ou #N/A.',
    remedy:
      'Écrivez le texte; commencez-le par une lettre, car un tableur prend «\u00a0-\u00a0» pour une formule.',
  },
  'text/stray-space': {
    summary:
      'Les textes ne commencent ni ne finissent par une espace, et deux espaces ne se suivent jamais.',
    remedy: 'Retirez l’espace.',
  },
  'text/wrong-encoding': {
    summary:
      'Les textes ne contiennent aucun caractère lu dans le mauvais encodage, comme Ã© au lieu de é, ni �.',
    remedy:
      'Écrivez le caractère; copiez de nouveau le texte d’un fichier ouvert et enregistré en UTF-8.',
  },
  'translation/fell-back': {
    summary: 'Chaque texte est écrit dans la langue de chaque région qui l’affiche.',
    remedy: 'Ajoutez la traduction; d’ici là, le texte de la langue de remplacement est affiché.',
  },
  'translation/missing': {
    summary: 'Chaque texte existe pour chaque langue et région qui l’affiche.',
    remedy:
      'Ajoutez le texte dans cette langue, ou indiquez dans catalogue.json une `fallbackLanguage`, d’où les textes manquants sont alors tirés.',
  },
};
