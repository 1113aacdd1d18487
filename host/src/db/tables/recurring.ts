import type { Defaulted } from './column.ts'

/** The tables of recurring payouts and the relayer. */
export type RecurringTables = {
  recurring_payments: RecurringPaymentsTable
  recurring_executions: RecurringExecutionsTable
  relayer_transactions: RelayerTransactionsTable
  relay_spending: RelaySpendingTable
}

type RecurringPaymentStatus = 'pending' | 'active' | 'paused' | 'completed' | 'cancelled'

/** A recurring payout: a schedule that the payer signs once. Addresses carry their checksum; times with `_s` are unix seconds. */
type RecurringPaymentsTable = {
  /** ULID. */
  id: string
  tenant_id: string
  /** The `cli_…` value of the client ID that created the payout; null for another credential. */
  client_id: string | null
  /** The request for the first execution; each later execution has its own request. */
  request_id: string
  network: string
  token_address: string
  payment_currency: string
  payer: string
  payee: string
  /** The amount of one payment, without its fee, as decimal text. */
  amount: string
  amount_units: string
  fee_percentage: string | null
  fee_units: string
  fee_address: string | null
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  /** The start as the caller sent it: a day or a time. */
  start_date: string
  total_payments: number
  /** A value of the permit, like the next two columns: no execution is due before `first_payment_s + (index - 1) * period_s`. */
  first_payment_s: bigint
  period_s: bigint
  deadline_s: bigint
  /** `0x` + 64 hex characters; makes the digest unique. */
  permit_nonce: string
  /** The ERC20RecurringPaymentProxy of the permit. */
  contract: string
  /** The EIP-712 digest of the permit, which is also its key in the contract. */
  digest: string
  /** 65 bytes in hex; null until the payout is activated. */
  permit_signature: string | null
  status: RecurringPaymentStatus
  /** The number of executions that are confirmed on the chain. */
  processed_payments: number
  /** The index of the next execution to send, from 1; above `total_payments` if none is left. */
  next_index: number
  /** The time of the executor's next check; null for never. */
  next_due_at: string | null
  /** The number of attempts at the current execution that failed for reasons on the payer's side. */
  failure_count: number
  failure_reason: string | null
  last_payment_at: string | null
  /** The part of the contract's allowance that no schedule needed when this one was cancelled. Null if unknown. */
  spare_allowance_units: string | null
  reference: string | null
  customer_info: string | null
  created_at: string
  updated_at: string
  activated_at: string | null
  /** The approval without which the payout cannot be activated; null if it needs none. */
  approval_id: Defaulted<string | null>
}

/** One payment in a recurring payout, from its due time. */
type RecurringExecutionsTable = {
  recurring_payment_id: string
  /** From 1. */
  payment_index: number
  network: string
  request_id: string
  /** `due`: to be sent; `sent`: one of its transactions may be in a mempool or a block; `confirmed`: its request is paid. */
  status: 'due' | 'sent' | 'confirmed'
  due_at: string
  created_at: string
  updated_at: string
}

/** A signed transaction from the relayer: stored before it is sent, so that a restart sends the same bytes. */
type RelayerTransactionsTable = {
  /** Transaction hash. */
  hash: string
  network: string
  relayer: string
  /** The account nonce, which a transaction shares with those that replace it. */
  nonce: bigint
  recurring_payment_id: string
  payment_index: number
  /** The signed bytes. */
  raw: string
  /** Native base units per unit of gas. */
  max_fee_units: string
  priority_fee_units: string
  status: 'pending' | 'succeeded' | 'reverted' | 'dropped'
  created_at: string
  updated_at: string
}

/** The total gas limit of the transactions that the relayer signed per day. */
type RelaySpendingTable = {
  /** `2026-01-31`, UTC. */
  day: string
  network: string
  /** A tenant; the `cli_…` value of a client ID with its own schedules; or an empty string for all. */
  bucket: string
  gas: bigint
}
