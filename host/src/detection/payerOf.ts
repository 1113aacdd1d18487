import type { ContractName, Network } from '@secure-payment/core/networks'
import type { Receipt } from '../chains/chainClient.ts'
import type { Credit } from '../payments/creditedUnits.ts'

/**
 * Returns the owner of the money: the source of the tokens, which may be a smart wallet's own address. For the native coin, or if the
 * tokens came through the batch contract, the owner is the transaction's sender.
 */
export function payerOf(network: Network, credit: Credit, receipt: Pick<Receipt, 'from'>): string {
  const isThroughBatch = isThrough(network, 'BatchConversionPayments', credit)
  return credit.from === null || isThroughBatch ? receipt.from : credit.from
}

/** Returns whether the tokens came from the network's contract of this name, in its current or an earlier version. */
export function isThrough(network: Network, name: ContractName, { from }: Credit): boolean {
  const contract = network.contracts[name]
  return [contract, ...(contract?.others ?? [])].some(
    (known) => known !== undefined && known.address.toLowerCase() === from?.toLowerCase(),
  )
}
