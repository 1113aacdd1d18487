import type { Text } from '../text.ts'

/** The French sentences for the navigation; part of {@link fr}. */
export const nav: Text['nav'] = {
  label: 'Console',
  start: 'Accueil',
  payments: 'Paiements',
  links: 'Liens',
  newLink: 'Nouveau lien de paiement',
  destinations: 'Réception',
  clientIds: 'ID client',
  apiKeys: 'Clés API',
  webhooks: 'Webhooks',
  embed: 'Intégration',
  branding: 'Image de marque',
  payouts: 'Versements',
  payers: 'Versements bancaires',
  refunds: 'Remboursements',
  unmatched: 'Non rapprochés',
  offramps: 'Virements vers des comptes bancaires',
  payoutFile: 'Versements depuis un fichier',
  schedules: 'Versements récurrents',
  newSchedule: 'Nouveau versement récurrent',
  account: 'Compte',
  docs: 'Référence de l’API',
  session: 'Session',
}
