import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences for access policies; part of {@link fr}. */
export const access: Text['access'] = {
  title: 'Payeurs',
  fold: 'Réserver à certains portefeuilles',
  wallets: 'Portefeuilles autorisés à payer',
  walletsHint: (most) =>
    `Une adresse par ligne, ${most} au maximum. Laissez vide pour autoriser tous les portefeuilles.`,
  walletInvalid: (line, text) =>
    `Ligne ${line} : « ${text} » n’est pas l’adresse d’un portefeuille sur ce réseau.`,
  walletsOfRoute: (most) =>
    `Une adresse par ligne, ${most} au maximum, parmi les portefeuilles de la destination. Laissez vide pour les autoriser tous.`,
  walletExcluded: (line, text) =>
    `Ligne ${line} : les règles de la destination excluent « ${text} ». Retirez-la ou modifiez les règles sous Réception.`,
  noneLeft:
    'Aucun portefeuille ne peut payer : les règles de la destination autorisent d’autres portefeuilles. Choisissez l’un d’eux ou modifiez les règles sous Réception.',
  routeWallets: (count) =>
    plural(
      count,
      'Les règles de la destination s’appliquent aussi : seul 1 portefeuille peut payer',
      `Les règles de la destination s’appliquent aussi : seuls ${count} portefeuilles peuvent payer`,
    ),
  routeHides: 'Les règles de la destination masquent son adresse ; ce lien la masque donc aussi.',
  routeUnknown:
    'Si la destination a des règles pour les payeurs, elles s’appliquent aussi à ce lien.',
  narrowed: 'Enregistré. Les règles de la destination s’appliquent aussi : voir « Payeurs ».',
  excluded: (wallets) =>
    `Enregistré, mais les règles de la destination excluent ${wallets} : voir « Payeurs ».`,
  walletsMany: (most) => `${most} portefeuilles au maximum.`,
  hide: 'Masquer l’adresse de réception',
  hideHint:
    'La page abrège l’adresse jusqu’à la connexion d’un portefeuille autorisé. Les paiements sur la blockchain restent publics.',
  hidden: 'Masquée jusqu’à la connexion d’un portefeuille autorisé',
  address: 'Adresse de réception',
  anyWallet: 'Tout portefeuille peut payer',
  onlyWallets: (count) =>
    plural(count, 'Seul 1 portefeuille peut payer', `Seuls ${count} portefeuilles peuvent payer`),
  shareHint:
    'Toute personne qui a le lien voit ce qui est demandé. Seuls certains portefeuilles peuvent le payer.',
  screened: 'Chaque payeur est contrôlé',
  edit: 'Modifier les règles pour les payeurs',
  editText:
    'Elles s’appliquent aux nouvelles pages de paiement de cette destination. Les pages existantes gardent les règles de leur création.',
  save: 'Enregistrer les règles',
  saved: 'Règles pour les payeurs enregistrées.',
}
