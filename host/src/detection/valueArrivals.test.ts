import type { PaymentLog } from '@secure-payment/core/evm'
import { describe, expect, test } from 'vitest'
import type { Rate, RatePath } from '../chains/chainClient.ts'
import { ChainUnavailableError, NodesDisagreeError, RpcCallError } from '../chains/errors.ts'
import type { CreditedLog, MatchedRequest } from '../settlement/detectedPayment.ts'
import { type Arrival, valueArrivals } from './valueArrivals.ts'

const ADDRESS = `0x${'0a'.repeat(20)}`
const USD = '0x775eb53d00dd0acd3ec1696472105d579b9b386b'
const EUR = '0x17b4158805772ced11225e77339f90beb5aae968'
const USDC = '0x5ecc000000000000000000000000000000000101'
/** 1.25 USDC (6 decimals) for a dollar (8), times 10^18. */
const RATE = 12_500_000_000_000_000n

const request: MatchedRequest = {
  id: 'r',
  tenant_id: 't',
  network: 'devnet',
  payee: ADDRESS,
  token_address: USDC,
  expected_units: '8000000000',
  fee_units: '0',
  fee_percentage: null,
  fee_address: null,
  fee_bearer: 'payer',
  payment_reference: '0x7d1e0a92c4b85f36',
  expires_at: null,
  plan: { way: 'converted', path: [USD, USDC], maxRateAgeS: null },
  invoice_currency: 'USD',
  payment_currency: 'USDC-devnet',
  client_id: null,
  reference: null,
  payer: null,
  recurring_contract: null,
}

const log: PaymentLog = {
  kind: 'erc20',
  contract: ADDRESS,
  token: USDC,
  payee: ADDRESS,
  amountUnits: 100_000_000n,
  feeUnits: 0n,
  feeAddress: ADDRESS,
  referenceTopic: '0x3',
  conversion: { currency: USD, amountUnits: 80_00000000n, feeUnits: 0n, maxRateTimespanS: 0n },
  logIndex: 1,
  transactionHash: '0x1',
  blockNumber: 7n,
  blockHash: '0x2',
}

type Change = {
  valuation: CreditedLog['valuation']
  units: bigint
  request?: Partial<MatchedRequest>
  log?: Partial<PaymentLog>
  timestampS?: bigint
}

function arrival(change: Change): Arrival {
  const { valuation, units, timestampS = 1_000n } = change
  const match: CreditedLog = {
    log: { ...log, ...change.log },
    request: { ...request, ...change.request },
    isCredited: true,
    valuation,
  }
  return { match, units, timestampS }
}

/** Returns one rate, and records the queries. */
function ratesOf(rate: Rate | null) {
  const asked: { paths: readonly RatePath[]; atBlock: bigint | undefined }[] = []
  return {
    asked,
    async readRates(paths: readonly RatePath[], atBlock?: bigint) {
      asked.push({ paths, atBlock })
      return paths.map(() => rate)
    },
  }
}

const noRates = {
  readRates: () => Promise.reject(new Error('no rate is needed')),
}
function pruned(message: string): ChainUnavailableError {
  const cause = new RpcCallError('node', 'eth_call', -32_000, message)
  return new ChainUnavailableError('devnet', 'no state', { cause })
}

/** Returns only the current rate. */
function prunedBy(message: string, rate: Rate | null) {
  return {
    readRates: async (paths: readonly RatePath[], atBlock?: bigint) => {
      if (atBlock !== undefined) throw pruned(message)
      return paths.map(() => rate)
    },
  }
}

const unpriced = { rateSource: null, priced: null }
const byFeeds = { rateSource: 'chainlink', priced: null }
const fresh = { rate: RATE, oldestTimestampS: 990n }

async function valueOne(change: Change, rate: Rate | null = fresh) {
  const [worth] = await valueArrivals(ratesOf(rate), [arrival(change)])
  return worth
}

