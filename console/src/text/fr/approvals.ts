import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences about payouts that need a second member's approval; part of {@link fr}. */
export const approvals: Text['approvals'] = {
  tab: 'Approbations',
  title: 'Approbations',
  lead: 'Versements en attente de l’approbation d’un second membre.',
  filter: 'Afficher',
  filters: {
    waiting: 'En attente',
    approved: 'Approuvés',
    declined: 'Refusés',
    cancelled: 'Annulés',
    all: 'Tous',
  },
  more: 'Plus d’approbations',
  empty: 'Aucune approbation en attente',
  emptyText:
    'Les versements qui atteignent la limite d’approbation apparaissent ici avant de pouvoir être payés.',
  emptyFilter: 'Aucune approbation ici',
  emptyFilterText: 'Choisissez « Tous » pour voir toutes les approbations.',
  kinds: {
    payout: 'Versement',
    payout_link: 'Lien de versement',
    schedule: 'Versement récurrent',
    limit: 'Limite d’approbation',
  },
  status: {
    waiting: 'En attente d’approbation',
    approved: 'Approuvé',
    declined: 'Refusé',
    cancelled: 'Annulé',
    expired: 'Expiré',
  },
  /** The amount of each payment in a recurring payout. */
  each: (amount) => `${amount} par paiement`,
  newLimit: (amount) => `Relever la limite à ${amount}`,
  noLimit: 'Désactiver les approbations',
  worth: (amount) => `Valeur d’environ ${amount}`,
  worthUnknown: 'Valeur inconnue',
  others: (count) => plural(count, `et ${count} autre`, `et ${count} autres`),
  expires: (when) => `Le lien expire ${when}`,
  refundReason: (reason: string) => `Motif du remboursement : ${reason}`,
  /** The fee of a payout, by the party that bears it. */
  fees: { payer: 'Frais en plus du montant', payee: 'Frais déduits du montant' },
  you: 'vous',
  formerMember: 'un ancien membre',
  operator: 'la clé API de l’opérateur',
  requestedBy: (who) => `Demandé par ${who}`,
  withKey: (who, key) => `${who}, avec la clé API « ${key} »`,
  withFormerKey: (who) => `${who}, avec une clé API`,
  /** The reasons why a member cannot approve, in place of the buttons. */
  ownRequest: 'La demande vient de vous : un autre membre doit donc l’approuver.',
  ownKeyRequest: 'La demande vient de votre clé API : un autre membre doit donc l’approuver.',
  noRight:
    'Votre rôle ne permet pas d’approuver les versements. Un membre Propriétaire, Administrateur ou Finance le peut.',
  approve: 'Approuver',
  decline: 'Refuser',
  ask: {
    approve: (what) => `Approuver ${what} ?`,
    approveLimit: (amount) => `Relever la limite à ${amount} ?`,
    approveOff: 'Désactiver les approbations ?',
    approveText:
      'Le paiement sera alors possible. Approuver n’envoie pas d’argent : le portefeuille payeur doit encore signer.',
    approveScheduleText:
      'Le payeur pourra alors le signer. Approuver n’envoie pas d’argent : le portefeuille payeur doit encore signer.',
    approveLimitText: 'La nouvelle limite s’applique immédiatement.',
    approveOffText:
      'Les versements de tout montant partiront alors sans l’approbation d’un second membre.',
    decline: (what) => `Refuser ${what} ?`,
    declineLimit: 'Refuser la nouvelle limite ?',
    declineText: 'Cela annule le versement. Cette action est irréversible.',
    declineRefundText: 'Cela annule le remboursement. Cette action est irréversible.',
    declineLimitText: 'La limite actuelle reste en vigueur.',
    reason: 'Motif',
    reasonHint: 'Les autres membres le lisent avec le versement et dans le journal d’audit.',
    keep: 'Laisser en attente',
  },
  facts: {
    amount: 'Montant',
    each: 'Chaque paiement',
    frequency: 'Fréquence',
    payments: 'Paiements',
    start: 'Premier paiement',
    total: 'Total',
    payer: 'De',
    worth: 'Valeur',
    about: (amount) => `Environ ${amount}`,
    worthUnknown: 'Inconnue : aucun taux n’était disponible',
    recipient: 'Destinataire',
    recipients: 'Destinataires',
    network: 'Réseau',
    reference: 'Référence',
    requested: 'Demandé par',
    requestedAt: 'Demandé le',
    expires: 'Le lien expire',
    currentLimit: 'Limite actuelle',
    newLimit: 'Nouvelle limite',
    none: 'Aucune',
  },
  done: {
    approve: 'Approuvé. Le paiement est maintenant possible.',
    approveSchedule: 'Approuvé. Le payeur peut maintenant le signer.',
    approveLimit: 'Approuvé. La nouvelle limite s’applique.',
    decline: 'Refusé. Le versement est annulé.',
    declineRefund: 'Refusé. Le remboursement est annulé.',
    declineLimit: 'Refusé. La limite reste inchangée.',
  },
  /** The sentences about an approval on its payout's page. */
  page: {
    waiting: 'Il ne peut pas être payé tant qu’un autre membre ne l’a pas approuvé.',
    approved: (who, when) => `Approuvé par ${who} le ${when}.`,
    declined: (who, when) => `Refusé par ${who} le ${when}. Il ne peut pas être payé.`,
    reason: (reason) => `Motif : ${reason}`,
    cancelled: 'Il a été annulé avant qu’un membre ne l’approuve.',
    expired: 'Son lien a expiré avant qu’un membre ne l’approuve. Créez-en un nouveau.',
    together: (count) =>
      plural(count, `Avec ${count} autre versement.`, `Avec ${count} autres versements.`),
    all: 'Toutes les approbations',
  },
  /** The sentence after the creation of a payout that needs approval. */
  created: 'Créé. En attente de l’approbation d’un second membre.',
  limit: {
    title: 'Limite d’approbation',
    meaning: (amount) =>
      `Les versements d’une valeur de ${amount} ou plus attendent l’approbation d’un second membre. De même pour les versements inférieurs qui, ensemble, l’atteignent en 24 heures.`,
    off: 'Aucun versement ne nécessite d’approbation. Avec une limite, les versements qui en atteignent la valeur attendent l’approbation d’un second membre.',
    ownerOnly: 'Seul un propriétaire peut modifier la limite.',
    field: 'Limite',
    save: 'Enregistrer la limite',
    set: 'Définir une limite',
    remove: 'Désactiver les approbations',
    slower:
      'Une limite plus basse s’applique immédiatement. Une limite plus élevée, ou sa suppression, exige l’approbation d’un autre membre.',
    saved: 'Limite enregistrée.',
    removed: 'Les approbations sont désactivées.',
    requested: 'La modification attend l’approbation d’un autre membre.',
    waiting:
      'Une modification de la limite attend une approbation. D’ici là, la limite actuelle s’applique. Une nouvelle modification la remplace.',
    alone:
      'Vous êtes le seul membre à pouvoir approuver des versements. Un versement qui atteint la limite attendra que vous en invitiez un autre.',
    removeTitle: 'Désactiver les approbations ?',
    removeText:
      'Les versements de tout montant partiront alors sans l’approbation d’un second membre.',
    keep: 'Conserver la limite',
  },
  home: {
    refunds: (count, written) =>
      plural(
        count,
        '1 remboursement attend votre approbation',
        `${written} remboursements attendent votre approbation`,
      ),
    refundsText:
      'Aucun remboursement n’est envoyé avant votre approbation ou celle d’un autre membre.',
    payouts: (count, written) =>
      plural(
        count,
        `${written} versement attend votre approbation`,
        `${written} versements attendent votre approbation`,
      ),
    payoutsText: 'Aucun versement ne part sans votre approbation ou celle d’un autre membre.',
    limit: 'Une modification de la limite d’approbation attend votre approbation',
    limitText: 'D’ici là, la limite actuelle s’applique.',
    ownRefunds: (count, written) =>
      plural(
        count,
        `${written} remboursement attend l’approbation d’un autre membre`,
        `${written} remboursements attendent l’approbation d’un autre membre`,
      ),
    ownPayouts: (count, written) =>
      plural(
        count,
        `${written} versement attend l’approbation d’un autre membre`,
        `${written} versements attendent l’approbation d’un autre membre`,
      ),
    ownText:
      'Vous ou votre clé API en avez fait la demande : un autre membre doit donc l’approuver.',
    aloneText:
      'Aucun autre membre ne peut l’approuver. Invitez-en un, ou annulez et désactivez les approbations.',
  },
  refused: {
    own_approval:
      'Un second membre doit l’approuver : la demande vient de vous ou de votre clé API.',
    approval_not_found: 'Cette approbation n’existe plus. Rechargez la page.',
    payout_needs_approval: 'Ce versement nécessite l’approbation d’un second membre.',
    awaiting_approval: 'Ce versement attend l’approbation d’un second membre.',
  },
  /** The sentences for an approval that another decision has ended, by its status. */
  decided: {
    approved: 'Un autre membre a déjà approuvé.',
    declined: 'Un autre membre a déjà refusé.',
    cancelled: 'Annulé entre-temps : plus aucune approbation n’est attendue.',
    expired: 'Le lien a expiré : plus aucune approbation n’est attendue.',
  },
}
