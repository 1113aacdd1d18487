import { encodeApprove } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { resetsApproval } from '@secure-payment/core/ways'
import type { Hex } from 'viem'
import type { Row } from '../db/schema.ts'

/** The columns that determine a schedule's remaining payments. */
export type NeedColumns = Pick<
  Row<'recurring_payments'>,
  'amount_units' | 'fee_units' | 'total_payments' | 'processed_payments'
>

/** Returns the amount that a schedule will still spend, fees included, in base units. */
export function remainingNeed(row: NeedColumns): bigint {
  const eachUnits = BigInt(row.amount_units) + BigInt(row.fee_units)
  return eachUnits * BigInt(row.total_payments - row.processed_payments)
}

/** The allowance that a new schedule needs. All schedules of one payer, token and contract share an allowance. In base units. */
export type AllowancePlan = {
  /** The need of this schedule and of the other schedules together. */
  neededUnits: bigint
  currentUnits: bigint
  lackingUnits: bigint
  othersUnits: bigint
}

/** Plans a new schedule's allowance together with the payer's others. */
export function planAllowance(facts: {
  ownUnits: bigint
  othersUnits: bigint
  currentUnits: bigint
}): AllowancePlan {
  const { ownUnits, othersUnits, currentUnits } = facts
  const neededUnits = ownUnits + othersUnits
  const lackingUnits = neededUnits > currentUnits ? neededUnits - currentUnits : 0n
  return { neededUnits, currentUnits, lackingUnits, othersUnits }
}

/**
 * Returns the part of an allowance that exceeds the need of all schedules, in base units. The payer approved that part for a
 * purpose outside this host.
 */
export function spareAllowance(facts: {
  ownUnits: bigint
  othersUnits: bigint
  currentUnits: bigint
}): bigint {
  const spareUnits = facts.currentUnits - facts.ownUnits - facts.othersUnits
  return spareUnits > 0n ? spareUnits : 0n
}

/**
 * Returns the lower allowance after a schedule ends early. The allowance drops by the amount that the schedule would still have spent.
 * The allowance never drops below the others' need plus the spare amount at the end of the schedule, unless the current allowance is
 * already lower. It never rises. Once lowered, the allowance stays there. In base units.
 */
export function loweredAllowance(facts: {
  ownUnits: bigint
  othersUnits: bigint
  currentUnits: bigint
  spareUnits: bigint
}): bigint {
  const { ownUnits, othersUnits, currentUnits, spareUnits } = facts
  const keptUnits = othersUnits + spareUnits
  // If the allowance is at or below the amount to keep, no part of it was for this schedule.
  if (currentUnits <= keptUnits) return currentUnits
  const loweredUnits = currentUnits - ownUnits
  if (loweredUnits > keptUnits) return loweredUnits
  return keptUnits
}

/** A transaction for the payer that transfers no native coins, in the API's format. */
export type AllowanceTransaction = { to: string; data: Hex; value: '0x0'; chainId: number }

/**
 * Builds the transactions that set an allowance; none if it already has that value. If a token changes an allowance only from or to
 * zero, a preceding transaction sets it to zero.
 */
export function allowanceTransactions(
  network: Network,
  facts: { token: string; spender: string; currentUnits: bigint; units: bigint },
): AllowanceTransaction[] {
  const { token, spender, currentUnits, units } = facts
  if (currentUnits === units) return []
  const approve = (amountUnits: bigint): AllowanceTransaction => {
    const { to, data } = encodeApprove({ token, spender, amountUnits })
    return { to, data, value: '0x0', chainId: network.chainId }
  }
  const isReset = currentUnits > 0n && units > 0n && resetsApproval(network, token)
  return isReset ? [approve(0n), approve(units)] : [approve(units)]
}
