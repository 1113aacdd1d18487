import { type BatchFee, MAX_BATCH_FEE_BPS, NO_BATCH_FEE } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { ChainUnavailableError } from '../chains/errors.ts'
import { readBatchFee } from '../chains/readBatchFee.ts'
import type { Context } from '../context.ts'
import { BatchFeeSetError } from './errors.ts'

/**
 * Finds the batch contract's fee on top of a payment of so many items: none for a single one, which goes through
 * another contract. Without a node that responds, the fee is the one that the last look at the contract has found, else
 * none, as it is deployed.
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
 * Refuses a batch by the result of the last look at the contract, so that no link is created which cannot be paid. A
 * host that has not looked refuses nothing here: the link's calldata is refused then.
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