describe('a received amount', () => {
  test('a received amount in the request currency counts unchanged, without a rate lookup', async () => {
    const direct = arrival({ valuation: 'units', units: 5n })
    expect(await valueArrivals(noRates, [direct])).toEqual([
      { counts: true, requestUnits: 5n, conversionRate: null, ...unpriced },
    ])
  })

  test('a received amount counts as its conversion event states, to the last unit', async () => {
    expect(await valueOne({ valuation: 'conversion', units: 100_000_000n })).toEqual({
      counts: true,
      requestUnits: 80_00000000n,
      conversionRate: '1.25',
      ...byFeeds,
    })
  })

  test.each([
    // A dollar token may have moved to 1 % below the rate; one unit less is a price that the payer chose.
    [99_000_000n, 80_00000000n, '1.2375'],
    [98_999_999n, 79_19999920n, '1.25'],
    [1_000_000n, 80000000n, '1.25'],
    // Paying more than the rate requires is the payer's choice.
    [125_000_000n, 80_00000000n, '1.5625'],
  ])(
    "a conversion at a rate that the payer chose (%d units for 80 dollars) counts at most the chain's amount",
    async (units, requestUnits, conversionRate) => {
      const log = { amountUnits: units }
      expect(await valueOne({ valuation: 'conversion', units, log })).toEqual({
        counts: true,
        requestUnits,
        conversionRate,
        ...byFeeds,
      })
    },
  )

  test('a received amount of a volatile currency may be 3 % below the rate', async () => {
    const inEther = { payment_currency: 'ETH-devnet', token_address: null }
    // 0.0004 ETH per dollar: 0.032 ETH for 80.
    const rate = { rate: 4n * 10n ** 24n, oldestTimestampS: 1n }
    const of = (units: bigint) =>
      valueOne(
        { valuation: 'conversion', units, log: { amountUnits: units }, request: inEther },
        rate,
      )
    expect(await of(31_040_000_000_000_000n)).toMatchObject({ requestUnits: 80_00000000n })
    expect(await of(31_039_999_999_999_999n)).toMatchObject({ requestUnits: 77_59999999n })
  })

  test("a received amount of a conversion does not count when the request's path had no rate, because the payer chose another path", async () => {
    const cheap = { valuation: 'conversion', units: 1n, log: { amountUnits: 1n } } as const
    expect(await valueOne(cheap, null)).toEqual({ counts: false, reason: 'no_rate' })
  })

  test.each([
    // The token kept 1 % of 100: 79.2 of 80 dollars.
    [99_000_000n, 79_20000000n],
    // A third of a unit is dropped, never rounded up.
    [33_333_333n, 26_66666640n],
    [1n, 80n],
  ])(
    'a received amount below its conversion (%d) counts pro rata, rounded down',
    async (units, worth) => {
      expect(await valueOne({ valuation: 'conversion', units })).toMatchObject({
        requestUnits: worth,
      })
    },
  )

  test('any other received amount counts at the rate of its block, rounded down', async () => {
    expect(await valueOne({ valuation: 'rate', units: 12_500_000n })).toEqual({
      counts: true,
      requestUnits: 10_00000000n,
      conversionRate: '1.25',
      ...byFeeds,
    })
    // 1 unit at 3 units per dollar: 0.33333333 dollars.
    const thirds = { rate: 30_000_000_000n, oldestTimestampS: 1n }
    expect(await valueOne({ valuation: 'rate', units: 1n }, thirds)).toMatchObject({
      requestUnits: 33_333_333n,
    })
  })
})

