import type { Text } from '../text.ts'

/** The French sentences for a fee and its preview; part of {@link fr}. */
export const fees: Text['fees'] = {
  bearer: 'À la charge',
  bearers: {
    call: 'de la partie que le paiement désigne, sinon du payeur',
    payer: 'du payeur, en plus du montant',
    payee: 'du destinataire, déduits du montant',
  },
  preview: 'Aperçu des frais',
  of: (amount) => `Pour un paiement de ${amount}, en dollars américains au cours du jour`,
  payerPays: 'Le payeur paie',
  payeeReceives: 'Le destinataire reçoit',
  fee: 'Frais',
  incomplete: 'Saisissez un pourcentage et une adresse pour voir ce que chacun paie et reçoit.',
  loading: 'Calcul en cours…',
  unpriced:
    'Pas d’aperçu : le cours de cette devise est actuellement inconnu. Les frais eux-mêmes sont exacts dans la devise du paiement.',
  addressInvalid: 'Saisissez l’adresse d’un portefeuille sur le réseau du paiement.',
  retry: 'Réessayer',
}
