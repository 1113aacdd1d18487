import { formatAmount } from '@secure-payment/core'
import { destinationToken, parseDestinationId } from '@secure-payment/core/destinations'
import { hashHex } from '@secure-payment/core/evm'
import { findNetwork, type Network } from '@secure-payment/core/networks'
import { toAbiAddress } from '@secure-payment/core/tron'
import { verifyTronSteps } from '@secure-payment/core/verify'
import type { Calldata } from '../../api.ts'
import type { Converter, VerifiedPayment } from '../../machine/verifiedPayment.ts'
import type { PaymentMetadata } from '../../paymentMetadata.ts'
import type { ListedPayment } from '../../payOption.ts'
import type { Review } from '../../review.ts'
import { requireListed } from '../../steps/pins.ts'
import { refused, refusing } from '../../steps/refusals.ts'
import {
  type Due,
  describeConversion,
  duePayments,
  expectedItem,
  spending,
  totals,
} from '../../steps/verifyPayment.ts'
import { readReadiness } from './readReadiness.ts'

/** The inputs for verifying a payment on Tron. */
type TronVerifyInput = {
  readonly payment: PaymentMetadata
  readonly calldata: Pick<Calldata, 'transactions' | 'tron'>
  readonly account: string
  readonly pinnedDestinations: readonly string[]
  /** The payment in the chosen currency as the service listed it. Undefined if the payment has only one currency. */
  readonly listed: ListedPayment | undefined
  /** Checks an amount that the service fixes; null for any other payment. */
  readonly converter: Converter | null
}

/**
 * Decides whether a payment on Tron may be signed. These conditions hold:
 * - network and token are the registry's;
 * - payee and token are those that the page pinned;
 * - spender and contract are the registry's;
 * - the calldata pays exactly what the metadata shows.
 *
 * Throws PaymentRefusedError.
 */
export function verifyTron(input: TronVerifyInput): VerifiedPayment {
  const { payment, calldata, account, converter } = input
  const network = requireTron(payment)
  const due = dueOnTron(payment, network, converter)
  assertPinned(due, network, input.pinnedDestinations)
  if (input.listed !== undefined) requireListed(input.listed, [due], network)
  const items = [expectedItem(due)]
  const expected = { network, items, payer: account }
  const steps = refusing(() => verifyTronSteps(expected, calldata.transactions).steps)
  const pay = steps.at(-1)
  if (pay?.kind !== 'pay') throw refused('calldata_mismatch', { reason: 'no_payment' })
  return {
    payment,
    network,
    steps,
    pay,
    calldataHash: hashHex(pay.transaction.data),
    items,
    review: describe(input, network, due, { steps, pay }),
    converter,
    limits: new Map(),
  }
}

/** Throws PaymentRefusedError unless the payment is on the registry's Tron. */
export function requireTron(payment: PaymentMetadata): Network {
  const network = findNetwork(payment.chain.id)
  if (network?.family !== 'tron') {
    throw refused('unsupported_network', { network: payment.chain.name })
  }
  if (network.chainId !== payment.chain.chainId || payment.network !== network.id) {
    throw refused('calldata_mismatch', { reason: 'wrong_chain' })
  }
  return network
}

/** Returns the remainder of the single item that a payment on Tron has. Throws PaymentRefusedError. */
export function dueOnTron(
  payment: PaymentMetadata,
  network: Network,
  converter: Converter | null,
): Due {
  const [one, ...others] = duePayments(payment, network, converter)
  if (one === undefined || others.length > 0 || payment.items.length > 1) {
    throw refused('invalid_response', { reason: 'batch_on_tron' })
  }
  const { payee, tokenAddress } = one.item
  // Payments in TRX are not supported: no contract on Tron forwards TRX with a reference.
  if (tokenAddress === null) throw refused('unsupported_network', { token: one.item.symbol })
  // Tron addresses are case-sensitive.
  const isExact = network.tokens.some(({ address }) => address === tokenAddress)
  if (!isExact) throw refused('invalid_response', { reason: 'invalid_address' })
  refusing(() => toAbiAddress(payee))
  return one
}

function assertPinned({ item }: Due, network: Network, pins: readonly string[]): void {
  if (pins.length === 0) return
  const isPinned = pins.some((pin) => {
    const destination = refusing(() => parseDestinationId(pin))
    return (
      destination.chainId === network.chainId &&
      destination.walletAddress === item.payee &&
      destinationToken(destination) === item.tokenAddress
    )
  })
  if (!isPinned) throw refused('destination_mismatch', { payee: item.payee })
}

function describe(
  { calldata }: TronVerifyInput,
  network: Network,
  due: Due,
  { steps, pay }: Pick<VerifiedPayment, 'steps' | 'pay'>,
): Review {
  const { item, amountUnits, feeUnits, decimals } = due
  const contract = pay.transaction.to
  const fee = item.fee && { ...item.fee, amount: formatAmount(feeUnits, decimals) }
  const { requestId, payee, symbol } = item
  const amount = formatAmount(amountUnits, decimals)
  const readiness = readReadiness(calldata.tron, network.nativeCurrency.decimals)
  return {
    items: [
      { requestId, payee, amount, symbol, fee, conversion: describeConversion(due), contract },
    ],
    totalNeeded: totals([due]),
    spending: spending([due]),
    networkName: network.name,
    contractAddress: contract,
    steps: steps.map(({ kind }) => kind),
    // The approval is unlimited, so the review describes it in words.
    allowances: steps.map(() => null),
    verified: true,
    calldata: calldata.transactions,
    ...(readiness && { tron: readiness }),
  }
}
