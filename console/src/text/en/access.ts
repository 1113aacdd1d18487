import { createPlural } from '../createPlural.ts'

const plural = createPlural('en')

/** The English sentences for access policies; part of {@link en}. */
export const access = {
  title: 'Payers',
  fold: 'Reserve for certain wallets',
  wallets: 'Wallets that may pay',
  walletsHint: (most: number) =>
    `One address per line, up to ${most}. Leave it empty to let any wallet pay.`,
  walletInvalid: (line: number, text: string) =>
    `Line ${line}: “${text}” is not a wallet’s address on this network.`,
  walletsOfRoute: (most: number) =>
    `One address per line, up to ${most}, from the route’s wallets. Leave it empty to let all of them pay.`,
  walletExcluded: (line: number, text: string) =>
    `Line ${line}: the receiving route’s rules exclude “${text}”. Remove it, or change the rules under Receiving.`,
  noneLeft:
    'No wallet may pay: the receiving route’s rules allow other wallets. Choose one of those, or change the rules under Receiving.',
  routeWallets: (count: number) =>
    plural(
      count,
      'The receiving route’s rules also apply: only 1 wallet may pay',
      `The receiving route’s rules also apply: only ${count} wallets may pay`,
    ),
  routeHides: 'The receiving route’s rules hide its address, so this link hides it too.',
  routeUnknown: 'If the receiving route has rules for payers, they also apply to this link.',
  narrowed: 'Saved. The receiving route’s rules also apply: see Payers.',
  excluded: (wallets: string) =>
    `Saved, but the receiving route’s rules exclude ${wallets}: see Payers.`,
  walletsMany: (most: number) => `At most ${most} wallets.`,
  hide: 'Hide the receiving address',
  hideHint:
    'The page shortens the address until a wallet that may pay is connected. Payments on chain stay public.',
  hidden: 'Hidden until a wallet that may pay is connected',
  address: 'Receiving address',
  anyWallet: 'Any wallet may pay',
  onlyWallets: (count: number) =>
    plural(count, 'Only 1 wallet may pay', `Only ${count} wallets may pay`),
  shareHint: 'Anyone with the link can see what it asks for. Only certain wallets can pay.',
  screened: 'Each payer is screened',
  edit: 'Change the rules for payers',
  editText:
    'They apply to new payment pages for this route. Existing pages keep the rules with which they were created.',
  save: 'Save rules',
  saved: 'Rules for payers saved.',
}
