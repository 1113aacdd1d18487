import { formatDestinationId } from '@secure-payment/core/destinations'
import { describe, expect, it } from 'vitest'
import { parseCalldata } from '../../effects/parseCalldata.ts'
import type { PaymentItem, PaymentMetadata } from '../../paymentMetadata.ts'
import type { WireTransaction } from '../../review.ts'
import { PaymentRefusedError } from '../../steps/refusals.ts'
import { anItem } from '../../testing/examples.ts'
import {
  aTronPayment,
  honestTronCalldata,
  TRON_MAINNET,
  TRON_PAYEE,
  TRON_PAYER,
  TRON_PROXY,
  TRON_STRANGER,
  TRON_USDT,
  tronWord,
} from '../../testing/tronExamples.ts'
import { readReadiness } from './readReadiness.ts'
import { verifyTron } from './verifyTron.ts'

/** USDC on Tron. */
const TRON_USDC = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'

type Change = (calls: WireTransaction[]) => void

function verify(
  change: Change = () => undefined,
  payment: PaymentMetadata = aTronPayment(),
  pins: readonly string[] = [],
) {
  const { transactions } = parseCalldata(honestTronCalldata())
  const calls = structuredClone([...transactions])
  change(calls)
  const calldata = { transactions: calls }
  const facts = { payment, calldata, account: TRON_PAYER, pinnedDestinations: pins }
  return verifyTron({ ...facts, converter: null, listed: undefined })
}

function refusalOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    if (error instanceof PaymentRefusedError) return error.refusal
    throw error
  }
  return 'verified'
}

/** Changes the last call, which is the payment. */
const onPay =
  (patch: (call: WireTransaction) => Partial<WireTransaction>): Change =>
  (calls) => {
    const last = calls.at(-1)
    if (last !== undefined) calls[calls.length - 1] = { ...last, ...patch(last) }
  }
const onApproval =
  (patch: (call: WireTransaction) => Partial<WireTransaction>): Change =>
  (calls) => {
    const [first] = calls
    if (first !== undefined) calls[0] = { ...first, ...patch(first) }
  }
const swap = (from: string, to: string) => (call: WireTransaction) => ({
  data: call.data.replace(from, to),
})

describe('a correct payment on Tron', () => {
  it('a correct payment on Tron is shown with Tron’s addresses, and signed through the registry’s contract', () => {
    const { review, steps, pay } = verify()
    expect(review).toMatchObject({
      items: [{ payee: TRON_PAYEE, amount: '10', symbol: 'USDT', contract: TRON_PROXY }],
      totalNeeded: [{ symbol: 'USDT', amount: '10' }],
      networkName: 'Tron',
      contractAddress: TRON_PROXY,
      steps: ['approve', 'pay'],
    })
    expect(steps.map(({ transaction }) => transaction.to)).toEqual([TRON_USDT, TRON_PROXY])
    expect(pay.amountUnits).toBe(10_000_000n)
  })

  it('a correct payment on Tron may have an exact approval, and none when the allowance suffices', () => {
    const max = 'f'.repeat(64)
    const exact = (10_000_000).toString(16).padStart(64, '0')
    expect(verify(onApproval(swap(max, exact))).steps).toHaveLength(2)
    expect(verify((calls) => calls.shift()).steps).toHaveLength(1)
  })

  it('a correct payment on Tron goes to the destination that the page pinned', () => {
    const pin = (walletAddress: string, tokenAddress = TRON_USDT) =>
      formatDestinationId({ walletAddress, chainId: TRON_MAINNET, tokenAddress }).destinationId
    expect(verify(undefined, undefined, [pin(TRON_PAYEE)]).steps).toHaveLength(2)
    for (const other of [pin(TRON_STRANGER), pin(TRON_PAYEE, TRON_USDC)]) {
      const verifyOther = () => verify(undefined, undefined, [other])
      expect(refusalOf(verifyOther)).toMatchObject({ code: 'destination_mismatch' })
    }
  })
})

