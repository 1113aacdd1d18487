import type { PaymentLog } from '@secure-payment/core/evm'
import type { ContractName, Network } from '@secure-payment/core/networks'
import { SIGNED_PAYMENT_TOPICS } from '@secure-payment/core/signed'
import type { Receipt } from '../chains/chainClient.ts'
import type { Credit } from '../payments/creditedUnits.ts'

/**
 * Returns the owner of the money: the source of the tokens, which may be a smart wallet's own address. For the native coin, or if the
 * tokens came through the batch contract, the owner is the transaction's sender. If they came through the contract for signed payments,
 * the owner is the signer that its event names, whoever sent the transaction.
 */
export function payerOf(
  network: Network,
  { log, credit }: { log: Pick<PaymentLog, 'logIndex' | 'referenceTopic'>; credit: Credit },
  receipt: Pick<Receipt, 'from' | 'logs'>,
): string {
  const isThroughBatch = isThrough(network, 'BatchConversionPayments', credit)
  if (credit.from === null || isThroughBatch) return receipt.from
  if (!isThrough(network, 'ERC20SignedPayment', credit)) return credit.from
  return signerOf(log, credit.from, receipt) ?? credit.from
}

/**
 * Finds the signer in the last event before the payment; null without such an event. The contract emits its event before it calls the
 * proxy, and is not re-entered.
 */
function signerOf(
  { logIndex, referenceTopic }: Pick<PaymentLog, 'logIndex' | 'referenceTopic'>,
  contract: string,
  { logs }: Pick<Receipt, 'logs'>,
): string | null {
  const made = logs
    .filter(({ address, topics }) => {
      const [topic, , , reference] = topics
      const isMade = topic === SIGNED_PAYMENT_TOPICS.made && reference === referenceTopic
      return isMade && address.toLowerCase() === contract.toLowerCase()
    })
    .filter((log) => log.logIndex < logIndex)
    .toSorted((a, b) => a.logIndex - b.logIndex)
    .at(-1)
  const payer = made?.topics[2]
  return payer === undefined ? null : `0x${payer.slice(-40)}`
}

/** Returns whether the tokens came from the network's contract of this name, in its current or an earlier version. */
export function isThrough(network: Network, name: ContractName, { from }: Credit): boolean {
  return addressesOf(network, name).some((address) => address === from?.toLowerCase())
}

/** Returns the addresses of the network's contract of this name, in its current and earlier versions, in lower case. */
export function addressesOf({ contracts }: Network, name: ContractName): readonly string[] {
  const contract = contracts[name]
  return [contract, ...(contract?.others ?? [])].flatMap((known) =>
    known === undefined ? [] : [known.address.toLowerCase()],
  )
}
