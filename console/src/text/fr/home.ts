import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences for the home screen; part of {@link fr}. */
export const home: Text['home'] = {
  title: 'Accueil',
  lead: 'L’argent arrivé et ce qui demande votre attention.',
  received: 'Reçu',
  receivedHint: (currency) => `Valeur en ${currency} au moment de chaque paiement.`,
  receivedIn: (currency) => `Reçu (${currency})`,
  periods: { today: 'Aujourd’hui', week: 'Cette semaine', month: 'Ce mois-ci' },
  lastMonth: 'Paiements du mois dernier',
  unknown: (count) => `dont ${count} sans valeur connue`,
  perDay: 'Reçu par jour ces 30 derniers jours',
  highest: (day, money) => `Maximum : ${money} le ${day}`,
  dayTitle: (day, money, payments) => `${day} : ${money}, ${payments}`,
  asTable: 'Afficher les jours en tableau',
  day: 'Jour',
  payments: 'Paiements',
  attention: 'À traiter',
  calm: 'Rien ne demande votre attention.',
  unmatched: (count, written) =>
    plural(count, `${written} paiement non rapproché`, `${written} paiements non rapprochés`),
  unmatchedText:
    'Ces 14 derniers jours, de l’argent est arrivé sans correspondre à aucune demande.',
  disabled: (url) => `Le service a désactivé le webhook ${url}`,
  failing: (count, written, url) =>
    plural(
      count,
      `${written} envoi de webhook vers ${url} a échoué`,
      `${written} envois de webhook vers ${url} ont échoué`,
    ),
  failingText: 'Ces 7 derniers jours. Réparez votre serveur, puis renvoyez-les.',
  expiring: (label) => `La clé API « ${label} » expire bientôt`,
  expired: (label) => `La clé API « ${label} » a expiré`,
  atLeast: (count) => `${count} ou plus`,
  latest: 'Derniers paiements',
  all: 'Tous les paiements',
}
