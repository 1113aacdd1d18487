import { createPlural } from '../createPlural.ts'

const plural = createPlural('en')

/** The English sentences about refunds; part of {@link en}. */
export const refunds = {
  title: 'Refunds',
  lead: 'Give money back from your own wallet. No money moves until that wallet sends it.',
  decide: {
    title: 'To decide',
    empty: 'Nothing to decide',
    emptyText: 'Double, late and wrong payments appear here.',
    more: 'More payments',
    reasons: {
      overpaid: { label: 'Overpaid', text: 'The payer paid twice or too much.' },
      late: { label: 'Late', text: 'A payment arrived after the request had expired.' },
      cancelled: {
        label: 'Cancelled',
        text: 'A payment arrived after the request was cancelled.',
      },
    },
    noReference: 'No reference',
    received: (paid: string, requested: string) => `${paid} received, ${requested} requested.`,
    from: 'Paid by',
    refund: (money: string) => `Refund ${money}`,
    select: 'Select',
    refundAll: (count: number) => plural(count, 'Refund 1 selected', `Refund ${count} selected`),
    oneNetwork: 'One transaction pays refunds on one network only. Select payments on one network.',
    created: 'These refunds were created, and are in the list of refunds:',
    tooMany: (count: number) =>
      `One transaction pays at most 50 refunds, and this needs ${count}. Select fewer, or refund on the payment’s page.`,
    inPage: 'Open the payment to enter a wallet for this refund.',
    keep: {
      filter: 'Show',
      decisions: { open: 'To decide', kept: 'Kept' },
      empty: 'No kept money',
      open: 'Keep this money',
      title: (money: string) => `Keep ${money}?`,
      text: 'It is not refunded and leaves the list. Agree on this with the payer first. Money that arrives later is listed again.',
      reason: 'Reason',
      reasonHint: 'Such as a tip or a credit. The payer does not see it.',
      confirm: 'Keep it',
      done: 'The money is kept.',
      keptOn: (money: string, when: string) => `${money} kept on ${when}`,
      part: (money: string) => `${money} of earlier payments is kept.`,
      undo: 'Decide again',
      undone: 'The payment is listed again.',
    },
    unmatched: 'Without a request',
    toUnmatched: 'To the unmatched payments',
  },
  list: {
    title: 'Refunds',
    ofPayment: 'Refunds of this request',
    status: 'Status',
    all: 'All',
    statuses: {
      waiting_for_approval: 'Waits for approval',
      open: 'Not paid yet',
      processing: 'Being confirmed',
      confirmed: 'Paid',
      cancelled: 'Cancelled',
      held: 'On hold',
    },
    held: {
      payment_left_chain: 'The refunded payment left the chain. Wait until it is confirmed again.',
      exceeds_payment:
        'A cancelled refund of the same payment was paid. Cancel this one, and refund what is left.',
    },
    waiting: 'A second member must approve it.',
    toApprovals: 'To the approvals',
    empty: 'No refunds yet',
    emptyText: 'Open a payment to refund it.',
    emptyFilter: 'No refund has this status',
    more: 'More refunds',
    recipient: 'Recipient',
    worth: (money: string) => `Worth ${money} when the customer paid`,
    paid: (money: string) => `${money} paid so far`,
    reason: 'Reason',
    transaction: 'Transaction',
    payment: 'Refunded payment',
    noReference: 'Open the payment',
    select: 'Select',
    pay: 'Pay',
    payAll: (count: number) => plural(count, 'Pay 1 selected', `Pay ${count} selected`),
    cancel: 'Cancel refund',
    cancelTitle: (money: string) => `Cancel the refund of ${money}?`,
    cancelText:
      'Afterwards, the unpaid amount can be refunded again. A transaction that was already prepared can still be sent.',
    keep: 'Keep it',
    cancelled: 'Refund cancelled.',
  },
  of: (reference: string) => `Refund of ${reference}`,
  marks: { one: 'Refund', several: 'Refunds', partial: 'Partly refunded', full: 'Refunded' },
  history: {
    created: (money: string) => `Refund of ${money} created`,
    confirmed: (money: string) => `Refund of ${money} paid`,
    cancelled: (money: string) => `Refund of ${money} cancelled`,
  },
  surplus: {
    overpaid: (money: string) => `Overpaid by ${money}.`,
    agree: 'Agree with the payer on a refund.',
    left: (money: string) => `${money} is left to refund.`,
    refund: 'Refund the surplus',
    done: 'The surplus is refunded.',
    waiting: 'Its refund has been created, but the money has not moved yet.',
    paidOn: (money: string, when: string) => `${money} refunded on ${when}`,
    toRefunds: 'To the refunds',
    kept: (money: string, reason: string) => `${money} is kept: ${reason}`,
    inForm: (money: string) =>
      `The surplus of ${money} is already refunded, or its refund has been created. This would also refund what the order cost.`,
  },
  home: {
    open: (count: number, written: string) =>
      plural(count, '1 refund waits for payment', `${written} refunds wait for payment`),
    openText: 'The money has not moved yet: pay from your wallet.',
    overpaid: (reference: string | null, money: string) =>
      reference === null
        ? `A request was overpaid by ${money}`
        : `${reference} was overpaid by ${money}`,
    late: (reference: string | null, money: string) =>
      reference === null
        ? `${money} arrived late for a request`
        : `${money} arrived late for ${reference}`,
    cancelled: (reference: string | null, money: string) =>
      reference === null
        ? `${money} arrived for a cancelled request`
        : `${money} arrived for ${reference}, which was cancelled`,
  },
  form: {
    open: 'Refund',
    title: 'Refund this payment',
    amount: 'Amount',
    unit: 'Amount in',
    atRate: (symbol: string, rate: string) => `${symbol}, at the payment’s rate of ${rate}`,
    rest: (money: string) => `${money} is left to refund.`,
    restWorth: (money: string, worth: string) =>
      `${money} is left to refund, worth ${worth} when it was paid.`,
    recipient: 'Recipient',
    recipientHint:
      'The wallet that paid. An exchange may not credit returned money: ask if in doubt.',
    other: 'Wallet of the payer',
    otherHint: (network: string) => `Ask the payer for a wallet on ${network}.`,
    doubts: {
      contract: 'A contract paid, or paid for its user. Money that is sent back there may be lost.',
      bridge: 'The payment came from another network. The wallet may not exist on this one.',
      payee: 'You paid this from your own receiving wallet. Enter the customer’s wallet.',
      unknown: 'The chain does not show who paid.',
    },
    reason: 'Reason',
    reasonHint:
      'For your books, not on the customer’s page. A person with the refund link can read it.',
    create: 'Create refund',
    created: 'Refund created.',
    waiting: 'Refund created. A second member must approve it.',
  },
  payer: {
    title: 'Stated by the payer',
    hint: 'Compare the address with your records of the customer before you use it.',
    proofs: { wallet: 'Signed by the wallet that paid', code: 'Entered through your link' },
    attempts: (count: number) => plural(count, '1 refused try', `${count} refused tries`),
    use: 'Use this address',
    ask: 'Ask the payer',
    link: 'Link for the payer',
    linkHint: (until: string) =>
      `Copy it now, and send it only to the payer: anyone who has it can enter an address. It works once, until ${until}. Another link replaces it.`,
  },
  link: {
    title: 'Pay refunds',
    back: 'Refunds',
    lead: 'Compare each recipient and amount, then pay with the wallet that holds the money.',
    pay: 'Pay',
    address: 'Link',
    addressHint: 'Another person can pay these refunds with this link.',
    cancelled: (count: number) =>
      plural(
        count,
        'This refund was cancelled. No money moved.',
        'These refunds were cancelled. No money moved.',
      ),
  },
  errors: {
    refund_candidate_changed: 'Another amount may need to be refunded now. The list shows it.',
    refund_exceeds_payment: 'Less is left to refund, because another refund was created.',
    refund_unsupported: 'This payment cannot be refunded here.',
    refund_spans_payments: 'This refund needs too many payments. Refund each payment on its page.',
    refund_recipient_needed: 'No known wallet can receive this refund.',
    refund_not_cancellable: {
      paid: 'This refund is paid in full, so it cannot be cancelled.',
      seen: 'A payment of this refund is being confirmed. Wait for its result.',
      approval:
        'It waits for approval with other refunds. Decline the approval to cancel all of them.',
      other: 'Someone may be paying it now. Try again in an hour.',
    },
    refund_not_payable: {
      waiting_for_approval: 'A refund still waits for a second member’s approval.',
      processing: 'A payment of a refund is being confirmed. Wait for its result.',
      confirmed: 'A refund has already been paid.',
      cancelled: 'A refund was cancelled.',
      held: 'A refund is on hold.',
      in_progress: 'A wallet has begun to pay a refund with an earlier link. Try again in an hour.',
    },
  },
}
