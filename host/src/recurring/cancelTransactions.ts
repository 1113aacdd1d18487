import { encodeCancelPermit, encodeIsCancelled } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'
import { ChainNotConfiguredError, ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import {
  type AllowanceTransaction,
  allowanceTransactions,
  loweredAllowance,
  remainingNeed,
  spareAllowance,
} from './allowance.ts'
import { networkOf } from './networkOf.ts'
import { permitOf } from './permitOf.ts'
import { readBool } from './readBool.ts'
import { sumOtherNeeds } from './sumOtherNeeds.ts'

type CancelContext = Pick<Context, 'config' | 'db' | 'chains' | 'log'>
type Schedule = Row<'recurring_payments'>

/** The transactions that revoke a cancelled schedule. */
export type TakeBack = {
  /**
   * The transactions, in order: one lowers the allowance, the next cancels the permit, if it was signed and the contract can cancel it.
   * Empty if nothing is left to revoke.
   */
  transactions: AllowanceTransaction[]
  /** The allowance that exceeds the need of all schedules, in base units; null if no node responded. */
  spareUnits: bigint | null
}

/**
 * Returns the transactions that revoke a cancelled schedule's signatures on chain. If no node responds, the transactions only set the
 * allowance to the need of the payer's other schedules; the permit stays. Either way, this host sends no further payment for the schedule.
 */
export async function cancelTransactions(context: CancelContext, row: Schedule): Promise<TakeBack> {
  try {
    return await readTakeBack(context, row)
  } catch (error) {
    const isOutage =
      error instanceof ChainUnavailableError || error instanceof ChainNotConfiguredError
    if (!isOutage) throw error
    context.log.warn(
      { network: row.network, recurringPaymentId: row.id, reason: error.message },
      'Could not read the allowance of a cancelled recurring payout',
    )
    const othersUnits = await sumOthers(context, row)
    const transactions = setAllowance(context, row, {
      // The current allowance is unknown, so the approval is sent regardless of its value.
      currentUnits: remainingNeed(row) + othersUnits + 1n,
      units: othersUnits,
    })
    return { transactions, spareUnits: null }
  }
}

/**
 * Reads from the chain which parts of a cancelled schedule can still be revoked. The allowance that was spare at the cancellation is never
 * revoked.
 *
 * @throws ChainUnavailableError, ChainNotConfiguredError
 */
export async function readTakeBack(
  context: Omit<CancelContext, 'log'>,
  row: Schedule,
): Promise<TakeBack> {
  const [othersUnits, { currentUnits, canCancel }] = await Promise.all([
    sumOthers(context, row),
    readState(context, row),
  ])
  const facts = { ownUnits: remainingNeed(row), othersUnits, currentUnits }
  const { spare_allowance_units: stored } = row
  const spareUnits = stored === null ? spareAllowance(facts) : BigInt(stored)
  const units = loweredAllowance({ ...facts, spareUnits })
  const approvals = setAllowance(context, row, { currentUnits, units })
  const { chainId } = networkOf(context, row)
  const revocations: AllowanceTransaction[] =
    canCancel && row.permit_signature !== null
      ? [{ to: row.contract, data: encodeCancelPermit(permitOf(row)), value: '0x0', chainId }]
      : []
  return { transactions: [...approvals, ...revocations], spareUnits }
}

function setAllowance(
  context: Pick<Context, 'config'>,
  row: Schedule,
  facts: { currentUnits: bigint; units: bigint },
): AllowanceTransaction[] {
  const network = networkOf(context, row)
  return allowanceTransactions(network, {
    token: row.token_address,
    spender: row.contract,
    ...facts,
  })
}

function sumOthers(context: Pick<Context, 'db'>, row: Schedule): Promise<bigint> {
  const { network, payer, token_address: token, contract, id: except } = row
  return sumOtherNeeds(context, { network, payer, token, contract, except })
}

async function readState(
  { chains }: Pick<Context, 'chains'>,
  row: Schedule,
): Promise<{ currentUnits: bigint; canCancel: boolean }> {
  const chain = chains.get(row.network)
  const [payer, isCancelled] = await Promise.all([
    chain.readPayerState({
      wallet: row.payer,
      tokens: [row.token_address],
      spender: row.contract,
    }),
    // `buildSchedule` wrote the column in this format.
    chain.call(row.contract, encodeIsCancelled(row.digest as Hex)),
  ])
  const currentUnits = payer.tokens[row.token_address.toLowerCase()]?.allowanceUnits ?? null
  if (currentUnits === null) {
    throw new ChainUnavailableError(row.network, 'the token returns no allowance')
  }
  return { currentUnits, canCancel: readBool(isCancelled) === false }
}
