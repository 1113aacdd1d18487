import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences for the delivery list; part of {@link fr}. */
export const deliveries: Text['deliveries'] = {
  title: 'Envois',
  of: (url) => `vers ${url}`,
  back: 'Tous les webhooks',
  filter: 'Afficher',
  status: {
    all: 'Tous',
    pending: 'En attente',
    delivered: 'Remis',
    dead: 'Échoué',
    cancelled: 'Annulé',
  },
  empty: 'Rien ici pour le moment',
  emptyText: 'Les envois apparaissent ici dès qu’un paiement évolue.',
  emptyFilter: 'Aucun envoi avec ce statut.',
  older: 'Envois plus anciens',
  refresh: 'Actualiser',
  test: 'Test',
  replayed: (count) => `Renvoyé ${count} fois`,
  attempts: (count) => plural(count, `${count} tentative`, `${count} tentatives`),
  next: (when) => `Prochaine tentative ${when}`,
  replayAll: 'Renvoyer tous les échoués',
  replayAllTitle: 'Renvoyer tous les envois échoués ?',
  replayAllText:
    'Chacun est renvoyé avec son propre ID d’envoi, afin que votre serveur puisse reconnaître les répétitions. Jusqu’à 1 000 à la fois, sans les tests.',
  replayedAll: (count, remaining) =>
    remaining > 0
      ? `${plural(count, `${count} envoi est en route`, `${count} envois sont en route`)} ; il en reste ${remaining}.`
      : count === 0
        ? 'Rien à renvoyer : hors tests, aucun envoi n’a échoué.'
        : plural(count, `${count} envoi est en route.`, `${count} envois sont en route.`),
}
