import type { Text } from '../text.ts'

/** The German sentences for the page on which a payer enters a refund address. */
export const refundClaim: Text['refundClaim'] = {
  title: 'Wohin soll Ihre Erstattung gehen?',
  lead: 'Geben Sie eine eigene Wallet an. Der Händler sieht die Adresse und entscheidet über die Erstattung.',
  merchant: 'Händler',
  amount: 'Sie haben gezahlt',
  network: 'Netzwerk',
  reference: 'Referenz',
  payment: 'Zahlung',
  validUntil: 'Diese Seite gilt bis',
  address: 'Ihre Adresse für die Erstattung',
  addressHint: (network) =>
    `Eine eigene Wallet im Netzwerk ${network}. Gehört die Adresse zu einer Börse, fragen Sie dort zuerst nach.`,
  addressInvalid: (network) =>
    `Das ist keine Adresse im Netzwerk ${network}. Prüfen Sie, ob Zeichen fehlen oder vertauscht sind.`,
  next: 'Weiter',
  review: 'Adresse prüfen',
  reviewText: 'Geld an eine falsche Adresse ist verloren. Vergleichen Sie jedes Zeichen.',
  confirm: 'Diese Adresse verwenden',
  change: 'Adresse ändern',
  wallet: 'Die Wallet, die gezahlt hat',
  walletText:
    'Wählen Sie die Wallet, die gezahlt hat. Sie unterschreibt eine Nachricht, und es wird kein Geld bewegt.',
  message: 'Die Nachricht, die Ihre Wallet unterschreibt',
  sign: 'Unterschreiben',
  chooseOther: 'Andere Wallet wählen',
  done: 'Der Händler sieht Ihre Adresse. Es wurde noch kein Geld bewegt.',
  contact: 'Händler kontaktieren',
  mismatch:
    'Die Angaben zu dieser Zahlung widersprechen sich. Deshalb wurde Ihre Wallet nicht gefragt. Wenden Sie sich an den Händler.',
  unpaid: 'Hier ist noch keine Zahlung eingegangen. Es gibt also nichts zu erstatten.',
}
