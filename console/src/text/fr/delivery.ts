import type { Text } from '../text.ts'

/** The French sentences for the delivery screen; part of {@link fr}. */
export const delivery: Text['delivery'] = {
  title: 'Envoi',
  back: 'Tous les envois',
  event: 'Événement',
  id: 'ID d’envoi',
  payment: 'Demande',
  created: 'Créé',
  completed: 'Terminé',
  next: 'Prochaine tentative',
  none: 'Aucune',
  redeliver: 'Renvoyer',
  redelivered: 'L’envoi est de nouveau en route.',
  sendNow: 'Envoyer maintenant',
  sentNow: 'L’envoi est en route.',
  request: 'Requête',
  headers: 'En-têtes',
  body: 'Corps',
  attempts: 'Tentatives',
  noAttempts: 'Pas encore tenté.',
  attempt: (number) => `Tentative ${number}`,
  noResponse: 'Pas de réponse',
  emptyBody: 'Corps vide',
  duration: (ms) => `${ms} ms`,
}
