import { createPlural } from '../createPlural.ts'

const plural = createPlural('en')

/** The English sentences about payouts that need a second member's approval; part of {@link en}. */
export const approvals = {
  tab: 'Approvals',
  title: 'Approvals',
  lead: 'Payouts that wait until a second member approves them.',
  filter: 'Show',
  filters: {
    waiting: 'Waiting',
    approved: 'Approved',
    declined: 'Declined',
    cancelled: 'Cancelled',
    all: 'All',
  },
  more: 'More approvals',
  empty: 'Nothing waits for approval',
  emptyText: 'Payouts at or above the approval limit appear here before they can be paid.',
  emptyFilter: 'No approvals here',
  emptyFilterText: 'Choose “All” to see every approval.',
  kinds: {
    payout: 'Payout',
    payout_link: 'Payout link',
    schedule: 'Recurring payout',
    limit: 'Approval limit',
  },
  status: {
    waiting: 'Waiting for approval',
    approved: 'Approved',
    declined: 'Declined',
    cancelled: 'Cancelled',
    expired: 'Expired',
  },
  /** The amount of each payment in a recurring payout. */
  each: (amount: string) => `${amount} per payment`,
  newLimit: (amount: string) => `Raise the limit to ${amount}`,
  noLimit: 'Switch approvals off',
  worth: (amount: string) => `Worth about ${amount}`,
  worthUnknown: 'Worth unknown',
  others: (count: number) => plural(count, 'and 1 more', `and ${count} more`),
  expires: (when: string) => `Link ends ${when}`,
  refundReason: (reason: string) => `Reason for the refund: ${reason}`,
  /** The fee of a payout, by the party that bears it. */
  fees: { payer: 'Fee on top of the amount', payee: 'Fee out of the amount' },
  you: 'you',
  formerMember: 'a former member',
  operator: 'the operator’s API key',
  requestedBy: (who: string) => `Requested by ${who}`,
  withKey: (who: string, key: string) => `${who}, with the API key “${key}”`,
  withFormerKey: (who: string) => `${who}, with an API key`,
  /** The reasons why a member cannot approve, in place of the buttons. */
  ownRequest: 'You requested this, so another member must approve it.',
  ownKeyRequest: 'Your API key requested this, so another member must approve it.',
  noRight: 'Your role cannot approve payouts. An owner, an admin or a finance member can.',
  approve: 'Approve',
  decline: 'Decline',
  ask: {
    approve: (what: string) => `Approve ${what}?`,
    approveLimit: (amount: string) => `Raise the limit to ${amount}?`,
    approveOff: 'Switch approvals off?',
    approveText:
      'It can be paid from then on. Approving sends no money: the paying wallet still signs.',
    approveScheduleText:
      'The payer can sign it from then on. Approving sends no money: the paying wallet still signs.',
    approveLimitText: 'The new limit applies at once.',
    approveOffText: 'Payouts of any amount then go out without a second member.',
    decline: (what: string) => `Decline ${what}?`,
    declineLimit: 'Decline the new limit?',
    declineText: 'This cancels the payout. It cannot be undone.',
    declineRefundText: 'This cancels the refund. It cannot be undone.',
    declineLimitText: 'The current limit stays.',
    reason: 'Reason',
    reasonHint: 'The other members can read it with the payout and in the audit log.',
    keep: 'Keep waiting',
  },
  facts: {
    amount: 'Amount',
    each: 'Each payment',
    frequency: 'How often',
    payments: 'Payments',
    start: 'First payment',
    total: 'Total',
    payer: 'From',
    worth: 'Worth',
    about: (amount: string) => `About ${amount}`,
    worthUnknown: 'Unknown: no rate was available',
    recipient: 'Recipient',
    recipients: 'Recipients',
    network: 'Network',
    reference: 'Reference',
    requested: 'Requested by',
    requestedAt: 'Requested',
    expires: 'Link ends',
    currentLimit: 'Current limit',
    newLimit: 'New limit',
    none: 'None',
  },
  done: {
    approve: 'Approved. It can be paid now.',
    approveSchedule: 'Approved. The payer can sign it now.',
    approveLimit: 'Approved. The new limit applies.',
    decline: 'Declined. The payout is cancelled.',
    declineRefund: 'Declined. The refund is cancelled.',
    declineLimit: 'Declined. The limit stays as it was.',
  },
  /** The sentences about an approval on its payout's page. */
  page: {
    waiting: 'It cannot be paid until another member approves it.',
    approved: (who: string, when: string) => `Approved by ${who} on ${when}.`,
    declined: (who: string, when: string) => `Declined by ${who} on ${when}. It cannot be paid.`,
    reason: (reason: string) => `Reason: ${reason}`,
    cancelled: 'It was cancelled before a member approved it.',
    expired: 'Its link ended before a member approved it. Create a new one.',
    together: (count: number) =>
      plural(count, 'Together with 1 other payout.', `Together with ${count} other payouts.`),
    all: 'All approvals',
  },
  /** The sentence after the creation of a payout that needs approval. */
  created: 'Created. It waits for a second member’s approval.',
  limit: {
    title: 'Approval limit',
    meaning: (amount: string) =>
      `Payouts worth ${amount} or more wait until a second member approves them. So do smaller ones that reach it together within 24 hours.`,
    off: 'No payout needs approval. With a limit, payouts worth that much or more wait until a second member approves them.',
    ownerOnly: 'Only an owner can change the limit.',
    field: 'Limit',
    save: 'Save limit',
    set: 'Set limit',
    remove: 'Switch approvals off',
    slower:
      'A lower limit applies at once. Raising or removing the limit needs another member’s approval.',
    saved: 'Limit saved.',
    removed: 'Approvals are off.',
    requested: 'The change waits for another member’s approval.',
    waiting:
      'A change to the limit waits for approval. Until then, the current limit applies. A new change replaces it.',
    alone:
      'You are the only member who can approve payouts. A payout at or above the limit then waits until you invite another.',
    removeTitle: 'Switch approvals off?',
    removeText: 'Payouts of any amount then go out without a second member.',
    keep: 'Keep the limit',
  },
  home: {
    refunds: (count: number, written: string) =>
      plural(
        count,
        '1 refund waits for your approval',
        `${written} refunds wait for your approval`,
      ),
    refundsText: 'No refund is sent before you or another member approves it.',
    payouts: (count: number, written: string) =>
      plural(
        count,
        '1 payout waits for your approval',
        `${written} payouts wait for your approval`,
      ),
    payoutsText: 'No payout is sent before you or another member approves it.',
    limit: 'A change to the approval limit waits for your approval',
    limitText: 'Until then, the current limit applies.',
    ownRefunds: (count: number, written: string) =>
      plural(
        count,
        '1 refund waits for another member’s approval',
        `${written} refunds wait for another member’s approval`,
      ),
    ownPayouts: (count: number, written: string) =>
      plural(
        count,
        '1 payout waits for another member’s approval',
        `${written} payouts wait for another member’s approval`,
      ),
    ownText: 'You or your API key requested this, so another member must approve it.',
    aloneText: 'No other member can approve. Invite one, or cancel it and switch approvals off.',
  },
  refused: {
    own_approval: 'A second member must approve this: you requested it, or your API key did.',
    approval_not_found: 'This approval no longer exists. Reload the page.',
    payout_needs_approval: 'This payout needs a second member’s approval.',
    awaiting_approval: 'This payout waits for a second member’s approval.',
  },
  /** The sentences for an approval that another decision has ended, by its status. */
  decided: {
    approved: 'Another member has approved this already.',
    declined: 'Another member has declined this already.',
    cancelled: 'This was cancelled, so it no longer waits.',
    expired: 'The link ended, so this no longer waits.',
  },
}
