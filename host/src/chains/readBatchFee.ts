import { MalformedValueError } from '@secure-payment/core'
import { askBatchFee, type BatchFee } from '@secure-payment/core/evm'
import type { ChainClient } from './chainClient.ts'

/**
 * Reads the fee that the network's batch contract charges on each batch; the contract's owner can change it. Null if there is no such
 * contract, or the address holds another kind of contract.
 *
 * @throws ChainUnavailableError
 */
export async function readBatchFee(
  chain: Pick<ChainClient, 'network' | 'call'>,
): Promise<BatchFee | null> {
  const contract = chain.network.contracts.BatchConversionPayments?.address
  if (contract === undefined) return null
  try {
    return await askBatchFee((data) => chain.call(contract, data))
  } catch (error) {
    if (error instanceof MalformedValueError) return null
    throw error
  }
}
