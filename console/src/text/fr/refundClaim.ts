import type { Text } from '../text.ts'

/** The French sentences for the page on which a payer enters a refund address. */
export const refundClaim: Text['refundClaim'] = {
  title: 'Où envoyer votre remboursement ?',
  lead: 'Indiquez un portefeuille qui vous appartient. Le marchand voit l’adresse et décide du remboursement.',
  merchant: 'Marchand',
  amount: 'Vous avez payé',
  network: 'Réseau',
  reference: 'Référence',
  payment: 'Paiement',
  validUntil: 'Cette page est valable jusqu’au',
  address: 'Votre adresse pour le remboursement',
  addressHint: (network) =>
    `Un portefeuille à vous sur ${network}. Si l’adresse appartient à une plateforme d’échange, renseignez-vous d’abord auprès d’elle.`,
  addressInvalid: (network) =>
    `Ce n’est pas une adresse sur ${network}. Vérifiez s’il manque des caractères ou si certains ont changé.`,
  next: 'Continuer',
  review: 'Vérifiez l’adresse',
  reviewText: 'L’argent envoyé à une mauvaise adresse est perdu. Comparez chaque caractère.',
  confirm: 'Utiliser cette adresse',
  change: 'Modifier l’adresse',
  wallet: 'Le portefeuille qui a payé',
  walletText:
    'Choisissez le portefeuille qui a envoyé le paiement. Il signe un message, sans aucun mouvement d’argent.',
  message: 'Le message que signe votre portefeuille',
  sign: 'Signer',
  chooseOther: 'Choisir un autre portefeuille',
  done: 'Le marchand voit votre adresse. Aucun argent n’a encore été envoyé.',
  contact: 'Contacter le marchand',
  mismatch:
    'Les informations de ce paiement se contredisent. Votre portefeuille n’a donc pas été sollicité. Adressez-vous au marchand.',
  unpaid: 'Aucun paiement n’est encore arrivé ici : il n’y a rien à rembourser.',
}
