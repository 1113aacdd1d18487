import { encodeApprove } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { permitTypedData, RECURRING_SELECTORS } from '@secure-payment/core/recurring'
import { describe, expect, test } from 'vitest'
import { checkApprovals, checkPermit, type Lie, readTakeBacks } from './checkPermit.ts'
import { findScheduleFacts, type ScheduleTerms } from './scheduleTerms.ts'

const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const ZERO = `0x${'0'.repeat(40)}`
const base = getNetwork('base')
const contract = base.contracts.ERC20RecurringPaymentProxy?.address ?? ''
const token = base.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''
const DAY_S = 86_400

const terms: ScheduleTerms = {
  payer: PAYER,
  payee: PAYEE,
  currencyId: 'USDC-base',
  amount: '10',
  frequency: 'MONTHLY',
  startDate: '2027-01-31',
  totalPayments: 3,
  reference: null,
}

/** Due on 31 January, 28 February and 31 March 2027: 28 days until the second payment, 59 until the third. */
const firstPayment = Date.UTC(2027, 0, 31) / 1000
const message = {
  subscriber: PAYER,
  token,
  recipient: PAYEE,
  feeAddress: ZERO,
  amount: 10_000_000n,
  feeAmount: 0n,
  relayerFee: 0n,
  periodSeconds: 28 * DAY_S,
  firstPayment,
  totalPayments: 3,
  nonce: `0x${'7d'.repeat(32)}` as const,
  deadline: BigInt(firstPayment + (59 + 90) * DAY_S),
  strictOrder: true,
}

function facts(change: Partial<ScheduleTerms> = {}) {
  const found = findScheduleFacts({ ...terms, ...change }, { recurringContracts: {} })
  if (found === null) throw new Error('These terms have no contract.')
  return found
}

const honest = () => permitTypedData(message, { chainId: base.chainId, contract })

test('checkPermit accepts the agreed terms, with addresses in any letter case', () => {
  expect(checkPermit(honest(), facts())).toEqual({ permit: message })
  const lower = { ...honest(), message: { ...honest().message, subscriber: PAYER.toLowerCase() } }
  expect(checkPermit(lower, facts())).toEqual({ permit: message })
})

describe('a false response from the service is detected', () => {
  test.each<[Lie, Record<string, unknown>]>([
    ['payer', { subscriber: OTHER }],
    ['token', { token: OTHER }],
    ['payee', { recipient: OTHER }],
    ['amount', { amount: '10000001' }],
    ['amount', { amount: '99000000' }],
    ['fee', { feeAmount: '1', feeAddress: OTHER }],
    ['fee', { relayerFee: '1' }],
    ['fee', { feeAddress: OTHER }],
    ['count', { totalPayments: 4 }],
    ['calendar', { firstPayment: firstPayment - 1 }],
    ['calendar', { periodSeconds: 27 * DAY_S }],
    ['calendar', { periodSeconds: 0 }],
    ['deadline', { deadline: firstPayment + (59 + 90) * DAY_S + 1 }],
    ['deadline', { deadline: firstPayment + 58 * DAY_S }],
    ['order', { strictOrder: false }],
    ['shape', { amount: 10_000_000 }],
    ['shape', { amount: '0x989680' }],
    ['shape', { nonce: '0x01' }],
    ['shape', { deadline: '1' }],
    ['shape', { recipient: null }],
    ['shape', { strictOrder: 'true' }],
  ])('a false response from the service is detected in the %s: %j', (lie, change) => {
    const data = { ...honest(), message: { ...honest().message, ...change } }
    expect(checkPermit(data, facts())).toEqual({ lie })
  })

  test.each<[Lie, unknown]>([
    ['chain', { ...honest(), domain: { ...honest().domain, chainId: 1 } }],
    ['contract', { ...honest(), domain: { ...honest().domain, verifyingContract: OTHER } }],
    ['chain', null],
    ['shape', { ...honest(), message: null }],
  ])(
    'a false response from the service is detected in the %s of the domain, or with a missing value',
    (lie, data) => {
      expect(checkPermit(data, facts())).toEqual({ lie })
    },
  )

  test('a false response from the service is detected when the form had another value', () => {
    expect(checkPermit(honest(), facts({ frequency: 'WEEKLY' }))).toEqual({ lie: 'calendar' })
    expect(checkPermit(honest(), facts({ startDate: '2027-02-01' }))).toEqual({ lie: 'calendar' })
    expect(checkPermit(honest(), facts({ totalPayments: 2 }))).toEqual({ lie: 'count' })
    expect(checkPermit(honest(), facts({ currencyId: 'DAI-base' }))).toEqual({ lie: 'token' })
  })
})

