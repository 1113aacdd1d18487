import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences about refunds. */
export const refunds: Text['refunds'] = {
  title: 'Remboursements',
  lead: 'Rendez de l’argent depuis votre propre portefeuille. Rien ne bouge tant que ce portefeuille ne l’envoie pas.',
  decide: {
    title: 'À décider',
    empty: 'Rien à décider',
    emptyText: 'Les paiements en double, tardifs ou erronés apparaissent ici.',
    more: 'Plus de paiements',
    reasons: {
      overpaid: { label: 'Trop-perçu', text: 'Le payeur a payé deux fois ou trop.' },
      late: { label: 'Tardif', text: 'Un paiement est arrivé après la fin de la demande.' },
      cancelled: {
        label: 'Annulée',
        text: 'Un paiement est arrivé après l’annulation de la demande.',
      },
    },
    noReference: 'Sans référence',
    received: (paid, requested) => `${paid} reçus, ${requested} demandés.`,
    from: 'Payé par',
    refund: (money) => `Rembourser ${money}`,
    select: 'Sélectionner',
    refundAll: (count) =>
      plural(
        count,
        'Rembourser 1 élément sélectionné',
        `Rembourser ${count} éléments sélectionnés`,
      ),
    oneNetwork:
      'Une transaction ne paie que les remboursements d’un seul réseau. Sélectionnez des paiements d’un même réseau.',
    created: 'Ces remboursements ont été créés et figurent dans la liste des remboursements :',
    tooMany: (count) =>
      `Une transaction paie au plus 50 remboursements, et il en faudrait ${count} ici. Sélectionnez-en moins, ou remboursez depuis la page du paiement.`,
    inPage: 'Ouvrez le paiement pour indiquer un portefeuille pour ce remboursement.',
    keep: {
      filter: 'Afficher',
      decisions: { open: 'À décider', kept: 'Conservé' },
      empty: 'Aucun montant conservé',
      open: 'Conserver cet argent',
      title: (money) => `Conserver ${money} ?`,
      text: 'Il n’est pas remboursé et quitte la liste. Convenez-en d’abord avec le payeur. L’argent reçu plus tard réapparaît.',
      reason: 'Motif',
      reasonHint: 'Par exemple un pourboire ou un avoir. Le payeur ne le voit pas.',
      confirm: 'Conserver',
      done: 'L’argent est conservé.',
      keptOn: (money, when) => `${money} conservé le ${when}`,
      part: (money) => `${money} de paiements antérieurs est conservé.`,
      undo: 'Décider à nouveau',
      undone: 'Le paiement est de nouveau dans la liste.',
    },
    unmatched: 'Sans demande',
    toUnmatched: 'Voir les paiements non rapprochés',
  },
  list: {
    title: 'Remboursements',
    ofPayment: 'Remboursements de cette demande',
    status: 'État',
    all: 'Tous',
    statuses: {
      waiting_for_approval: 'En attente d’approbation',
      open: 'Pas encore payé',
      processing: 'En cours de confirmation',
      confirmed: 'Payé',
      cancelled: 'Annulé',
      held: 'Suspendu',
    },
    held: {
      payment_left_chain:
        'Le paiement qu’il rembourse n’est plus sur la chaîne. Attendez que ce paiement soit de nouveau confirmé.',
      exceeds_payment:
        'Un remboursement annulé du même paiement a été payé. Annulez celui-ci et remboursez le reste.',
    },
    waiting: 'Un second membre doit l’approuver.',
    toApprovals: 'Voir les approbations',
    empty: 'Aucun remboursement',
    emptyText: 'Ouvrez un paiement pour le rembourser.',
    emptyFilter: 'Aucun remboursement n’est dans cet état',
    more: 'Plus de remboursements',
    recipient: 'Destinataire',
    worth: (money) => `Valeur quand le client a payé : ${money}`,
    paid: (money) => `${money} payés jusqu’ici`,
    reason: 'Motif',
    transaction: 'Transaction',
    payment: 'Paiement remboursé',
    noReference: 'Ouvrir le paiement',
    select: 'Sélectionner',
    pay: 'Payer',
    payAll: (count) =>
      plural(count, 'Payer 1 élément sélectionné', `Payer ${count} éléments sélectionnés`),
    cancel: 'Annuler le remboursement',
    cancelTitle: (money) => `Annuler le remboursement de ${money} ?`,
    cancelText:
      'Le montant non payé pourra ensuite être remboursé de nouveau. Une transaction déjà préparée peut encore être envoyée.',
    keep: 'Le conserver',
    cancelled: 'Remboursement annulé.',
  },
  of: (reference) => `Remboursement pour ${reference}`,
  marks: {
    one: 'Remboursement',
    several: 'Remboursements',
    partial: 'Remboursé en partie',
    full: 'Remboursé',
  },
  history: {
    created: (money) => `Remboursement de ${money} créé`,
    confirmed: (money) => `Remboursement de ${money} payé`,
    cancelled: (money) => `Remboursement de ${money} annulé`,
  },
  surplus: {
    overpaid: (money) => `Trop-perçu de ${money}.`,
    agree: 'Convenez d’un remboursement avec le payeur.',
    left: (money) => `Il reste ${money} à rembourser.`,
    refund: 'Rembourser le trop-perçu',
    done: 'Le trop-perçu est remboursé.',
    waiting: 'Un remboursement est créé, mais l’argent n’a pas encore été envoyé.',
    paidOn: (money, when) => `${money} remboursés le ${when}`,
    toRefunds: 'Voir les remboursements',
    kept: (money, reason) => `${money} est conservé : ${reason}`,
    inForm: (money) =>
      `Le trop-perçu de ${money} est déjà remboursé, ou son remboursement est créé. Ceci rembourserait aussi le prix de la commande.`,
  },
  home: {
    open: (count, written) =>
      plural(
        count,
        '1 remboursement attend d’être payé',
        `${written} remboursements attendent d’être payés`,
      ),
    openText: 'L’argent n’a pas encore été envoyé : payez depuis votre portefeuille.',
    overpaid: (reference, money) =>
      reference === null
        ? `Trop-perçu de ${money} pour une demande`
        : `Trop-perçu de ${money} pour ${reference}`,
    late: (reference, money) =>
      reference === null
        ? `${money} arrivés en retard pour une demande`
        : `${money} arrivés en retard pour ${reference}`,
    cancelled: (reference, money) =>
      reference === null
        ? `${money} arrivés pour une demande annulée`
        : `${money} arrivés pour ${reference} après son annulation`,
  },
  form: {
    open: 'Rembourser',
    title: 'Rembourser ce paiement',
    amount: 'Montant',
    unit: 'Montant en',
    atRate: (symbol, rate) => `${symbol}, au taux du paiement : ${rate}`,
    rest: (money) => `Reste à rembourser : ${money}.`,
    restWorth: (money, worth) => `Reste à rembourser : ${money}, soit ${worth} au paiement.`,
    recipient: 'Destinataire',
    recipientHint:
      'Le portefeuille qui a payé. Une plateforme d’échange ne crédite pas toujours l’argent renvoyé : en cas de doute, demandez.',
    other: 'Portefeuille du payeur',
    otherHint: (network) => `Demandez au payeur un portefeuille sur ${network}.`,
    doubts: {
      contract:
        'Un contrat a payé, peut-être pour son utilisateur. L’argent renvoyé là-bas pourrait être perdu.',
      bridge:
        'Le paiement vient d’un autre réseau. Le portefeuille n’existe peut-être pas sur celui-ci.',
      payee:
        'Vous avez payé depuis votre propre portefeuille de réception. Saisissez le portefeuille du client.',
      unknown: 'La chaîne n’indique pas qui a payé.',
    },
    reason: 'Motif',
    reasonHint:
      'Pour votre comptabilité, pas sur la page du client. Toute personne qui a le lien de remboursement peut le lire.',
    create: 'Créer le remboursement',
    created: 'Remboursement créé.',
    waiting: 'Remboursement créé. Un second membre doit l’approuver.',
  },
  payer: {
    title: 'Indiquée par le payeur',
    hint: 'Comparez l’adresse avec vos données du client avant de l’utiliser.',
    proofs: { wallet: 'Signée par le portefeuille qui a payé', code: 'Saisie avec votre lien' },
    attempts: (count) => plural(count, '1 essai refusé', `${count} essais refusés`),
    use: 'Utiliser cette adresse',
    ask: 'Demander au payeur',
    link: 'Lien pour le payeur',
    linkHint: (until) =>
      `Copiez-le maintenant et envoyez-le uniquement au payeur : toute personne qui l’a peut indiquer une adresse. Il sert une fois, jusqu’au ${until}. Un nouveau lien le remplace.`,
  },
  link: {
    title: 'Payer des remboursements',
    back: 'Remboursements',
    lead: 'Vérifiez chaque destinataire et chaque montant, puis payez avec le portefeuille qui détient l’argent.',
    pay: 'Payer',
    address: 'Lien',
    addressHint: 'Une autre personne peut payer ces remboursements avec ce lien.',
    cancelled: (count) =>
      plural(
        count,
        'Ce remboursement a été annulé. Aucun argent n’a bougé.',
        'Ces remboursements ont été annulés. Aucun argent n’a bougé.',
      ),
  },
  errors: {
    refund_candidate_changed: 'Un autre montant est maintenant à décider. La liste l’affiche.',
    refund_exceeds_payment: 'Il reste moins à rembourser, car un autre remboursement a été créé.',
    refund_unsupported: 'Ce paiement ne peut pas être remboursé ici.',
    refund_spans_payments:
      'Ce remboursement nécessite trop de paiements. Remboursez chaque paiement sur sa page.',
    refund_recipient_needed: 'Aucun portefeuille connu ne peut recevoir ce remboursement.',
    refund_not_cancellable: {
      paid: 'Ce remboursement est payé en totalité : il ne peut plus être annulé.',
      seen: 'Un paiement de ce remboursement est en cours de confirmation. Attendez son résultat.',
      approval:
        'Il attend une approbation avec d’autres remboursements. Refusez-la pour les annuler tous.',
      other: 'Quelqu’un est peut-être en train de le payer. Réessayez dans une heure.',
    },
    refund_not_payable: {
      waiting_for_approval: 'Un remboursement attend encore l’approbation d’un second membre.',
      processing:
        'Le paiement d’un remboursement est en cours de confirmation. Attendez son résultat.',
      confirmed: 'Un remboursement est déjà payé.',
      cancelled: 'Un remboursement a été annulé.',
      held: 'Un remboursement est suspendu.',
      in_progress:
        'Un portefeuille a commencé à payer un remboursement avec un lien précédent. Réessayez dans une heure.',
    },
  },
}
