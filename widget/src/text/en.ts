/** A message: the event and the payer's next action. */
export type ErrorText = { readonly title: string; readonly action: string }

import type { UnavailableReason } from '../codes.ts'

/**
 * The English sentences of the first screens, which a payer sees before a wallet is chosen. Messages are text, never
 * HTML; a function accepts display text. enFlow.ts has the rest.
 */
export const en = {
  dir: 'ltr' as 'ltr' | 'rtl',
  payment: 'Payment',
  loading: 'Loading payment',
  theMerchant: 'the merchant',
  yourWallet: 'your wallet',
  testNetwork: 'Test network',
  toPay: 'To pay',
  youPay: 'You pay',
  paid: 'Paid',
  onNetwork: (network: string) => `on ${network}`,
  inCurrency: (symbols: string, network: string) => `in ${symbols} on ${network}`,
  toRecipients: (count: number) => `${count} recipients`,
  reference: 'Reference',
  expires: (when: string) => `Expires ${when}`,
  plusFee: 'plus fee',
  connectTitle: 'Choose a wallet',
  lastUsed: 'Last used',
  connectPromise: 'You pay straight from your wallet. No one else holds your money.',
  whatIsWallet: 'What is a wallet?',
  whatIsWalletText:
    'An app or browser extension that holds your money and asks you before anything leaves it.',
  noWalletTitle: 'No wallet in this browser',
  noWalletText: 'Install a wallet extension, or open this payment in a wallet app on your phone.',
  otherWallets: 'Other wallets',
  phoneWallet: 'Phone wallet',
  findWallet: 'Find a wallet',
  openPayPage: 'Open the payment page',
  copyLink: 'Copy payment link',
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  close: 'Close',
  payButton: (amount: string) => `Pay ${amount}`,
  remaining: 'Remaining',
  tryAgain: 'Try again',
  updated:
    'This page was updated while it was open, or a part of it did not load. Reload it: your payment continues where it was.',
  reload: 'Reload the page',
  supportCode: 'Support code',
  contactSupport: 'Contact the merchant',
  retryIn: (seconds: string) => `Try again in ${seconds} s`,
  opensNewTab: 'opens in a new tab',
  unavailable: {
    expired: {
      title: 'This payment has expired',
      action: 'Nothing was charged. Ask the merchant for a new payment link.',
    },
    not_found: {
      title: 'Payment not found',
      action: 'Check the link, or ask the merchant. If you have paid, do not pay again.',
    },
    cancelled: {
      title: 'This payment was cancelled',
      action: 'Nothing was charged. Ask the merchant for a new payment link.',
    },
    not_payable: {
      title: 'This payment can no longer be paid',
      action: 'Nothing was charged. Ask the merchant for a new payment link.',
    },
    rate_limited: {
      title: 'Too many requests',
      action: 'Nothing was charged. Try again in a moment.',
    },
    offline: {
      title: 'You are offline',
      action: 'We continue as soon as your connection is back.',
    },
    unauthorized: {
      title: 'This site is not allowed to take this payment',
      action: 'Nothing was charged. The merchant has to allow this site.',
    },
    no_rate: {
      title: 'There is no current exchange rate',
      action: 'Nothing was charged. Try again in a few minutes.',
    },
    server: {
      title: 'The payment service cannot be reached',
      action: 'If you have paid, your payment is safe. Try again in a moment.',
    },
  } satisfies Record<UnavailableReason, ErrorText> as Record<UnavailableReason, ErrorText>,
}
