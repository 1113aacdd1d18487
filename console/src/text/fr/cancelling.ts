import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences about cancelling unpaid requests and links; part of {@link fr}. */
export const cancelling: Text['cancelling'] = {
  link: 'Annuler le lien',
  request: 'Annuler la demande',
  title: (amount) => `Ne plus demander ${amount} ?`,
  text: 'Les payeurs voient aussitôt l’annulation, ainsi que vos coordonnées si votre compte en indique. Cette action est irréversible. L’argent qui arriverait encore sera enregistré comme tardif.',
  payout: {
    request: 'Annuler le versement',
    title: (amount) => `Annuler le versement de ${amount} ?`,
    text: 'Le portefeuille payeur voit aussitôt l’annulation et ne peut plus payer. Cette action est irréversible.',
    done: 'Versement annulé.',
  },
  waitingTogether: (count) =>
    plural(
      count,
      'Ce versement attend l’approbation avec 1 autre versement. L’annuler met fin à l’approbation des deux : l’autre ne pourra pas être payé non plus et devra être créé à nouveau.',
      `Ce versement attend l’approbation avec ${count} autres versements. L’annuler met fin à l’approbation de tous : les autres ne pourront pas être payés non plus et devront être créés à nouveau.`,
    ),
  keep: 'Laisser ouvert',
  done: 'Annulé. Plus aucun payeur ne peut payer.',
  /** The sentences by the reason that the service returns, each with the next step. */
  refused: {
    paid: 'Un paiement est arrivé : l’annulation n’est plus possible. Convenez plutôt d’un remboursement avec le payeur.',
    seen: 'Un paiement est sur la blockchain, en cours de confirmation. Patientez une minute : dès qu’il est confirmé, convenez d’un remboursement avec le payeur.',
    bridged:
      'Un paiement depuis un autre réseau est en route. Attendez son issue : s’il arrive, convenez d’un remboursement ; sinon, annulez à nouveau.',
    sent: 'Un payeur a signalé une transaction il y a moins d’une heure. Si elle arrive, convenez d’un remboursement ; sinon, annulez à nouveau dans une heure.',
    attempt:
      'Un payeur est en train de payer dans un portefeuille. Annulez à nouveau dans quelques minutes, une fois la tentative terminée. Elle se termine en moins d’une heure.',
    scheduled:
      'Un versement récurrent paie cette demande. Arrêtez-le sous Versements, ce qui annule la demande.',
    batch:
      'Cette demande fait partie d’un lien qui en contient plusieurs. Annulez le lien entier sous Liens.',
  },
}
