import { encodeHasRelayerRole, encodeIsCancelled } from '@secure-payment/core/recurring'
import {
  encodeErrorResult,
  type Hex,
  numberToHex,
  parseAbi,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { Row } from '../db/schema.ts'
import { judgeRevert } from './judgeRevert.ts'

/** The errors as ERC20RecurringPaymentProxy and OpenZeppelin's contracts declare them. */
const errors = parseAbi([
  'error EnforcedPause()',
  'error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)',
  'error PermitIsCancelled(bytes32 digest)',
  'error PermitExpired(uint256 deadline)',
  'error PaymentOutOfOrder(uint8 index, uint256 expected)',
  'error PaymentNotDue(uint256 dueAt)',
  'error PaymentAlreadyTriggered(bytes32 digest, uint8 index)',
  'error InexactTransfer(address token, uint256 expected, uint256 actual)',
])

const RELAYER = '0xBcd4042DE499D14e55001CcbB24a551F3b954096'
const TOKEN = '0x5ecc000000000000000000000000000000000101'
const DIGEST: Hex = `0x${'d1'.repeat(32)}`
const FIRST_S = 1_800_000_000n
const DAY_S = 86_400n

const schedule = {
  id: '01M7ZQTJ55PJ8RNNVJQB9SCVD0',
  contract: '0x5eCc000000000000000000000000000000000008',
  token_address: TOKEN,
  payer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  digest: DIGEST,
  amount_units: '40',
  fee_units: '2',
  first_payment_s: FIRST_S,
  period_s: DAY_S,
  deadline_s: FIRST_S + 100n * DAY_S,
} as Row<'recurring_payments'> // The columns of a schedule's row that the judgement reads.

/**
 * Returns a chain on which the second payment is possible, apart from a test's changes. The contract on that chain responds like the one
 * that other parties deployed.
 */
function chainWith(change: {
  paused?: boolean
  mayTrigger?: boolean
  cancelled?: boolean
  last?: bigint
  timeS?: bigint
  balance?: bigint
  allowance?: bigint
  hasCode?: boolean
}) {
  const word = (value: boolean | bigint) => numberToHex(BigInt(value), { size: 32 })
  const answers = new Map<Hex, Hex | null>([
    [toFunctionSelector('paused()'), word(change.paused ?? false)],
    [encodeHasRelayerRole(RELAYER), word(change.mayTrigger ?? true)],
    [encodeIsCancelled(DIGEST), change.cancelled === undefined ? null : word(change.cancelled)],
    [
      `${toFunctionSelector('lastPaymentIndex(bytes32)')}${DIGEST.slice(2)}`,
      word(change.last ?? 1n),
    ],
  ])
  const block = { number: 1n, hash: zeroHash, parentHash: zeroHash, logsBloom: null }
  return {
    async call(_: string, data: Hex) {
      if (change.hasCode === false) return '0x' as const
      const answer = answers.get(data)
      if (answer === undefined) throw new Error(`No response for ${data}`)
      return answer
    },
    async getHead() {
      const timestampS = Number(change.timeS ?? FIRST_S + DAY_S)
      return { latest: { ...block, timestampS }, safe: null, finalized: null, watched: null }
    },
    async readPayerState() {
      const token = { balanceUnits: change.balance ?? 42n, allowanceUnits: change.allowance ?? 42n }
      return { nativeUnits: 0n, gasPriceUnits: 1n, tokens: { [TOKEN]: token } }
    },
  }
}

const judge = (chain: ReturnType<typeof chainWith>, revert: Hex) =>
  judgeRevert(chain, { schedule, index: 2, relayer: RELAYER, revert })

describe("one of the contract's own errors", () => {
  test.each<[string, readonly unknown[], object]>([
    ['EnforcedPause', [], { kind: 'operator', reason: 'contract_paused' }],
    [
      'AccessControlUnauthorizedAccount',
      [RELAYER, zeroHash],
      { kind: 'operator', reason: 'relayer_not_allowed' },
    ],
    ['PermitIsCancelled', [DIGEST], { kind: 'payer', reason: 'permit_cancelled' }],
    ['PermitExpired', [1n], { kind: 'payer', reason: 'permit_expired' }],
    ['PaymentNotDue', [1n], { kind: 'not_due' }],
    ['PaymentAlreadyTriggered', [DIGEST, 2], { kind: 'made' }],
    ['PaymentOutOfOrder', [2, 3n], { kind: 'made' }],
    ['PaymentOutOfOrder', [2, 1n], { kind: 'operator', reason: 'payment_out_of_order' }],
    ['InexactTransfer', [TOKEN, 42n, 41n], { kind: 'payer', reason: 'transfer_refused' }],
  ])('the contract’s error %s(%s) decides the judgement', async (errorName, args, expected) => {
    const revert = encodeErrorResult({ abi: errors, errorName, args } as Parameters<
      typeof encodeErrorResult
    >[0])
    expect(await judge(chainWith({}), revert)).toEqual(expected)
  })
})

describe('a revert without a contract reason', () => {
  const payer = (reason: string) => ({ kind: 'payer', reason })
  const operator = (reason: string) => ({ kind: 'operator', reason })

  test.each<[string, Parameters<typeof chainWith>[0], object]>([
    ['no code at the address', { hasCode: false }, operator('no_contract')],
    ['paused', { paused: true }, operator('contract_paused')],
    ['no role', { mayTrigger: false }, operator('relayer_not_allowed')],
    ['cancelled', { cancelled: true }, payer('permit_cancelled')],
    ['past the deadline', { timeS: FIRST_S + 101n * DAY_S }, payer('permit_expired')],
    ['already made', { last: 2n }, { kind: 'made' }],
    ['the previous payment is missing', { last: 0n }, operator('payment_out_of_order')],
    ['a second before it is due', { timeS: FIRST_S + DAY_S - 1n }, { kind: 'not_due' }],
    ['too few tokens', { balance: 41n }, payer('insufficient_balance')],
    ['too low an allowance', { allowance: 41n }, payer('insufficient_allowance')],
    ['neither', { balance: 41n, allowance: 41n }, payer('insufficient_balance')],
    ['no visible cause', { cancelled: false }, payer('transfer_refused')],
  ])(
    'a revert without a contract reason is judged by the state of the chain: %s',
    async (_, change, expected) => {
      expect(await judge(chainWith(change), '0x')).toEqual(expected)
    },
  )

  test('a token error is judged by the state of the chain', async () => {
    // ERC20InsufficientAllowance(address,uint256,uint256) of OpenZeppelin 5.
    const revert: Hex = `0xfb8f41b2${'00'.repeat(96)}`
    expect(await judge(chainWith({ allowance: 0n }), revert)).toEqual(
      payer('insufficient_allowance'),
    )
  })
})
