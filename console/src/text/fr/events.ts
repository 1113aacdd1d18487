import type { Text } from '../text.ts'

/** The French sentences about webhook events, by type; part of {@link fr}. */
export const events: Text['events'] = {
  'payment.confirmed': 'Le montant complet est arrivé',
  'payment.partial': 'Une partie est arrivée',
  'payment.failed': 'Un paiement a échoué ou a été annulé par la blockchain',
  'payment.processing': 'Un paiement bancaire est passé à l’étape suivante',
  'payment.refunded': 'Le payeur a été remboursé',
  'payment.unmatched': 'Un paiement est arrivé sans demande correspondante',
  'request.recurring': 'Une demande récurrente a ouvert sa période suivante',
  'request.cancelled': 'Vous avez annulé une demande',
  'refund.created': 'Un remboursement a été créé',
  'refund.confirmed': 'Un remboursement est arrivé',
  'refund.failed': 'La chaîne a retiré un remboursement',
  'refund.cancelled': 'Vous avez annulé un remboursement',
  'compliance.updated': 'Le statut des vérifications d’un payeur a changé',
  'payment_detail.updated': 'Un compte bancaire a été vérifié',
  'secure_payment.user_event': 'La progression d’un payeur, si vous l’avez activée',
  'secure_payment.access_rejected': 'Un portefeuille non autorisé à payer a tenté de le faire',
  'kyt.screening.completed': 'Un portefeuille qui voulait payer a été vérifié',
}
