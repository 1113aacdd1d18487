import type { BridgeErrorCode } from '../codes.ts'
import type { ErrorText } from './en.ts'

/** The English sentences of payments from another chain. */
export const enBridge = {
  needed: (amount: string) => `You pay ${amount}`,
  bridgeFee: 'Bridge fee',
  feeOf: (amount: string) => `fee ${amount}`,
  noFee: 'no bridge fee',
  overBridge: 'Through a bridge',
  minutes: (count: string) => `about ${count}\u00a0min`,
  seconds: (count: string) => `about ${count}\u00a0s`,
  silent: (chains: string) =>
    `${chains} did not answer, so ways to pay from there may be missing. Refresh to look again.`,
  slow: (chains: string) =>
    `A payment from ${chains} would arrive after this price ends, so it is not offered.`,
  from: 'From',
  to: 'To',
  leaves: 'Leaves your wallet',
  arrival: 'Arrives in',
  unknownTime: 'not known',
  priceFor: (seconds: string) => `This price is valid for another ${seconds}\u00a0s.`,
  verifiedTitle: 'Verified on this device.',
  carried: (network: string) => `You also sign the recipient and the amount on ${network}.`,
  notCarried: (network: string) =>
    `The payment on ${network} could not be checked on this device: you do not sign it. You rely on the bridge for it.`,
  limited: (amount: string) =>
    `No more than ${amount} can leave your wallet, to the known bridge contract.`,
  pay: (amount: string, network: string) => `Pay ${amount} on ${network}`,
  approveHint: 'This lets the bridge’s contract take exactly this amount, and no more.',
  sentOn: (amount: string, network: string) => `${amount} sent on ${network}`,
  sent: (network: string) => `Payment sent, waiting for ${network}`,
  bridging: (network: string) => `Your money is on its way to ${network}`,
  elsewhere: (source: string, destination: string) =>
    `A payment from ${source} is on its way to ${destination}`,
  elsewhereText:
    'It was sent from another device, tab or wallet. This page follows it; there is nothing to pay here now.',
  arrived: (network: string) => `Arrived on ${network}, being confirmed`,
  confirmedOn: (network: string) => `Confirmed on ${network}`,
  delivered: (network: string) => `Delivered on ${network}`,
  canClose: 'You can close this page and come back at any time. The payment continues without it.',
  unansweredTitle: 'The bridge has not answered for a day',
  unansweredText: (network: string) =>
    `Your money left your wallet and has not been seen on ${network}. It counts as soon as it arrives. Do not pay again: show the transaction to the merchant or the bridge.`,
  errors: {
    bridge_refunded: {
      title: 'The bridge sent your money back',
      action:
        'It is in your wallet, on the network that you paid from, less the network fee. You can pay again.',
    },
    bridge_failed: {
      title: 'The bridge could not deliver your payment',
      action:
        'The bridge still has it. Do not pay again before the merchant or the bridge has looked at the transaction.',
    },
    bridge_not_counted: {
      title: 'A different amount or token arrived',
      action:
        'It does not count as this payment. Show the transaction to the merchant, who can look it up.',
    },
  } satisfies Record<BridgeErrorCode, ErrorText> as Record<BridgeErrorCode, ErrorText>,
  bridgePage: 'View on the bridge',
}
