import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences for the webhooks screen; part of {@link fr}. */
export const webhooks: Text['webhooks'] = {
  title: 'Webhooks',
  lead: 'Messages signés à votre serveur pour chaque paiement. Chaque envoi est retenté jusqu’à ce que votre serveur renvoie 2xx.',
  add: 'Ajouter un endpoint',
  empty: 'Aucun endpoint pour le moment',
  emptyText: 'Ajoutez l’URL du serveur qui reçoit les événements de paiement.',
  url: 'URL',
  urlHint: 'https, ou http uniquement pour localhost.',
  urlInvalid: 'Saisissez une URL https telle que https://shop.example.com/webhooks.',
  scope: 'Paiements de',
  scopeAll: 'Tous les ID client et clés API',
  events: 'Événements',
  eventsAll: 'Tous les événements',
  eventsSome: 'Seulement ceux-ci',
  eventsNone: 'Choisissez au moins un événement.',
  eventCount: (count) => plural(count, `${count} événement`, `${count} événements`),
  aliases: 'En-têtes de signature supplémentaires',
  aliasesHint:
    'Pour les récepteurs qui attendent un autre en-tête, un par ligne : x-…-signature. Jusqu’à 5, envoyés en plus des en-têtes standard.',
  aliasInvalid: (text) => `« ${text} » n’a pas la forme x-name-signature.`,
  aliasMany: '5 noms d’en-tête au maximum.',
  addTitle: 'Nouvel endpoint',
  editTitle: 'Modifier l’endpoint',
  added: 'Endpoint ajouté.',
  saved: 'Endpoint enregistré.',
  secretTitle: 'Secret de signature',
  secretText: 'Votre serveur l’utilise pour vérifier la signature de chaque envoi.',
  secret: 'secret de signature',
  switchedOn: 'Endpoint activé.',
  switchedOff: 'Endpoint désactivé. Les nouveaux événements ne lui sont pas envoyés.',
  disabled: 'Désactivé par le service',
  disabledText: (reason) => `Désactivé par le service : ${reason}`,
  pendingSecret: 'Renouvellement en attente',
  previousSecret: (when) => `Le secret précédent est valable jusqu’au ${when}.`,
  deliveries: 'Envois',
  test: 'Envoyer un test',
  testTitle: 'Envoyer un test',
  testText:
    'Chaque endpoint actif reçoit un exemple de l’événement, marqué comme test et signé comme d’habitude.',
  testEvent: 'Événement',
  testSend: 'Envoyer',
  testSent: (sent) => plural(sent, `Envoyé à ${sent} endpoint.`, `Envoyé à ${sent} endpoints.`),
  testFailed: (failed) =>
    plural(
      failed,
      `${failed} endpoint était injoignable ou n’a pas renvoyé 2xx.`,
      `${failed} endpoints étaient injoignables ou n’ont pas renvoyé 2xx.`,
    ),
  testSee: 'Voir les envois',
  rotate: 'Renouveler le secret',
  rotateTitle: 'Renouveler le secret de signature',
  rotateText:
    'En deux étapes, afin qu’aucun envoi ne soit rejeté. Vous obtenez d’abord un nouveau secret : webhook-signature contient alors une signature par secret, et x-service-signature utilise encore l’ancien secret. Une fois que votre serveur a le nouveau secret, mettez-le en service ; l’ancien continue de signer webhook-signature pendant 24 heures.',
  rotateStart: 'Créer le nouveau secret',
  rotateNow: 'Il a fuité : le remplacer maintenant',
  rotateNowText:
    'L’ancien secret cesse aussitôt d’être valable. Les envois échouent jusqu’à ce que votre serveur ait le nouveau.',
  rotated: 'Nouveau secret créé. Mettez-le en service une fois que votre serveur l’a.',
  replaced: 'Secret remplacé.',
  promote: 'Mettre en service le nouveau secret',
  promoteTitle: 'Mettre en service le nouveau secret ?',
  promoteText:
    'Il signera désormais tous les envois. L’ancien continue de signer webhook-signature pendant 24 heures.',
  promoted: 'Le nouveau secret signe désormais.',
  remove: 'Supprimer',
  removeTitle: 'Supprimer cet endpoint ?',
  removeText: 'Les envois en attente sont annulés et le journal est supprimé.',
  removed: 'Endpoint supprimé.',
  more: (url) => `Plus d’options pour ${url}`,
  compatibility: {
    title: 'Récepteurs pour Request Network',
    lead: 'Si vos récepteurs ont été écrits pour Request Network, choisissez dans quelle mesure tous vos webhooks suivent ce service.',
    field: 'Compatibilité',
    hint: 'Une modification s’applique aux prochains envois et événements.',
    ofHost: 'Selon le réglage du service',
    levels: {
      none: 'Aucune',
      headers: 'Aussi ses en-têtes',
      full: 'Aussi ses en-têtes, ses copies d’événements et ses champs omis',
    },
    saved: 'Compatibilité enregistrée.',
  },
}
