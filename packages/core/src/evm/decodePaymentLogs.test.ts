import { encodeAbiParameters, encodeEventTopics } from 'viem'
import { describe, expect, test } from 'vitest'
import { conversionEventAbi, erc20EventAbi, nativeEventAbi } from '../../test-support/viemOracle.ts'
import { decodePaymentLogs, PAYMENT_TOPICS, type RawLog } from './index.ts'

type Hex = `0x${string}`

const PROXY = '0xf0f49873C50765239F6f9534Ba13c4fe16eD5f2E'
const OTHER_PROXY = '0x3E3B04e1bF170522a5c5DDE628C4d365c0342239'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const USD = '0x775eb53d00dd0acd3ec1696472105d579b9b386b'
const PAYEE = '0x5f83de90cca73d0695e6642b4cd2eb2b7d644f9e'
const A = '0xcd5add6bac7bb5c9'
const B = '0x5420599980d1925c'
const hash = (byte: string): Hex => `0x${byte.repeat(32)}`

type Place = { address?: string; transactionHash?: Hex; blockHash?: Hex }
type Event = { topics: readonly Hex[]; data: Hex } & Place

/** Returns a fee proxy's event of `amount` USDC units, encoded by viem. */
const payment = (reference: Hex, amount: number, place: Place = {}): Event => ({
  ...place,
  topics: encodeEventTopics({
    abi: erc20EventAbi,
    eventName: 'TransferWithReferenceAndFee',
    args: { paymentReference: reference },
  }) as Hex[],
  data: encodeAbiParameters(
    ['address', 'address', 'uint256', 'uint256', 'address'].map((type) => ({ type })),
    [USDC, PAYEE, BigInt(amount), 1n, PAYEE],
  ),
})
const nativePayment = (reference: Hex, amount: number, place: Place = {}): Event => ({
  ...place,
  topics: encodeEventTopics({
    abi: nativeEventAbi,
    eventName: 'TransferWithReferenceAndFee',
    args: { paymentReference: reference },
  }) as Hex[],
  data: encodeAbiParameters(
    ['address', 'uint256', 'uint256', 'address'].map((type) => ({ type })),
    [PAYEE, BigInt(amount), 1n, PAYEE],
  ),
})
/** Returns a conversion proxy's own event, of `amount` units of the request's currency. */
const conversion = (reference: Hex, amount: number, place: Place = {}): Event => ({
  ...place,
  topics: encodeEventTopics({
    abi: conversionEventAbi,
    eventName: 'TransferWithConversionAndReference',
    args: { paymentReference: reference },
  }) as Hex[],
  data: encodeAbiParameters(
    ['uint256', 'address', 'uint256', 'uint256'].map((type) => ({ type })),
    [BigInt(amount), USD, 2n, 60n],
  ),
})
const chain = (...events: Event[]): RawLog[] =>
  events.map((event, logIndex) => ({
    address: PROXY,
    transactionHash: hash('11'),
    blockHash: hash('22'),
    blockNumber: 9n,
    logIndex,
    ...event,
  }))
/** Each payment's amount and the amount that its conversion claims. */
const pairs = (...events: Event[]) =>
  decodePaymentLogs(chain(...events)).map(({ amountUnits, conversion: claim }) => [
    Number(amountUnits),
    claim === null ? null : Number(claim.amountUnits),
  ])

describe('decodePaymentLogs', () => {
  test('decodePaymentLogs adds the conversion event of its proxy to a payment', () => {
    const [found, ...others] = decodePaymentLogs(chain(payment(A, 80), conversion(A, 8_000)))
    expect(others).toEqual([])
    expect(found).toMatchObject({
      kind: 'erc20',
      contract: PROXY.toLowerCase(),
      token: USDC,
      amountUnits: 80n,
      feeUnits: 1n,
      logIndex: 0,
      conversion: { currency: USD, amountUnits: 8_000n, feeUnits: 2n, maxRateTimespanS: 60n },
    })
    expect(pairs(nativePayment(A, 7), conversion(A, 700))).toEqual([[7, 700]])
  })

  test('decodePaymentLogs reads every event that a watcher requests from a node', () => {
    const logs = chain(payment(A, 1), nativePayment(A, 1), conversion(A, 1))
    expect(logs.map(({ topics }) => topics[0])).toEqual(PAYMENT_TOPICS)
  })

  test('decodePaymentLogs keeps payments without a conversion unchanged, in order', () => {
    expect(pairs(payment(B, 2), payment(A, 1), nativePayment(A, 3))).toEqual([
      [2, null],
      [1, null],
      [3, null],
    ])
  })

  test('decodePaymentLogs pairs several conversions in one transaction by their references', () => {
    expect(
      pairs(payment(A, 1), conversion(A, 100), payment(B, 2), conversion(B, 200), payment(A, 3)),
    ).toEqual([
      [1, 100],
      [2, 200],
      [3, null],
    ])
    expect(pairs(payment(A, 1), payment(B, 2), conversion(A, 100), conversion(B, 200))).toEqual([
      [1, 100],
      [2, 200],
    ])
  })

  test('decodePaymentLogs pairs equal references, both in sequence and nested', () => {
    const [first, second] = [conversion(A, 100), conversion(A, 200)]
    expect(pairs(payment(A, 1), first, payment(A, 2), second)).toEqual([
      [1, 100],
      [2, 200],
    ])
    // The payer of payment 1 received coins back between the two events of this payment, and made payment 2 with these coins.
    expect(pairs(payment(A, 1), payment(A, 2), second, first)).toEqual([
      [1, 100],
      [2, 200],
    ])
  })

  test('decodePaymentLogs finds the matching conversion behind direct payments with the same reference by other emitters', () => {
    const direct = payment(A, 5, { address: OTHER_PROXY })
    expect(pairs(payment(A, 1), direct, conversion(A, 100))).toEqual([
      [1, 100],
      [5, null],
    ])
  })

  test.each<[string, Place]>([
    ['another emitter', { address: OTHER_PROXY }],
    ['another transaction', { transactionHash: hash('33') }],
    ['another block', { blockHash: hash('33') }],
  ])('decodePaymentLogs ignores a conversion of %s', (_, place) => {
    expect(pairs(payment(A, 1), conversion(A, 100, place))).toEqual([[1, null]])
  })

  test('decodePaymentLogs ignores a conversion with another reference, before its payment, or alone', () => {
    expect(pairs(payment(A, 1), conversion(B, 100))).toEqual([[1, null]])
    expect(pairs(conversion(A, 100), payment(A, 1))).toEqual([[1, null]])
    expect(pairs(conversion(A, 100))).toEqual([])
    expect(pairs(payment(A, 1), conversion(A, 100), conversion(A, 900))).toEqual([[1, 100]])
  })

  test('decodePaymentLogs compares emitters regardless of case', () => {
    const lower = { address: PROXY.toLowerCase() }
    expect(pairs(payment(A, 1), conversion(A, 100, lower))).toEqual([[1, 100]])
  })

  test.each<[string, Partial<Event>]>([
    ['with a word too many', { data: `${conversion(A, 1).data}${'0'.repeat(64)}` }],
    ['without data', { data: '0x' }],
    ['with a dirty currency', { data: `0x${'1'.repeat(256)}` }],
    ['with three topics', { topics: [...conversion(A, 1).topics, hash('44')] }],
  ])('decodePaymentLogs ignores a conversion %s', (_, change) => {
    expect(pairs(payment(A, 1), { ...conversion(A, 1), ...change })).toEqual([[1, null]])
  })
})
