import type { SomeText } from './text.ts'

/**
 * The English sentences of a payout that replace a payment's: the payer sends money, and no one sells anything. All
 * others are the same in both.
 */
export const enPayout = {
  payment: 'Payout',
  paid: 'Paid out',
  toRecipients: (count) =>
    count === 1 ? 'Payout to 1 recipient' : `Payout to ${count} recipients`,
  connectTitle: 'Choose the wallet to pay from',
  connectPromise:
    'The money goes straight from your wallet to the recipients shown here. No one else holds it.',
  contactSupport: 'Contact the sender of this link',
  unavailable: {
    expired: {
      title: 'This payout has expired',
      action: 'Nothing was charged. Ask the sender of the link for a new one.',
    },
    cancelled: {
      title: 'This payout was cancelled',
      action: 'Nothing was charged. Ask the sender of the link for a new one.',
    },
    not_payable: {
      title: 'This payout can no longer be made',
      action: 'Nothing was charged. Ask the sender of the link for a new one.',
    },
    unauthorized: {
      title: 'This site is not allowed to make this payout',
      action: 'Nothing was charged. The sender of the link has to allow this site.',
    },
  },
  blockedText: 'This payout does not accept this account. Nothing was charged.',
  reviewTitle: 'Check and pay out',
  fee: 'Fee',
  receives: () => 'Recipient receives',
  payButton: (amount) => `Pay out ${amount}`,
  signing: (wallet) => `Confirm the payout in ${wallet}`,
  preparing: 'Checking the payout once more',
  broadcasting: 'Sending your payout',
  confirming: 'Payout sent, waiting for the network',
  settling: () => 'Confirmed, being recorded',
  canClose: 'You can close this page. Your payout continues without it.',
  keepOpen: 'Keep this page open until the payout is sent.',
  progressTitle: 'Payout progress',
  steps: {
    pay: (params) => `Pay out ${params['amount']}`,
    settle: () => 'Recorded',
  },
  succeededTitle: 'Payout complete',
  succeededText: () => 'The money has reached everyone named here.',
  overpaid: (amount) => `Overpaid by ${amount}. Ask the recipients to send that back.`,
  receiptTitle: 'Payout receipt',
  paidTo: 'Paid out to',
  failedTitle: 'Payout not completed',
  errors: {
    calldata_mismatch: {
      title: 'This payout was stopped for your safety',
      action:
        'The transaction would not have paid what is shown here, so your wallet was not asked. Tell the sender of the link.',
    },
    destination_mismatch: {
      title: 'This payout was stopped for your safety',
      action:
        'It would have gone to a different recipient than this page named. Tell the sender of the link.',
    },
    unsupported_network: {
      title: 'This network is not supported here',
      action: 'Ask the sender of the link for a payout on another network.',
    },
    invalid_response: {
      title: 'The payment service sent a response that we cannot read',
      action: 'Try again. If it happens again, tell the sender of the link.',
    },
  },
  notes: {
    paid_twice: () => 'The payout was sent a second time. Ask its recipients to send that back.',
  },
} satisfies SomeText
