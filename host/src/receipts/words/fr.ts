import type { ReceiptWords } from './words.ts'

/** French. */
export const fr: ReceiptWords = {
  title: 'Reçu',
  states: {
    paid: 'Payé',
    confirming: 'En cours de confirmation',
    onWay: 'En route',
    partlyPaid: 'Payé en partie',
    refunded: 'Remboursé',
    partlyRefunded: 'Remboursé en partie',
    cancelled: 'Annulé',
    withdrawn: 'Non payé',
  },
  notes: {
    confirming: 'Le réseau confirme le paiement. Vous n’avez plus rien à faire.',
    onWay:
      'Un bridge achemine le paiement vers le réseau du marchand. Ne payez pas une seconde fois.',
    withdrawn: 'Le réseau a retiré le paiement, qui ne compte donc plus.',
  },
  paidTo: 'Payé à',
  amount: 'Montant',
  subtotal: 'Sous-total',
  tax: 'Taxes',
  fee: (rate) => `Frais (${rate})`,
  total: 'Total',
  paidSoFar: 'Déjà payé',
  stillDue: 'Reste à payer',
  worth: 'Valeur au paiement',
  payments: 'Paiements',
  details: 'Détails',
  refunds: 'Remboursements',
  paidWith: 'Payé avec',
  network: 'Réseau',
  networkFee: 'Frais de réseau',
  date: 'Date',
  transaction: 'Transaction',
  arrival: 'Arrivée',
  bridgeKept: 'Retenu par le bridge',
  reference: 'Référence',
  paymentId: 'ID du paiement',
  paymentReference: 'Référence sur la chaîne',
  transfer: {
    tracking: 'En route par le bridge',
    failed: 'Le bridge n’a pas pu le livrer',
    refunded: 'Le bridge l’a renvoyé',
    unanswered: 'Le bridge n’a pas encore signalé l’arrivée',
  },
  downloadPdf: 'Télécharger le PDF',
  print: 'Imprimer',
  busy: 'Trop de reçus sont ouverts depuis votre réseau. Rechargez cette page dans une minute.',
  printInstead:
    'Ce reçu ne peut pas être converti en PDF. Imprimez cette page et choisissez «\u00a0Enregistrer au format PDF\u00a0».',
  page: (number, count) => `Page ${number} sur ${count}`,
  none: {
    title: 'Aucun reçu ici',
    text: 'Aucun paiement n’a encore été trouvé pour cette adresse, ou l’adresse est incomplète.',
    open: 'Ouvrir la page de paiement',
  },
  mail: {
    subject: (merchant) => `Votre reçu de ${merchant}`,
    subjectPlain: 'Votre reçu',
    confirmed: 'Votre paiement est confirmé.',
    view: 'Voici votre reçu. Vous pouvez l’enregistrer en PDF ou l’imprimer\u00a0:',
    automatic:
      'Cet e-mail a été envoyé automatiquement, car le marchand envoie les reçus par e-mail.',
  },
}
