import { createPlural } from '../createPlural.ts'

const plural = createPlural('en')

/** The English sentences about cancelling unpaid requests and links; part of {@link en}. */
export const cancelling = {
  link: 'Cancel link',
  request: 'Cancel request',
  title: (amount: string) => `Stop asking for ${amount}?`,
  text: 'Payers see at once that it is cancelled, and your contact if your account has one. This cannot be undone. Money that still arrives is recorded as late.',
  payout: {
    request: 'Cancel payout',
    title: (amount: string) => `Cancel the payout of ${amount}?`,
    text: 'The paying wallet sees at once that it is cancelled, and can no longer pay it. This cannot be undone.',
    done: 'Payout cancelled.',
  },
  /** The warning for a payout that waits for approval together with others. */
  waitingTogether: (count: number) =>
    plural(
      count,
      'This payout waits for approval together with 1 other payout. Cancelling it ends the approval of both: the other one cannot be paid either, and must be created again.',
      `This payout waits for approval together with ${count} other payouts. Cancelling it ends the approval of all of them: the others cannot be paid either, and must be created again.`,
    ),
  keep: 'Keep it open',
  done: 'Cancelled. No payer can pay it any more.',
  /** The sentences by the reason that the service returns, each with the next step. */
  refused: {
    paid: 'A payment has arrived, so this can no longer be cancelled. Agree on a refund with the payer instead.',
    seen: 'A payment is on chain and is being confirmed. Wait a minute: once it counts, agree on a refund with the payer.',
    bridged:
      'A payment from another network is on its way. Wait for its outcome: if it arrives, agree on a refund; otherwise cancel again.',
    sent: 'A payer reported a transaction less than an hour ago. If it arrives, agree on a refund; otherwise cancel again in an hour.',
    attempt:
      'A payer is paying from a wallet right now. Cancel again in a few minutes, when the attempt has ended. It ends within an hour.',
    scheduled:
      'A recurring payout pays this request. Stop the recurring payout under Payouts, which cancels it.',
    batch: 'This request is one of several in a link. Cancel the whole link under Links.',
  },
}
