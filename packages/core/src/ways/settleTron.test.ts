import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { network, PROXY, THIEF, USDC, USDT } from '../../test-support/honestTronHost.ts'
import { tronwebBody, tronwebText } from '../../test-support/tronOracle.ts'
import vectors from '../../vectors/tron-transactions.json' with { type: 'json' }
import { InvalidAddressError } from '../errors.ts'
import { decodePaymentLog, type PaymentLog, type RawLog } from '../evm/index.ts'
import { type PaymentTerms, ways } from './index.ts'

/** The recorded event, as returned by a node's JSON-RPC. */
const { paymentLog } = vectors
const hex = (text: string) => text as `0x${string}`
const raw: RawLog = {
  address: paymentLog.address,
  topics: paymentLog.topics.map(hex),
  data: hex(paymentLog.data),
  logIndex: Number(paymentLog.logIndex),
  transactionHash: hex(paymentLog.transactionHash),
  blockNumber: BigInt(paymentLog.blockNumber),
  blockHash: hex(paymentLog.blockHash),
}
const decoded = decodePaymentLog(raw)
if (decoded === null) throw new Error('The recorded event is no payment.')
const log: PaymentLog = decoded

/** The recorded payment: 1 USDT, reference 0xab12cd34ef560789. */
const terms: PaymentTerms = {
  network: 'tron',
  token: USDT,
  payee: tronwebText('22'.repeat(20)),
  amountUnits: 1_000_000n,
  paymentReference: '0xab12cd34ef560789',
  feeUnits: 1_000n,
  feeAddress: tronwebText('33'.repeat(20)),
}

describe('settleTron', () => {
  test('settleTron credits the recorded payment', () => {
    expect(log).toMatchObject({ amountUnits: 1_000_000n, contract: tronwebBody(PROXY) })
    expect(ways.tron.settle(terms, log, network)).toEqual({ credited: true, valuation: 'units' })
  })

  test.each<[string, Partial<PaymentTerms>, string]>([
    ['another network', { network: 'mainnet' }, 'wrong_network'],
    ['another reference', { paymentReference: '0xab12cd34ef560788' }, 'wrong_reference'],
    ['another token', { token: USDC }, 'wrong_token'],
    ['the coin', { token: null }, 'wrong_token'],
    ['another payee', { payee: THIEF }, 'wrong_payee'],
  ])('settleTron does not credit the payment for %s', (_, change, reason) => {
    const settlement = ways.tron.settle({ ...terms, ...change }, log, network)
    expect(settlement).toEqual({ credited: false, reason })
  })

  test('settleTron does not credit the same event from another contract', () => {
    const fake = { ...log, contract: tronwebBody(THIEF) }
    const settlement = ways.tron.settle(terms, fake, network)
    expect(settlement).toEqual({ credited: false, reason: 'wrong_contract' })
  })

  test('settleTron uses the given keccak function', () => {
    let asked = 0
    const keccak = (bytes: Uint8Array) => {
      asked++
      return keccak256(bytes, 'bytes')
    }
    expect(ways.tron.settle(terms, log, network, keccak).credited).toBe(true)
    expect(asked).toBe(1)
  })

  test('settleTron rejects terms with an EVM address', () => {
    const mixed = { ...terms, payee: tronwebBody(terms.payee) }
    expect(() => ways.tron.settle(mixed, log, network)).toThrow(InvalidAddressError)
  })
})