test('The service’s own contract has priority over the registry’s', () => {
  const own = findScheduleFacts(terms, { recurringContracts: { base: OTHER } })
  expect(own?.contract).toBe(OTHER)
  expect(own && checkPermit(honest(), own)).toEqual({ lie: 'contract' })
})

const approve = (amountUnits: bigint, change: object = {}) => {
  const { to, data } = encodeApprove({ token, spender: contract, amountUnits })
  return { to, data, value: '0x0', chainId: base.chainId, ...change }
}
const callOf = ({ to, data }: { to: string; data: string }) => ({ to, data })

describe('approvals', () => {
  test('No approval is needed when the allowance is sufficient', () => {
    expect(checkApprovals([], facts())).toEqual({ calls: [], allowanceUnits: 30_000_000n })
  })

  test('An approval may cover other schedules too, and an approval of 0 may precede it', () => {
    const calls = [approve(0n), approve(45_000_000n)]
    expect(checkApprovals(calls, facts())).toEqual({
      calls: calls.map(callOf),
      allowanceUnits: 45_000_000n,
    })
  })

  test.each([
    ['of an insufficient amount', [approve(29_999_999n)]],
    ['of only 0', [approve(0n)]],
    ['of two non-zero amounts', [approve(1n), approve(30_000_000n)]],
    ['three times', [approve(0n), approve(0n), approve(30_000_000n)]],
    ['for another token', [approve(30_000_000n, { to: OTHER })]],
    [
      'to another contract',
      [
        {
          ...approve(1n),
          data: encodeApprove({ token, spender: OTHER, amountUnits: 30_000_000n }).data,
        },
      ],
    ],
    ['with coins', [approve(30_000_000n, { value: '0x1' })]],
    ['on another chain', [approve(30_000_000n, { chainId: 1 })]],
    ['with trailing data', [approve(30_000_000n, { data: `${approve(30_000_000n).data}00` })]],
    [
      'that is a transfer',
      [
        approve(30_000_000n, {
          data: approve(30_000_000n).data.replace('0x095ea7b3', '0xa9059cbb'),
        }),
      ],
    ],
    ['that is null', [null]],
    ['that is not a list', 'approve'],
  ])('An approval %s is rejected', (_, transactions) => {
    expect(checkApprovals(transactions, facts())).toEqual({ lie: 'approval' })
  })
})

describe('the transactions for a cancelled schedule', () => {
  const revoke = {
    to: contract,
    data: `${RECURRING_SELECTORS.cancelPermit}00`,
    value: '0x0',
    chainId: base.chainId,
  }
  const read = (transactions: unknown) =>
    readTakeBacks(transactions, facts(), RECURRING_SELECTORS.cancelPermit)

  test('the transactions for a cancelled schedule may lower the allowance and revoke the permit', () => {
    expect(read([approve(5n), revoke])).toEqual([
      { kind: 'lower', call: callOf(approve(5n)), units: 5n },
      { kind: 'revoke', call: callOf(revoke) },
    ])
    expect(read([])).toEqual([])
  })

  test('the transactions for a cancelled schedule may do nothing else', () => {
    expect(read([approve(5n), { ...revoke, to: OTHER }])).toBeNull()
    expect(read([{ ...revoke, data: RECURRING_SELECTORS.triggerPayment }])).toBeNull()
    expect(read([{ ...revoke, value: '0x01' }])).toBeNull()
    expect(read(undefined)).toBeNull()
  })
})
