import { MalformedValueError } from '@secure-payment/core'
import { decodeBatchFee, encodeBatchFee } from '@secure-payment/core/evm'
import type { ChainClient } from './chainClient.ts'

/**
 * Reads what the batch contract of the network takes on top of each payment, in parts of 10,000, which its owner may set. Null where
 * there is no such contract, or it does not answer as one.
 *
 * @throws ChainUnavailableError
 */
export async function readBatchFee(
  chain: Pick<ChainClient, 'network' | 'call'>,
): Promise<number | null> {
  const contract = chain.network.contracts.BatchConversionPayments?.address
  if (contract === undefined) return null
  const answer = await chain.call(contract, encodeBatchFee())
  if (answer === null) return null
  try {
    return decodeBatchFee(answer)
  } catch (error) {
    if (error instanceof MalformedValueError) return null
    throw error
  }
}
