import { secp256k1 } from '@noble/curves/secp256k1'
import type { Address, Hex } from '@secure-payment/core'
import { hashOfHex } from './hashOf.ts'
import { addressOfKey } from './recoverAddress.ts'
import { decodeRlpList, encodeRlp, numberItem, type RlpItem, readNumber } from './rlp.ts'

/** A transaction without coins. Amounts are native base units; on a legacy chain, `maxUnits` and `tipUnits` are both the gas price. */
export type EvmTransaction = {
  chainId: number
  nonce: bigint
  to: string
  data: Hex
  gas: bigint
  fees: { maxUnits: bigint; tipUnits: bigint; isLegacy: boolean }
}

/** The type of transactions with a fee per gas and a tip (EIP-1559). */
const DYNAMIC_FEE = '02'
const NO_COINS = ''
/** The `v` of a legacy signature is twice the chain id, plus this number, plus the parity (EIP-155). */
const LEGACY_V = 35n
/** The numbers of fields of signed transactions. */
const FIELDS = 12
const LEGACY_FIELDS = 9

/** Returns the address of a private key, in EIP-55. */
export function addressOfSigner(key: Hex): Address {
  return addressOfKey(secp256k1.getPublicKey(key.slice(2), false))
}

/** Signs a transaction with a private key (`0x` and 64 hex digits). Returns its bytes and their hash. */
export function signTransaction(transaction: EvmTransaction, key: Hex): { raw: Hex; hash: Hex } {
  const fields = fieldsOf(transaction)
  const chain = numberItem(BigInt(transaction.chainId))
  const { isLegacy } = transaction.fees
  const unsigned = isLegacy
    ? encodeRlp([...fields, chain, '', ''])
    : DYNAMIC_FEE + encodeRlp([chain, ...fields, []])
  const { r, s, recovery } = secp256k1.sign(hashOfHex(unsigned).slice(2), key.slice(2), {
    lowS: true,
  })
  const point = [numberItem(r), numberItem(s)]
  const parity = BigInt(recovery)
  const signed = isLegacy
    ? encodeRlp([
        ...fields,
        numberItem(BigInt(transaction.chainId) * 2n + LEGACY_V + parity),
        ...point,
      ])
    : DYNAMIC_FEE + encodeRlp([chain, ...fields, [], numberItem(parity), ...point])
  return { raw: `0x${signed}`, hash: hashOfHex(signed) }
}

/**
 * Parses the bytes of {@link signTransaction}.
 *
 * @throws RangeError if they are not such a transaction
 */
export function parseTransaction(raw: Hex): EvmTransaction {
  const isLegacy = !raw.startsWith(`0x${DYNAMIC_FEE}`)
  const items = decodeRlpList(raw.slice(isLegacy ? 2 : 4))
  if (items.length !== (isLegacy ? LEGACY_FIELDS : FIELDS))
    throw new RangeError('A field is missing.')
  const [chain, nonce, tip, max, gas, to, , data] = isLegacy ? inOrder(items) : items.map(textOf)
  return {
    chainId: Number(readNumber(textOf(chain))),
    nonce: readNumber(textOf(nonce)),
    to: `0x${textOf(to)}`,
    data: `0x${textOf(data)}`,
    gas: readNumber(textOf(gas)),
    fees: { maxUnits: readNumber(textOf(max)), tipUnits: readNumber(textOf(tip)), isLegacy },
  }
}

function fieldsOf({ nonce, to, data, gas, fees }: EvmTransaction): string[] {
  const price = fees.isLegacy ? [fees.maxUnits] : [fees.tipUnits, fees.maxUnits]
  const numbers = [nonce, ...price, gas].map(numberItem)
  return [...numbers, to.slice(2).toLowerCase(), NO_COINS, data.slice(2)]
}

/** Returns the fields of a legacy transaction in the order of the other type. */
function inOrder(items: readonly RlpItem[]): string[] {
  const [nonce = '', price = '', gas = '', to = '', value = '', data = '', v = ''] =
    items.map(textOf)
  const chainId = (readNumber(v) - LEGACY_V) / 2n
  if (chainId <= 0n) throw new RangeError('The signature names no chain.')
  return [numberItem(chainId), nonce, price, price, gas, to, value, data]
}

function textOf(item: RlpItem | undefined): string {
  return typeof item === 'string' ? item : ''
}
