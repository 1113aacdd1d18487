import type { Text } from '../text.ts'

/** The French sentences for the move of a destination to another wallet; part of {@link fr}. */
export const walletChange: Text['walletChange'] = {
  action: 'Transférer à un autre portefeuille',
  title: 'Transférer à un autre portefeuille',
  lead: 'Les deux portefeuilles signent le transfert. Le nouveau portefeuille doit s’être déjà connecté à ce compte marchand. Les identifiants client liés à cette destination paient ensuite le nouveau portefeuille. Les paiements existants gardent le leur.',
  address: 'Nouveau portefeuille',
  same: 'C’est le portefeuille actuel.',
  next: 'Continuer',
  from: 'De',
  to: 'Vers',
  until: 'À signer avant',
  signers: {
    current: '1. Signer avec le portefeuille actuel',
    next: '2. Signer avec le nouveau portefeuille',
  },
  signed: 'Signé',
  waiting: 'Confirmez dans le portefeuille. La signature ne déplace pas d’argent.',
  noWallets: 'Ouvrez cette page dans un navigateur qui contient les deux portefeuilles.',
  wrongAccount: (address) =>
    `Le portefeuille partage un autre compte. Choisissez-y ${address}, puis réessayez.`,
  wrongNetwork:
    'Le portefeuille est sur un autre réseau. Passez au réseau de cette destination, puis réessayez.',
  mismatch:
    'Le service a renvoyé les données d’un autre transfert. Rien n’a été signé. Rechargez la page et réessayez.',
  move: 'Transférer la destination',
  restart: 'Recommencer',
  moved: 'Destination transférée. Pour la modifier, connectez-vous avec le nouveau portefeuille.',
}
