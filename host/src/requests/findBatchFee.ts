import { type BatchFee, MAX_BATCH_FEE_BPS, NO_BATCH_FEE } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { ChainUnavailableError } from '../chains/errors.ts'
import { readBatchFee } from '../chains/readBatchFee.ts'
import type { Context } from '../context.ts'
import { BatchFeeSetError } from './errors.ts'

/**
 * Finds the fee that the batch contract adds to a payment of this many items; none for a single payment, which uses another contract. If no
 * node responds, returns the last fee that was found, or none, because the contract has no fee when it is deployed.
 *
 * @throws BatchFeeSetError
 */
export async function findBatchFee(
  context: Pick<Context, 'chains' | 'log' | 'contracts'>,
  network: Network,
  count: number,
): Promise<BatchFee> {
  if (count < 2 || network.contracts.BatchConversionPayments === undefined) return NO_BATCH_FEE
  const fee = await readOrRemember(context, network.id)
  guardBatchFee(network.id, fee.bps)
  return fee
}

/**
 * Rejects a batch based on the result of the contract's last check, so that every created link can be paid. A host without such a
 * check rejects nothing at this point; the request for calldata fails later.
 *
 * @throws BatchFeeSetError
 */
export function guardKnownBatchFee(
  { contracts }: Pick<Context, 'contracts'>,
  items: readonly { network: string }[],
): void {
  const [first, second] = items
  if (first === undefined || second === undefined) return
  guardBatchFee(first.network, contracts?.found(first.network)?.batchFee ?? 0)
}

function guardBatchFee(network: string, fee: number): void {
  if (fee > MAX_BATCH_FEE_BPS) throw new BatchFeeSetError({ network, fee })
}

async function readOrRemember(
  { chains, contracts, log }: Pick<Context, 'chains' | 'log' | 'contracts'>,
  network: string,
): Promise<BatchFee> {
  try {
    return (await readBatchFee(chains.get(network))) ?? NO_BATCH_FEE
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    log.warn({ network, reason: error.message }, 'Could not read the batch fee')
    const bps = contracts?.found(network)?.batchFee ?? 0
    return { bps, tokenBps: bps }
  }
}
