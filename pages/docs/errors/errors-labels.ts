/** The texts of the errors page. English texts of problems come from the contract; French texts are defined here. */
import { type ProblemCode, problemCodes, problems } from '../../../contract/problems.ts';
import type { PageLanguage } from '../addresses.ts';

/** The texts that the errors page shows for one problem code. */
interface ErrorLabels {
  readonly title: string;
  /** The reason why requests fail with this code. */
  readonly meaning: string;
  /** The advice on what the client can do so that the request succeeds. */
  readonly remedy: string;
}

/**
 * The texts of the errors page in one language. `status`, `meaning`, `remedy` and `example` are labels that the section
 * of every problem code repeats; `codes` has the texts that only one section shows.
 */
interface ErrorsPageLabels {
  readonly title: string;
  readonly introduction: readonly string[];
  readonly status: string;
  readonly meaning: string;
  readonly remedy: string;
  readonly example: string;
  readonly codes: Readonly<Record<ProblemCode, ErrorLabels>>;
}

const englishTexts = Object.fromEntries(
  problemCodes.map((code) => {
    const { title, detail, remedy } = problems[code];
    return [code, { title, meaning: detail, remedy }];
  }),
) as Record<ProblemCode, ErrorLabels>;

const frenchTexts: Readonly<Record<ProblemCode, ErrorLabels>> = {
  route_not_found: {
    title: 'Route introuvable',
    meaning: 'Aucune route en ligne n’a ce chemin.',
    remedy:
      'Comparez le chemin avec `/openapi.json`. La casse compte dans les chemins, et aucun ne se termine par une barre oblique. Si le chemin est bon, la route est nouvelle, et la version du catalogue qui est en ligne a été publiée avant elle\u00A0: la route répondra à partir de la prochaine version. Réessayez plus tard.',
  },
  method_not_allowed: {
    title: 'Méthode non permise',
    meaning: 'Cette route est en lecture seule; l’en-tête `Allow` énumère ses méthodes.',
    remedy: 'Utilisez GET, ou HEAD pour obtenir les en-têtes seulement.',
  },
  invalid_request: {
    title: 'Requête invalide',
    meaning: 'La requête est mal formée.',
    remedy:
      'N’envoyez chaque paramètre qu’une fois, avec une valeur permise. Encodez les caractères spéciaux de l’URL (une espace devient `%20`), gardez l’URL courte et n’envoyez pas plus d’un en-tête `Authorization`.',
  },
  unsupported_locale: {
    title: 'Paramètre régional non pris en charge',
    meaning: 'Le paramètre `locale` doit être `en-CA`, `en-US` ou `fr-CA`.',
    remedy:
      'Écrivez exactement l’une de ces valeurs. Sans `locale`, le paramètre régional par défaut s’applique; il peut changer.',
  },
  invalid_sku: {
    title: 'UGS invalide',
    meaning:
      'Une UGS compte de 1 à 64 caractères\u00A0: lettres, chiffres, points, traits de soulignement et traits d’union. Le premier est une lettre ou un chiffre.',
    remedy: 'Copiez l’UGS telle qu’elle figure dans la liste des produits.',
  },
  unauthorized: {
    title: 'Non autorisé',
    meaning: 'L’en-tête `Authorization` ne contient pas de jeton Bearer.',
    remedy:
      'Envoyez `Authorization: Bearer <API_KEY>`, ou aucun en-tête `Authorization` pour les données publiques.',
  },
  key_required: {
    title: 'Clé d’API requise',
    meaning: 'Cette route exige la clé d’API d’un compte.',
    remedy:
      'Envoyez `Authorization: Bearer <API_KEY>`. Les prix publics se trouvent dans la fiche du produit.',
  },
  invalid_key: {
    title: 'Clé d’API invalide',
    meaning: 'La clé d’API n’est pas une clé de cette API.',
    remedy:
      'Vérifiez que la clé a été copiée en entier et, si elle est nouvelle, attendez 60 secondes. Si le problème persiste, demandez une autre clé à l’exploitant du catalogue.',
  },
  key_revoked: {
    title: 'Clé d’API révoquée',
    meaning: 'La clé d’API a été révoquée, ou son compte n’a plus droit aux prix nets.',
    remedy:
      'Demandez à l’exploitant du catalogue une nouvelle clé ou, si le compte n’a plus droit aux prix nets, la raison.',
  },
  product_not_found: {
    title: 'Produit introuvable',
    meaning: 'Aucun produit portant cette UGS n’est offert dans le pays de ce paramètre régional.',
    remedy:
      'Vérifiez l’UGS, dont la casse compte, et le paramètre régional : un produit ne figure que dans les listes des pays où il est offert.',
  },
  rate_limited: {
    title: 'Trop de requêtes',
    meaning: 'Une limite de débit est dépassée.',
    remedy:
      'Attendez le nombre de secondes qu’indique `Retry-After`, puis poursuivez plus lentement. Si le corps contient le champ `violated-policies`, c’est la limite indicative qui a été dépassée; sinon, c’est la limite stricte.',
  },
  upstream_unavailable: {
    title: 'Service indisponible',
    meaning: 'Les prix nets ne peuvent pas être fournis en ce moment.',
    remedy:
      'Réessayez après le nombre de secondes qu’indique `Retry-After`. En général, les requêtes sans clé ne sont pas touchées.',
  },
  internal_error: {
    title: 'Erreur interne',
    meaning: 'Une défaillance de notre côté a empêché de répondre à la requête.',
    remedy:
      'Réessayez plus tard; si le problème persiste, signalez à l’exploitant du catalogue le `X-Request-Id` de la réponse, l’heure et le chemin de la requête.',
  },
};

/** The texts of the errors page by language. */
export const errorsLabels: Readonly<Record<PageLanguage, ErrorsPageLabels>> = {
  en: {
    title: 'Errors',
    introduction: [
      'Every error under `/v1`, except the 400 and 502 of `/v1/sync/activeProduct`, is a problem document ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)), sent as `application/problem+json`. Branch on `code` and the status: they do not change. `title` and `detail` are for people, are in English, and may be reworded. Log the answer’s `X-Request-Id` with the error, and quote it when you report the error to the catalogue operator.',
      'The 400 and 502 of `/v1/sync/activeProduct` are plain objects with one field, `error`.',
    ],
    status: 'status',
    meaning: 'What it means',
    remedy: 'What to do',
    example: 'For example',
    codes: englishTexts,
  },
  fr: {
    title: 'Erreurs',
    introduction: [
      'Toute erreur sous `/v1`, sauf les 400 et 502 de `/v1/sync/activeProduct`, est décrite par un objet JSON ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)), envoyé avec le type `application/problem+json`. Dans vos programmes, fiez-vous à `code` et au statut : ils ne changent pas. `title` et `detail`, en anglais, sont destinés à des lecteurs humains et peuvent être reformulés. Consignez l’en-tête `X-Request-Id` de la réponse, et citez-le quand vous signalez l’erreur à l’exploitant du catalogue.',
      'Les réponses 400 et 502 de `/v1/sync/activeProduct` sont de simples objets à un seul champ, `error`.',
    ],
    status: 'statut',
    meaning: 'Ce que cela signifie',
    remedy: 'Que faire',
    example: 'Par exemple',
    codes: frenchTexts,
  },
};
