import { MalformedValueError } from '../errors.ts'
import { addressWord } from '../evm/address.ts'
import { sizeWord, uintWord, zeros } from '../evm/words.ts'
import type { Hex } from '../hex.ts'
import { BRIDGE_SELECTORS } from './abi.ts'

/**
 * Encodes the payer's call to `deposit` on the devnet's bridge. Send it to the source chain's bridge, with value 0, after an approval for
 * `amountUnits`.
 *
 * @throws InvalidAddressError or MalformedValueError, which names the field at fault.
 */
export function encodeDeposit(order: DepositOrder): Hex {
  const { quoteId, token, amountUnits, toChainId, deadlineS, delivery } = order
  const words =
    sizeWord(32) +
    bytes32Word(quoteId) +
    addressWord(token, 'token') +
    uintWord(amountUnits, 'amountUnits') +
    uintWord(toChainId, 'toChainId') +
    uintWord(deadlineS, 'deadlineS') +
    sizeWord(ORDER_HEAD_BYTES) +
    deliveryWords(delivery)
  return `${BRIDGE_SELECTORS.deposit}${words}`
}

/**
 * A transfer to another chain, as the payer's transaction orders it. `quoteId` is 32 bytes that the bridge chooses. `amountUnits` of
 * `token` leave the payer's wallet. The bridge rejects the order once the source chain's time exceeds `deadlineS`, in seconds.
 */
export type DepositOrder = {
  quoteId: Hex
  token: string
  amountUnits: bigint
  toChainId: bigint
  deadlineS: bigint
  delivery: Delivery
}

/**
 * The delivery on the destination chain: the bridge calls `target` with `callData`, and `spender` may spend
 * `amountUnits` of `token` during the call. The unspent remainder, or everything if the call fails, goes to
 * `fallbackAddress`.
 */
export type Delivery = {
  token: string
  amountUnits: bigint
  fallbackAddress: string
  target: string
  spender: string
  gasLimit: bigint
  callData: Hex
}

/** The size of an order's six words, which is also the offset at which its delivery begins. */
export const ORDER_HEAD_BYTES = 6 * 32
/** The size of a delivery's seven words, which is also the offset at which its `callData` begins. */
export const DELIVERY_HEAD_BYTES = 7 * 32

function deliveryWords(delivery: Delivery): string {
  return (
    addressWord(delivery.token, 'delivery.token') +
    uintWord(delivery.amountUnits, 'delivery.amountUnits') +
    addressWord(delivery.fallbackAddress, 'delivery.fallbackAddress') +
    addressWord(delivery.target, 'delivery.target') +
    addressWord(delivery.spender, 'delivery.spender') +
    uintWord(delivery.gasLimit, 'delivery.gasLimit') +
    sizeWord(DELIVERY_HEAD_BYTES) +
    bytesWords(delivery.callData)
  )
}

const BYTES32 = /^0x[0-9a-fA-F]{64}$/
const BYTES = /^0x(?:[0-9a-fA-F]{2})*$/

function bytes32Word(bytes: Hex): string {
  if (typeof bytes === 'string' && BYTES32.test(bytes)) return bytes.slice(2).toLowerCase()
  throw new MalformedValueError({
    what: 'Quote id',
    expected: '"0x" and 64 hex digits',
    actual: bytes,
    field: 'quoteId',
  })
}

/** Returns the length, the digits, and zeros that complete the last word. */
function bytesWords(bytes: Hex): string {
  if (typeof bytes !== 'string' || !BYTES.test(bytes))
    throw new MalformedValueError({
      what: 'Call',
      expected: '"0x" and whole bytes in hex',
      actual: bytes,
      field: 'delivery.callData',
    })
  const digits = bytes.slice(2).toLowerCase()
  const padding = zeros((64 - (digits.length % 64)) % 64)
  return sizeWord(digits.length / 2) + digits + padding
}