describe('a host’s forged payment on Tron is rejected', () => {
  const half = (5_000_000).toString(16).padStart(64, '0')
  const due = (10_000_000).toString(16).padStart(64, '0')
  const stranger = tronWord(TRON_STRANGER)

  it.each<[string, string, Change]>([
    ['another payee', 'wrong_payee', onPay(swap(tronWord(TRON_PAYEE), stranger))],
    ['another amount', 'wrong_amount', onPay(swap(due, half))],
    ['another token', 'wrong_token', onPay(swap(tronWord(TRON_USDT), stranger))],
    ['another reference', 'wrong_reference', onPay(swap('7d1e0a92c4b85f36', '7d1e0a92c4b85f37'))],
    ['another contract', 'wrong_contract', onPay(() => ({ to: TRON_STRANGER }))],
    ['TRX on top', 'wrong_value', onPay(() => ({ value: '0x1' }))],
    ['another chain', 'wrong_chain', onPay(() => ({ chainId: 1 }))],
    ['an EVM chain', 'wrong_chain', onPay(() => ({ chainType: 'evm' }))],
    ['an EVM address', 'malformed_transaction', onPay(() => ({ to: `0x${'11'.repeat(20)}` }))],
    ['another method', 'unknown_method', onPay(swap('0xc219a14d', '0xdeadbeef'))],
    ['another spender', 'wrong_spender', onApproval(swap(tronWord(TRON_PROXY), stranger))],
    ['a permission for another token', 'wrong_token', onApproval(() => ({ to: TRON_STRANGER }))],
    [
      'a permission that is too small',
      'insufficient_approval',
      onApproval(swap('f'.repeat(64), half)),
    ],
    [
      'a permission of some other amount',
      'excessive_approval',
      onApproval(swap('f'.repeat(64), `${'0'.repeat(62)}ff`.replace(/0/, '1'))),
    ],
    ['no payment', 'missing_transaction', (calls) => calls.pop()],
    ['two payments', 'duplicate_payment', (calls) => calls.push(...calls.slice(-1))],
  ])('a host’s forged payment on Tron is rejected: %s', (_, reason, change) => {
    expect(refusalOf(() => verify(change))).toEqual({
      code: 'calldata_mismatch',
      params: { reason },
    })
  })

  const item = (patch: Partial<PaymentItem>) =>
    aTronPayment({ items: aTronPayment().items.map((one) => ({ ...one, ...patch })) })
  const chain = aTronPayment().chain
  it.each<[string, object, PaymentMetadata]>([
    [
      'a payee with a wrong checksum',
      { code: 'invalid_response' },
      item({ payee: TRON_PAYEE.replace(/.$/, 'e') }),
    ],
    [
      'a payee of an EVM chain',
      { code: 'invalid_response' },
      item({ payee: `0x${'11'.repeat(20)}` }),
    ],
    [
      'a token with letters of another case',
      { code: 'invalid_response' },
      item({ tokenAddress: TRON_USDT.toLowerCase() }),
    ],
    [
      'a token that the registry lacks',
      { code: 'unsupported_network' },
      item({ tokenAddress: TRON_STRANGER }),
    ],
    [
      'TRX',
      { code: 'unsupported_network' },
      item({ tokenAddress: null, symbol: 'TRX', isNativeCurrency: true }),
    ],
    ['a familiar symbol over another point', { code: 'calldata_mismatch' }, item({ decimals: 8 })],
    [
      'another chain id',
      { code: 'calldata_mismatch' },
      aTronPayment({ chain: { ...chain, chainId: 1 } }),
    ],
    [
      'a batch',
      { code: 'invalid_response' },
      aTronPayment({ items: [...aTronPayment().items, ...aTronPayment().items] }),
    ],
    [
      'a batch with one item left to pay',
      { code: 'invalid_response' },
      aTronPayment({
        items: aTronPayment().items.flatMap((one) => [one, { ...one, remainingAmount: '0' }]),
      }),
    ],
    [
      'another network',
      { code: 'calldata_mismatch', params: { reason: 'wrong_chain' } },
      aTronPayment({ network: 'base' }),
    ],
    [
      'an EVM network',
      { code: 'unsupported_network' },
      aTronPayment({ network: 'base', chain: { ...chain, id: 'base', chainId: 8_453 } }),
    ],
    ['nothing left to pay', { code: 'invalid_response' }, item({ remainingAmount: '0' })],
  ])('a host’s forged payment on Tron is rejected: %s', (_, refusal, payment) => {
    expect(refusalOf(() => verify(undefined, payment))).toMatchObject(refusal)
  })

  it('an EVM chain’s payment that claims to be on Tron is rejected', () => {
    const payment = aTronPayment({ items: [anItem()] })
    expect(refusalOf(() => verify(undefined, payment))).not.toBe('verified')
  })
})

describe('the resources and needs of an account on Tron', () => {
  const said = {
    trxBalance: '1509999',
    trxRequired: '24003500',
    energyRequired: '235000',
    energyAvailable: '10',
    bandwidthRequired: '600',
    bandwidthAvailable: '345',
  }

  it('the resources and needs of an account on Tron are shown in hundredths of TRX: needs rounded up, balances down', () => {
    expect(readReadiness(said, 6)).toEqual({
      trxBalance: '1.5',
      trxRequired: '24.01',
      trxMissing: '22.5',
      energyRequired: 235_000,
      energyAvailable: 10,
      bandwidthRequired: 600,
      bandwidthAvailable: 345,
    })
  })

  it('the resources and needs of an account on Tron show no shortage when the account has exactly enough', () => {
    const exact = { ...said, trxBalance: '24003500' }
    expect(readReadiness(exact, 6)?.trxMissing).toBeNull()
    const short = { ...said, trxBalance: '24003499' }
    expect(readReadiness(short, 6)?.trxMissing).toBe('0.01')
  })

  it.each([undefined, null, 'x', {}, { ...said, trxBalance: -1 }, { ...said, trxRequired: '1.5' }])(
    'the resources and needs of an account on Tron are unknown when the service returns %j',
    (value) => {
      expect(readReadiness(value, 6)).toBeNull()
    },
  )
})
