import { type PaymentLog, type RawLog, TOPICS } from '@secure-payment/core/evm'
import { describe, expect, test } from 'vitest'
import { creditedUnits } from './creditedUnits.ts'

const TOKEN = `0x${'70'.repeat(20)}`
const OTHER_TOKEN = `0x${'71'.repeat(20)}`
const PAYEE = `0x${'0a'.repeat(20)}`
const COLLECTOR = `0x${'0c'.repeat(20)}`
const PAYER = `0x${'0b'.repeat(20)}`

const word = (hex: string) => hex.replace('0x', '').padStart(64, '0')
const at = { transactionHash: '0x1', blockNumber: 1n, blockHash: '0x2' } as const

function transfer(logIndex: number, to: string, units: bigint, token = TOKEN): RawLog {
  return {
    ...at,
    address: token,
    topics: [TOPICS.transfer, `0x${word(PAYER)}`, `0x${word(to)}`],
    data: `0x${word(units.toString(16))}`,
    logIndex,
  }
}

function payment(
  logIndex: number,
  amountUnits: bigint,
  feeUnits = 0n,
  feeAddress = COLLECTOR,
): PaymentLog {
  return {
    ...at,
    kind: 'erc20',
    contract: `0x${'99'.repeat(20)}`,
    token: TOKEN,
    payee: PAYEE,
    amountUnits,
    feeUnits,
    feeAddress,
    referenceTopic: '0x3',
    conversion: null,
    logIndex,
  }
}

function unitsOf(payments: readonly PaymentLog[], logs: readonly RawLog[]): bigint[] {
  const credits = creditedUnits(payments, logs)
  return payments.map(({ logIndex }) => credits.get(logIndex)?.units ?? -1n)
}

describe('a payment is credited', () => {
  test('a payment is credited with the amount that its Transfer log moved to the payee', () => {
    const credits = creditedUnits([payment(1, 100n)], [transfer(0, PAYEE, 100n)])
    expect(credits.get(1)).toEqual({ units: 100n, from: PAYER })
  })

  test('a payment is credited with less than its argument when the token deducted a part', () => {
    const logs = [transfer(0, PAYEE, 99n), transfer(1, COLLECTOR, 1n)]
    expect(unitsOf([payment(2, 100n)], logs)).toEqual([99n])
  })

  test('a payment is credited with zero when the token transferred nothing, transferred it elsewhere, or another token was transferred', () => {
    expect(unitsOf([payment(1, 100n)], [])).toEqual([0n])
    expect(unitsOf([payment(1, 100n)], [transfer(0, COLLECTOR, 100n)])).toEqual([0n])
    expect(unitsOf([payment(1, 100n)], [transfer(0, PAYEE, 100n, OTHER_TOKEN)])).toEqual([0n])
    expect(unitsOf([payment(0, 100n)], [transfer(1, PAYEE, 100n)])).toEqual([0n])
  })

  test('a payment is credited with at most its argument, regardless of other transfers in the transaction', () => {
    expect(unitsOf([payment(1, 1n)], [transfer(0, PAYEE, 1_000_000n)])).toEqual([1n])
  })

  test('a payment is credited from its own transfer: two payments cannot share one', () => {
    const logs = [transfer(0, PAYEE, 50n)]
    expect(unitsOf([payment(1, 50n), payment(2, 50n)], logs)).toEqual([50n, 0n])
  })

  test('a payment is credited with its own amount in a batch', () => {
    const logs = [transfer(0, PAYEE, 10n), transfer(2, PAYEE, 20n), transfer(4, PAYEE, 30n)]
    const payments = [payment(5, 30n), payment(1, 10n), payment(3, 20n)]
    expect(unitsOf(payments, logs)).toEqual([30n, 10n, 20n])
  })

  test('a payment is credited without the fee when the payee also receives the fee', () => {
    const logs = [transfer(0, PAYEE, 100n), transfer(1, PAYEE, 3n)]
    expect(unitsOf([payment(2, 100n, 3n, PAYEE)], logs)).toEqual([100n])
    const both = [...logs, transfer(3, PAYEE, 100n), transfer(4, PAYEE, 3n)]
    expect(unitsOf([payment(2, 100n, 3n, PAYEE), payment(5, 100n, 3n, PAYEE)], both)).toEqual([
      100n,
      100n,
    ])
  })
})
