import type { Hex } from 'viem'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import { ZERO_ADDRESS } from './address.ts'
import { encodeDirectBatch } from './encodeDirectBatch.ts'
import { encodeErc20Payment } from './encodeErc20Payment.ts'
import { encodeNativePayment } from './encodeNativePayment.ts'
import { requireContract } from './requireContract.ts'

/**
 * The one transaction that makes one payment on a network, through ERC20FeeProxy or EthereumFeeProxy. `amountUnits` of
 * the step is what the payer spends, fee included.
 *
 * @throws ContractNotDeployedError, FeeWithoutAddressError, InvalidAddressError or MalformedValueError.
 */
export function payStep(network: Network, payment: Payment): Step {
  const { token, amountUnits, feeUnits } = payment
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
 * The one transaction that makes several payments, all or none, through BatchConversionPayments. A batch spends several
 * currencies, so the step's `token` is null, and its `amountUnits` is the native amount that it sends. The items' own
 * fee addresses are not looked at: a batch has one.
 *
 * @throws what `payStep` throws, and InvalidBatchError.
 */
export function batchPayStep(
  network: Network,
  items: readonly Payment[],
  feeAddress: string,
): Step {
  const contract = requireContract(network, 'BatchConversionPayments')
  const nativeHash = network.nativeCurrency.hash
  const transaction = encodeDirectBatch({ contract, nativeHash, items, feeAddress })
  const amountUnits = transaction.value
  return { kind: 'pay', transaction, token: null, spender: contract, amountUnits }
}

/**
 * One payment: `token` is null for the native coin; the payee gets `amountUnits` and the fee address `feeUnits` on top,
 * both in base units. `feeAddress` may be null when `feeUnits` is 0.
 */
export type Payment = {
  token: string | null
  payee: string
  amountUnits: bigint
  paymentReference: Hex
  feeUnits: bigint
  feeAddress: string | null
}
