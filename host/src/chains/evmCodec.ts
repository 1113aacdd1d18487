import { MalformedValueError } from '@secure-payment/core'
import { checksumAddress } from '@secure-payment/core/evm'
import { keccak256 } from '../keccak.ts'
import type { ChainCodec } from './chainCodec.ts'

/** The notation of EVM chains. */
export const evmCodec: ChainCodec = {
  readAddress: (text) => checksumAddress(text, keccak256),
  readTxHash(text) {
    if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase()
    const facts = { what: 'The hash of a transaction', expected: '0x and 64 hex digits' }
    throw new MalformedValueError({ ...facts, actual: text })
  },
  tokenKey: (address) => address.toLowerCase(),
  transactionMembers: () => ({}),
}
