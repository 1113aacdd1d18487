import { MalformedValueError, tronAddressBody } from '@secure-payment/core'
import { TRON_FEE_LIMITS } from '@secure-payment/core/tron'
import type { ChainCodec } from './chainCodec.ts'

/** The notation of Tron. */
export const tronCodec: ChainCodec = {
  readAddress(text) {
    tronAddressBody(text)
    return text
  },
  readTxHash(text) {
    if (/^[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase()
    const facts = { what: 'The id of a transaction', expected: '64 hex digits without 0x' }
    throw new MalformedValueError({ ...facts, actual: text })
  },
  tokenKey: (address) => address,
  transactionMembers: ({ chainId }, { kind }) => ({
    chainId,
    chainType: 'tron',
    feeLimit: Number(kind === 'pay' ? TRON_FEE_LIMITS.paySun : TRON_FEE_LIMITS.approveSun),
  }),
}
