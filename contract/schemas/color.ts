/** Schemas of the pictures and colours of a product (specification, "Color object"). */
import { z } from 'zod';
import { described, identifier, localizedName, openEnum } from './described.ts';

const uri = z.string().meta({ format: 'uri' });
const pixels = z.int().positive();

/** What of a product a picture can show. */
export const pictureViews = ['front', 'back', 'side', 'left', 'right', 'detail', 'model'] as const;

/** Validates a picture. */
export const imageSchema = described(
  z.object({
    url: described(uri, {
      en: 'Address of the picture. If we serve it, the address contains a hash of the bytes, and a new picture has another address.',
      fr: 'Adresse de l’image. Si nous la servons, l’adresse contient une empreinte des octets, et une nouvelle image a une autre adresse.',
      example: 'https://catalogue.example/assets/products/TEE100/navy-front~5f2c09d1.jpg',
    }),
    alt: described(z.string(), {
      en: 'What the picture shows, localized.',
      fr: 'Ce que montre l’image, localisé.',
      example: 'Everyday T-shirt in navy, front',
      frenchExample: 'T-shirt de tous les jours, marine, devant',
    }),
    colorId: described(z.string(), {
      en: 'The `id` of the colour that the picture shows. Absent if it shows none in particular.',
      fr: 'L’`id` de la couleur que montre l’image. Absent si elle n’en montre aucune en particulier.',
      example: 'navy',
    }).exactOptional(),
    view: described(openEnum(pictureViews), {
      en: 'What of the product it shows. Absent if it is not known. Further values may be added.',
      fr: 'Ce qu’elle montre du produit. Absent si ce n’est pas connu. D’autres valeurs peuvent s’ajouter.',
      example: 'front',
    }).exactOptional(),
    type: described(openEnum(['drawing', 'color-wheel']), {
      en: '`drawing`: drawn from the colours, not a photograph. `color-wheel`: a ring of the colours that buyers choose. Absent for photographs. Further values may be added.',
      fr: '`drawing` : dessinée d’après les couleurs. `color-wheel` : un anneau des couleurs au choix. Absent pour les photos. D’autres valeurs peuvent s’ajouter.',
    }).exactOptional(),
    width: described(pixels, {
      en: 'Width in pixels, after the rotation set in the file (EXIF), if any. Absent for drawings (SVG) and for pictures on other hosts.',
      fr: 'Largeur en pixels, rotation du fichier (EXIF) appliquée. Absente pour les dessins SVG et les images d’autres hôtes.',
      example: 1200,
    }).exactOptional(),
    height: described(pixels, {
      en: 'Height in pixels, after the same rotation. Present if `width` is.',
      fr: 'Hauteur en pixels, après la même rotation. Présente si `width` l’est.',
      example: 1500,
    }).exactOptional(),
  }),
  {
    id: 'Image',
    en: 'A picture and its text alternative.',
    fr: 'Une image et son texte de remplacement.',
  },
);

/** Validates a colour family, a group of similar colours to filter by. */
export const colorFamilySchema = described(
  z.object({
    id: identifier('blue'),
    name: localizedName('Blue', 'Bleu'),
    hex: described(z.string(), {
      en: 'Hex colour that represents the family.',
      fr: 'Code hexadécimal qui représente la famille.',
      example: '#1F4E9E',
    }),
    sortIndex: described(z.number(), {
      en: 'Position among the families.',
      fr: 'Rang parmi les familles.',
      example: 4,
    }).exactOptional(),
  }),
  {
    id: 'ColorFamily',
    en: 'A colour family to filter by.',
    fr: 'Une famille de couleurs, pour filtrer les produits.',
  },
);

const colorShape = {
  id: identifier('navy'),
  pms: described(z.string(), {
    en: 'Pantone number.',
    fr: 'Numéro Pantone.',
    example: 'PMS 289 C',
  }).exactOptional(),
  name: localizedName('Navy', 'Marine'),
  weight: described(z.string(), {
    en: 'Fabric weight as text, localized.',
    fr: 'Grammage du tissu en texte, localisé.',
    example: '180 g/m²',
  }).exactOptional(),
  swatches: described(z.array(z.string()), {
    en: 'Hex codes of the colour; the array may be empty.',
    fr: 'Codes hexadécimaux de la couleur; le tableau peut être vide.',
    example: ['#1B2A4A'],
  }),
  colorFamilies: described(z.array(colorFamilySchema), {
    en: 'The colour families of this colour, to filter by.',
    fr: 'Familles de cette couleur, pour filtrer.',
  }),
  images: described(z.array(uri), {
    en: 'Addresses of the pictures in this colour.',
    fr: 'Adresses des images dans cette couleur.',
    example: ['https://catalogue.example/assets/products/TEE100/navy-front~5f2c09d1.jpg'],
  }),
};

/** Validates a colour of a product in the list. */
export const summaryColorSchema = described(z.object(colorShape), {
  id: 'SummaryColor',
  en: 'A colour of a product in the list.',
  fr: 'Une couleur d’un produit de la liste.',
});

/** Validates a colour of a product in detail. */
export const detailColorSchema = described(
  z.object({
    ...colorShape,
    material: described(
      z.object({
        composition: described(z.string(), {
          en: 'Fibres and their shares, localized.',
          fr: 'Fibres et leurs pourcentages, localisés.',
          example: '100% cotton',
          frenchExample: '100 % coton',
        }),
        weight: described(z.string(), {
          en: 'Fabric weight as text, localized.',
          fr: 'Grammage du tissu en texte, localisé.',
          example: '180 g/m²',
        }),
        gsm: described(z.number(), {
          en: 'Fabric weight in grams per square metre.',
          fr: 'Grammage du tissu en grammes par mètre carré.',
          example: 180,
        }),
      }),
      {
        en: 'The fabric of the product in this colour.',
        fr: 'Tissu du produit dans cette couleur.',
      },
    ).exactOptional(),
  }),
  {
    id: 'DetailColor',
    en: 'A colour of a product, with its material.',
    fr: 'Une couleur d’un produit, avec sa matière.',
  },
);

/** A colour of a product in the list. */
export type SummaryColor = z.infer<typeof summaryColorSchema>;
/** A picture: URL, alternative text and size. */
export type Image = z.infer<typeof imageSchema>;
