import { BaseError } from '@secure-payment/core'

/** The requirement for recurring payouts that a network does not meet. */
export type RecurringUnavailableReason =
  | 'no_relayer'
  | 'no_contract'
  | 'relayer_not_allowed'
  | 'evm_only'
  | 'merchant_not_allowed'
  | 'worth_unknown'

/** This host cannot send recurring payments on the network. The response names `reason`. */
export class RecurringUnavailableError extends BaseError {
  readonly code = 'recurring_unavailable'
  readonly kind = 'invalid'
  readonly problemMembers: { reason: RecurringUnavailableReason }

  constructor(facts: { network: string; reason: RecurringUnavailableReason }) {
    const { problem, hint } = UNAVAILABLE[facts.reason]
    super(`Recurring payouts are not available on ${facts.network}: ${problem}.`, {
      hint,
      field: 'recurrence',
    })
    this.problemMembers = { reason: facts.reason }
  }
}

const UNAVAILABLE: Readonly<Record<RecurringUnavailableReason, { problem: string; hint: string }>> =
  {
    no_relayer: {
      problem: 'the host has no relayer that would send them',
      hint: 'Have the operator of the host set PAY_RELAYER_PRIVATE_KEY.',
    },
    no_contract: {
      problem: 'there is no ERC20RecurringPaymentProxy',
      hint: 'Use another network, or have the operator deploy the contract and name it in PAY_CONTRACTS_<NETWORK>.',
    },
    relayer_not_allowed: {
      problem: "the contract does not let this host's relayer send them",
      hint: "Have the contract's admin grant RELAYER_ROLE to the relayer's address.",
    },
    merchant_not_allowed: {
      problem: 'the operator of the host does not let its relayer spend gas for this merchant',
      hint: 'Ask the operator to allow the merchant: `npm run cli -- relay allow`, or PAY_RELAY_FOR=all.',
    },
    worth_unknown: {
      problem: 'the network has no rate by which a payment can be compared with its gas',
      hint: 'Use another network or token, or have the operator set PAY_RELAY_DUST=refuse.',
    },
    evm_only: {
      problem: 'their payer signs a permit, which only wallets on EVM chains can do',
      hint: 'Use another network, or create a payout for each payment.',
    },
  }

/**
 * The payer is a contract, but the recurring payment contract supports only signatures by private keys. `field` is the field that stated
 * the payer, if any.
 */
export class PayerIsContractError extends BaseError {
  readonly code = 'payer_is_contract'
  readonly kind = 'invalid'

  constructor(facts: { field?: string | undefined } = {}) {
    super(
      'The payer is a contract account, and the recurring payment contract verifies plain signatures of keys only (no ERC-1271).',
      {
        hint: 'Pay from a wallet with its own key; one that delegates by EIP-7702 is accepted.',
        field: facts.field,
      },
    )
  }
}

/**
 * A client ID has the maximum number of active recurring payouts, or activated the maximum number in the last 24
 * hours.
 */
export class TooManyPayoutsError extends BaseError {
  readonly code = 'too_many_recurring_payouts'
  readonly kind = 'invalid'

  constructor({ limit, bound }: { limit: number; bound: 'active' | 'activated' }) {
    const isActive = bound === 'active'
    super(
      isActive
        ? `This client ID has ${limit} active recurring payouts, the maximum.`
        : `This client ID activated ${limit} recurring payouts in 24 hours, the maximum.`,
      {
        hint: `${isActive ? 'Cancel an unneeded payout' : 'Wait'}, or activate this payout with an API key.`,
      },
    )
  }
}

/** None of the caller's recurring payouts has this id. */
export class RecurringPaymentNotFoundError extends BaseError {
  readonly code = 'recurring_payment_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no recurring payout with this id.')
  }
}

/** The reason why the state of a recurring payout does not allow the call. */
export type RecurringStateErrorCode =
  | 'already_active'
  | 'already_cancelled'
  | 'already_completed'
  | 'not_paused'
  | 'permit_expired'
  | 'awaiting_approval'

/** The recurring payout is in a state that does not allow the call; `code` names it. */
export class RecurringStateError extends BaseError {
  readonly code: RecurringStateErrorCode
  readonly kind = 'invalid'

  constructor(code: RecurringStateErrorCode) {
    const { summary, hint } = STATE_SENTENCES[code]
    super(summary, { hint })
    this.code = code
  }
}

const STATE_SENTENCES: Readonly<
  Record<RecurringStateErrorCode, { summary: string; hint: string }>
> = {
  already_active: {
    summary: 'This recurring payout is already active.',
    hint: 'Follow the payout with GET; a paused one continues with the action unpause.',
  },
  already_cancelled: {
    summary: 'This recurring payout was cancelled, which is final.',
    hint: 'Create another recurring payout.',
  },
  already_completed: {
    summary: 'This recurring payout has made all of its payments.',
    hint: 'Create another recurring payout to continue.',
  },
  not_paused: {
    summary: 'This recurring payout is not paused.',
    hint: 'Only a paused payout can be unpaused; see its status.',
  },
  permit_expired: {
    summary: 'The permit of this recurring payout has passed its deadline.',
    hint: 'Create another recurring payout and have the payer sign its permit.',
  },
  awaiting_approval: {
    summary: 'This recurring payout waits for the approval of a second member.',
    hint: 'Have another member approve the payout, then activate it.',
  },
}
