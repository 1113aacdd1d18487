import { MalformedValueError } from '../errors.ts'
import type { Hex } from '../hex.ts'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import { isSameAddress, ZERO_ADDRESS } from './address.ts'
import { assertBatchFee, type BatchFee, NO_BATCH_FEE } from './batchFee.ts'
import { encodeErc20Conversion } from './encodeErc20Conversion.ts'
import { encodeErc20Payment } from './encodeErc20Payment.ts'
import { encodeNativeConversion } from './encodeNativeConversion.ts'
import { encodeNativePayment } from './encodeNativePayment.ts'
import { type Conversion, encodePaymentBatch } from './encodePaymentBatch.ts'
import { requireContract } from './requireContract.ts'

/**
 * Returns the one transaction that makes one payment on a network, through a fee proxy or a conversion proxy. The step's `amountUnits` is
 * the payer's spending including the fee; for a conversion, the maximum.
 *
 * @throws ContractNotDeployedError, FeeWithoutAddressError, InvalidAddressError or MalformedValueError.
 */
export function payStep(network: Network, payment: Payment): Step {
  const { token, amountUnits, feeUnits, conversion } = payment
  if (conversion !== null && conversion !== undefined)
    return conversionPayStep(network, payment, conversion)
  const feeAddress = payment.feeAddress ?? ZERO_ADDRESS
  if (token === null) {
    const proxy = requireContract(network, 'EthereumFeeProxy')
    const transaction = encodeNativePayment({ ...payment, proxy, feeAddress })
    return { kind: 'pay', transaction, token, spender: null, amountUnits: transaction.value }
  }
  const proxy = requireContract(network, 'ERC20FeeProxy')
  const transaction = encodeErc20Payment({ ...payment, token, proxy, feeAddress })
  return { kind: 'pay', transaction, token, spender: proxy, amountUnits: amountUnits + feeUnits }
}

/**
 * Returns the one transaction that makes several payments, all or none, through BatchConversionPayments. A batch spends several currencies,
 * so the step's `token` is null. Its `amountUnits` is the native amount, including the contract's fee for `feeAddress`. The items' own fee
 * addresses are ignored, because a batch has only one.
 *
 * @throws The errors of `payStep`, and InvalidBatchError, including for a batch fee that the contract cannot have.
 */
export function batchPayStep(
  network: Network,
  items: readonly Payment[],
  feeAddress: string,
  batchFee: BatchFee = NO_BATCH_FEE,
): Step {
  assertBatchFee(batchFee)
  const contract = requireContract(network, 'BatchConversionPayments')
  for (const { token, conversion } of items)
    if (conversion !== null && conversion !== undefined) {
      conversionProxy(network, token)
      assertConversion(network, token, conversion)
    }
  const nativeHash = network.nativeCurrency.hash
  const facts = { contract, nativeHash, items, feeAddress, nativeFeeBps: batchFee.bps }
  const transaction = encodePaymentBatch(facts)
  const amountUnits = transaction.value
  return { kind: 'pay', transaction, token: null, spender: contract, amountUnits }
}

/**
 * One payment. `token` is null for the native coin. The payee receives `amountUnits` and the fee address `feeUnits` on
 * top, both in base units. With `conversion` both are in units of the request's currency instead, as in the contracts
 * (fiat at 8 decimals). `feeAddress` may be null if `feeUnits` is 0.
 */
export type Payment = {
  token: string | null
  payee: string
  amountUnits: bigint
  paymentReference: Hex
  feeUnits: bigint
  feeAddress: string | null
  conversion?: Conversion | null | undefined
}

function conversionPayStep(network: Network, payment: Payment, conversion: Conversion): Step {
  const { token } = payment
  const proxy = conversionProxy(network, token)
  assertConversion(network, token, conversion)
  const feeAddress = payment.feeAddress ?? ZERO_ADDRESS
  const facts = { ...payment, ...conversion, proxy, feeAddress }
  const amountUnits = conversion.maxToSpendUnits
  if (token === null) {
    const transaction = encodeNativeConversion(facts)
    return { kind: 'pay', transaction, token, spender: null, amountUnits }
  }
  const transaction = encodeErc20Conversion(facts)
  return { kind: 'pay', transaction, token, spender: proxy, amountUnits }
}

function conversionProxy(network: Network, token: string | null): string {
  return requireContract(network, token === null ? 'EthConversionProxy' : 'Erc20ConversionProxy')
}

/** The contracts spend the last currency of the path, so it must be the payment's. */
function assertConversion(network: Network, token: string | null, conversion: Conversion): void {
  const { path, maxToSpendUnits } = conversion
  const last = token ?? network.nativeCurrency.hash
  const end = path.length < 2 ? undefined : path.at(-1)
  if (end === undefined || !isSameAddress(end, last))
    throw new MalformedValueError({
      what: 'Conversion path',
      expected: `two or more currencies that end in ${last}`,
      actual: path.join(' '),
      field: 'path',
    })
  if (maxToSpendUnits <= 0n)
    throw new MalformedValueError({
      what: 'The most to spend',
      expected: 'above 0',
      actual: maxToSpendUnits,
      field: 'maxToSpendUnits',
    })
}
