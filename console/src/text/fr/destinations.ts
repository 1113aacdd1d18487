import type { Text } from '../text.ts'

/** The French sentences for the receiving route screen; part of {@link fr}. */
export const destinations: Text['destinations'] = {
  title: 'Réception',
  lead: 'Là où arrivent les paiements qui vous sont destinés. L’argent va directement du portefeuille du payeur au vôtre.',
  current: 'Votre destination',
  none: 'Aucune destination pour le moment',
  noneText: 'Choisissez le réseau et le jeton que ce portefeuille reçoit.',
  others: 'Destinations des autres portefeuilles de ce compte',
  othersText: 'Seul le portefeuille lui-même peut changer sa destination.',
  network: 'Réseau',
  token: 'Jeton',
  tokensOf: (network) => `Jetons sur ${network}`,
  native: 'Monnaie native',
  contract: 'Contrat',
  wallet: 'Portefeuille',
  id: 'ID de destination',
  since: 'Depuis',
  create: 'Recevoir ici',
  change: 'Modifier',
  changeTitle: 'Modifier votre destination',
  changeText:
    'Les ID client liés à cette destination passent à la nouvelle. Les paiements existants gardent leur destination.',
  saveChange: 'Utiliser cette destination',
  chosen: (token, network) => `${token} sur ${network}`,
  deactivate: 'Ne plus recevoir ici',
  deactivateTitle: 'Ne plus recevoir sur cette destination ?',
  deactivateText:
    'Les ID client qui lui sont liés cesseront de créer des paiements, et aucun nouveau paiement ne pourra indiquer son ID de destination. Les paiements existants pourront encore être effectués. Les liens de la console paient directement votre portefeuille : ceux qui sont payables un nombre illimité de fois acceptent de nouveaux payeurs jusqu’à ce que vous les annuliez.',
  deactivateConfirm: 'Ne plus recevoir',
  created: 'Destination enregistrée.',
  changed: 'Destination modifiée.',
  deactivated: 'Vous ne recevez plus sur cette destination.',
  testNetwork: 'Réseau de test',
  noNetworks: 'Ce service n’a pas de réseau pour votre type de portefeuille.',
  accountTitle: 'Une destination appartient à un portefeuille',
  accountText:
    'Seul le portefeuille lui-même peut définir où arrive son argent, afin qu’un mot de passe volé ne puisse pas le détourner. Votre session est ouverte par e-mail. Vous avez deux possibilités :',
  accountWays: [
    'Déconnectez-vous, connectez-vous avec le portefeuille qui reçoit l’argent et définissez sa destination sur cette page. Si le portefeuille n’est pas encore membre de ce compte marchand, un propriétaire ou un administrateur l’invite d’abord sous Compte.',
    'Restez ici et composez ci-dessous l’ID de destination d’un portefeuille quelconque. Liez-y un ID client, ou utilisez-le quand vous créez un paiement.',
  ],
  compose: 'Composer un ID de destination',
  composeHint: 'Vérifiez l’adresse deux fois : les paiements vers elle sont irréversibles.',
  walletAddress: 'Adresse du portefeuille',
  walletInvalid:
    'Saisissez l’adresse complète d’un portefeuille. Si elle mêle majuscules et minuscules, la casse doit être exacte.',
  composed: 'ID de destination',
  toClientIds: 'Y lier un ID client',
  conflict:
    'Cette destination a été modifiée entre-temps, peut-être dans un autre onglet. Rien n’a été enregistré. Copiez votre saisie, chargez la destination à nouveau, puis refaites vos modifications.',
  receiveAgain: 'Recevoir de nouveau ici',
}
