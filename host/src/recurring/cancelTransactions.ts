import { getNetwork } from '@secure-payment/core/networks'
import { encodeCancelPermit, encodeIsCancelled } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'
import { ChainNotConfiguredError, ChainUnavailableError } from '../chains/errors.ts'
import { findServedNetwork } from '../config.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import {
  type AllowanceTransaction,
  allowanceTransactions,
  loweredAllowance,
  remainingNeed,
} from './allowance.ts'
import { permitOf } from './permitOf.ts'
import { readBool } from './readBool.ts'
import { sumOtherNeeds } from './sumOtherNeeds.ts'

type CancelContext = Pick<Context, 'config' | 'db' | 'chains' | 'log'>

/**
 * The transactions by which the payer of a cancelled schedule takes back on chain what it signed: a lower allowance, then the permit,
 * where it was signed and the contract can cancel. When no node answers, the allowance is set to what the payer's other schedules
 * need, and the permit is left to it: this host sends nothing of it any more either way.
 */
export async function cancelTransactions(
  context: CancelContext,
  row: Row<'recurring_payments'>,
): Promise<AllowanceTransaction[]> {
  const network = findServedNetwork(context.config, row.network)?.network ?? getNetwork(row.network)
  const [othersUnits, state] = await Promise.all([
    sumOtherNeeds(context, {
      network: row.network,
      payer: row.payer,
      token: row.token_address,
      contract: row.contract,
      except: row.id,
    }),
    readState(context, row),
  ])
  const { currentUnits, canCancel } = state
  const units =
    currentUnits === null
      ? othersUnits
      : loweredAllowance({ ownUnits: remainingNeed(row), othersUnits, currentUnits })
  const approvals = allowanceTransactions(network, {
    token: row.token_address,
    spender: row.contract,
    // Not known: whatever stands there is set anew.
    currentUnits: currentUnits ?? remainingNeed(row) + othersUnits + 1n,
    units,
  })
  if (!canCancel || row.permit_signature === null) return approvals
  const data = encodeCancelPermit(permitOf(row))
  return [...approvals, { to: row.contract, data, value: '0x0', chainId: network.chainId }]
}

type State = { currentUnits: bigint | null; canCancel: boolean }

async function readState(
  { chains, log }: CancelContext,
  row: Row<'recurring_payments'>,
): Promise<State> {
  try {
    const chain = chains.get(row.network)
    const [payer, isCancelled] = await Promise.all([
      chain.readPayerState({
        wallet: row.payer,
        tokens: [row.token_address],
        spender: row.contract,
      }),
      // Stored by buildSchedule.
      chain.call(row.contract, encodeIsCancelled(row.digest as Hex)),
    ])
    const token = payer.tokens[row.token_address.toLowerCase()]
    return {
      currentUnits: token?.allowanceUnits ?? null,
      canCancel: readBool(isCancelled) === false,
    }
  } catch (error) {
    const isOutage =
      error instanceof ChainUnavailableError || error instanceof ChainNotConfiguredError
    if (!isOutage) throw error
    log.warn(
      { network: row.network, recurringPaymentId: row.id, reason: error.message },
      'Could not read the allowance of a cancelled recurring payout',
    )
    return { currentUnits: null, canCancel: false }
  }
}