describe('the rates of blocks', () => {
  test('the rates of blocks are requested once per block and path', async () => {
    const client = ratesOf(fresh)
    const plan = { way: 'converted', path: [EUR, USD, USDC], maxRateAgeS: null } as const
    await valueArrivals(client, [
      arrival({ valuation: 'rate', units: 1_000_000n }),
      arrival({ valuation: 'rate', units: 2_000_000n }),
      arrival({ valuation: 'rate', units: 2_000_000n, request: { plan } }),
      arrival({ valuation: 'rate', units: 1_000_000n, log: { blockNumber: 8n } }),
      arrival({ valuation: 'conversion', units: 1_000_000n }),
      arrival({ valuation: 'units', units: 1_000_000n, log: { blockNumber: 9n } }),
    ])
    expect(client.asked).toEqual([
      {
        paths: [
          [USD, USDC],
          [EUR, USD, USDC],
        ],
        atBlock: 7n,
      },
      { paths: [[USD, USDC]], atBlock: 8n },
    ])
  })

  test('the rates of blocks that a node temporarily fails to return are an error, so that the range is read again', async () => {
    const disagreement = new NodesDisagreeError('devnet', 'nodes contradict each other')
    const client = { readRates: () => Promise.reject(disagreement) }
    const one = arrival({ valuation: 'rate', units: 1n })
    await expect(valueArrivals(client, [one])).rejects.toBe(disagreement)
  })

  test.each([
    'missing trie node 1234 (path ) state 0xab is not available',
    'historical state 1234 is not available',
    'state not available for block 7',
    'state already pruned at block 7',
    'project ID does not have access to archive state',
  ])('the rates of blocks that nodes have pruned (%s) do not block others', async (message) => {
    const one = arrival({ valuation: 'rate', units: 1n })
    const priced = arrival({ valuation: 'conversion', units: 100_000_000n })
    const worths = await valueArrivals(prunedBy(message, fresh), [one, priced])
    expect(worths).toMatchObject([
      { counts: false, reason: 'rate_unreadable' },
      { counts: true, requestUnits: 80_00000000n },
    ])
  })

  test.each([
    // A dollar token may have moved by 3 % in the meantime.
    [97_000_000n, fresh, { counts: true, requestUnits: 80_00000000n }],
    [96_999_999n, fresh, { counts: false, reason: 'rate_unreadable' }],
    [1n, fresh, { counts: false, reason: 'rate_unreadable' }],
    [100_000_000n, null, { counts: false, reason: 'rate_unreadable' }],
  ])(
    'rates of blocks that nodes have pruned are replaced by the current rate for a conversion to %d units',
    async (units, now, worth) => {
      const cheap = arrival({ valuation: 'conversion', units, log: { amountUnits: units } })
      const client = prunedBy('missing trie node', now)
      expect(await valueArrivals(client, [cheap])).toMatchObject([worth])
    },
  )

  test('rates that nodes have pruned, without a current rate, leave a payment uncounted and cause no error', async () => {
    const priced = arrival({ valuation: 'conversion', units: 100_000_000n })
    const client = { readRates: () => Promise.reject(pruned('missing trie node')) }
    expect(await valueArrivals(client, [priced])).toEqual([
      { counts: false, reason: 'rate_unreadable' },
    ])
  })
})

describe('a received amount without a usable rate', () => {
  test('a received amount without a usable rate does not count when the chain has no rate', async () => {
    expect(await valueOne({ valuation: 'rate', units: 1n }, null)).toEqual({
      counts: false,
      reason: 'no_rate',
    })
  })

  test('a received amount without a usable rate does not count when the rate is older than the request allowed', async () => {
    const plan = { way: 'converted', path: [USD, USDC], maxRateAgeS: 10 } as const
    const inTime = { valuation: 'rate', units: 12_500_000n, request: { plan } } as const
    expect(await valueOne(inTime)).toMatchObject({ counts: true })
    expect(await valueOne({ ...inTime, timestampS: 1_001n })).toEqual({
      counts: false,
      reason: 'rate_too_old',
    })
  })

  test('a received amount does not count when it is worth less than the smallest unit of the invoice currency', async () => {
    const many = { rate: 10n ** 20n, oldestTimestampS: 1n }
    expect(await valueOne({ valuation: 'rate', units: 99n }, many)).toEqual({
      counts: false,
      reason: 'worth_nothing',
    })
    expect(await valueOne({ valuation: 'rate', units: 100n }, many)).toMatchObject({
      requestUnits: 1n,
    })
  })
})
