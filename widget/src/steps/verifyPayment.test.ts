import { formatDestinationId } from '@secure-payment/core/destinations'
import { encodeApprove, encodeErc20Payment, encodeNativePayment } from '@secure-payment/core/evm'
import { findNetwork } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import {
  aNativeItem,
  anItem,
  aPayment,
  FEE_ADDRESS,
  PAYEE,
  REFERENCE,
  USDC,
} from '../testing/examples.ts'
import { fakeApi, fakeProvider, fakeSession, honestCalldata } from '../testing/fakes.ts'
import { prepare } from './prepare.ts'
import { loadReview } from './readPayment.ts'

const STRANGER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const USDT = '0x5ECc000000000000000000000000000000000102'
const DAI = '0x5ECc000000000000000000000000000000000103'
const ERC20_PROXY = '0x5eCC000000000000000000000000000000000001'
const NATIVE_PROXY = '0x5ecC000000000000000000000000000000000002'

const single = aPayment()
const FEE = { percentage: '0.2', amount: '0.02', address: FEE_ADDRESS }
const borne = aPayment({ items: [anItem({ fee: { ...FEE, bearer: 'payee' } })] })
const native = aPayment({ items: [aNativeItem({ fee: null })] })
const batch = aPayment({
  items: [
    anItem({ fee: null }),
    anItem({ fee: null, payee: STRANGER, paymentReference: '0x00000000000000b2' }),
    aNativeItem({ fee: null, remainingAmount: '0.5', paymentReference: '0x00000000000000b3' }),
  ],
})

type Wire = { to: string; data: string; value: unknown; chainId?: number }

/** Returns the valid response, altered by a malicious host. */
function lie(payment: PaymentMetadata, change: (transactions: Wire[]) => Wire[]) {
  const body = honestCalldata(payment)
  if (!('batchPaymentTransaction' in body)) {
    return { ...body, transactions: change(body['transactions'] as Wire[]) }
  }
  const approvals = body['ERC20ApprovalTransactions'] as Wire[]
  const changed = change([...approvals, body['batchPaymentTransaction'] as Wire])
  return {
    ...body,
    ERC20ApprovalTransactions: changed.slice(0, -1),
    batchPaymentTransaction: changed.at(-1),
  }
}

const wire = ({ to, data, value }: { to: string; data: string; value: bigint }): Wire => ({
  to,
  data,
  value: value === 0n ? 0 : `0x${value.toString(16)}`,
})
const payUsdc = (change: Partial<Parameters<typeof encodeErc20Payment>[0]>) => (list: Wire[]) => [
  ...list.slice(0, -1),
  wire(
    encodeErc20Payment({
      proxy: ERC20_PROXY,
      token: USDC,
      payee: PAYEE,
      amountUnits: 10_000_000n,
      paymentReference: REFERENCE,
      feeUnits: 20_000n,
      feeAddress: FEE_ADDRESS,
      ...change,
    }),
  ),
]
const payEth = (change: Partial<Parameters<typeof encodeNativePayment>[0]>) => () => [
  wire(
    encodeNativePayment({
      proxy: NATIVE_PROXY,
      payee: PAYEE,
      amountUnits: 10n ** 19n,
      paymentReference: REFERENCE,
      feeUnits: 0n,
      feeAddress: FEE_ADDRESS,
      ...change,
    }),
  ),
]
const approve =
  (change: Partial<Parameters<typeof encodeApprove>[0]>) =>
  ([, ...rest]: Wire[]) => [
    wire(encodeApprove({ token: USDC, spender: ERC20_PROXY, amountUnits: 10_020_000n, ...change })),
    ...rest,
  ]
const patchLast =
  (change: (last: Wire) => Partial<Wire>) =>
  (list: Wire[]): Wire[] =>
    list.map((one, index) => (index === list.length - 1 ? { ...one, ...change(one) } : one))
/** Replaces text in the payment's calldata: its addresses and words. */
const swap = (from: string, to: string) =>
  patchLast(({ data }) => ({ data: data.replaceAll(plain(from), plain(to)) }))
const plain = (address: string) => address.slice(2).toLowerCase()
const insert = (extra: Wire) => (list: Wire[]) => [extra, ...list]

describe('a correct response', () => {
  it('a correct response is reviewed with payee, amounts, fee and contract', async () => {
    const session = fakeSession({ api: fakeApi(single), provider: fakeProvider() })
    await loadReview(session.task)
    expect(session.facts).toMatchObject([
      {
        type: 'review',
        verified: {
          review: {
            items: [
              {
                payee: PAYEE,
                amount: '10',
                symbol: 'USDC',
                fee: { percentage: '0.2', amount: '0.02' },
                contract: ERC20_PROXY,
              },
            ],
            totalNeeded: [{ symbol: 'USDC', amount: '10.02' }],
            networkName: findNetwork('devnet')?.name,
            contractAddress: ERC20_PROXY,
            steps: ['approve', 'pay'],
            allowances: [{ symbol: 'USDC', amount: '10.02' }, null],
            verified: true,
          },
        },
      },
    ])
  })

  it('the items of a correct batch response are summed by currency', async () => {
    const session = fakeSession({ api: fakeApi(batch) })
    await loadReview(session.task)
    expect(session.verified?.review).toMatchObject({
      totalNeeded: [
        { symbol: 'USDC', amount: '20' },
        { symbol: 'ETH', amount: '0.5' },
      ],
      steps: ['approve', 'pay'],
      allowances: [{ symbol: 'USDC', amount: '20' }, null],
    })
  })

  it('a correct response resets an allowance that the token refuses to change', async () => {
    const usdt = aPayment({
      items: [anItem({ symbol: 'USDT', tokenAddress: USDT, paymentCurrency: 'USDT-devnet' })],
    })
    const body = honestCalldata(usdt, { [USDT.toLowerCase()]: 1n })
    const session = fakeSession({ api: fakeApi(usdt, body) })
    await loadReview(session.task)
    expect(session.verified?.review.steps).toEqual(['reset_approval', 'approve', 'pay'])
    expect(session.verified?.review.allowances).toEqual([
      { symbol: 'USDT', amount: '0' },
      { symbol: 'USDT', amount: '10.02' },
      null,
    ])
  })

  it('a fee that the payee bears is part of the amount that the payer reviews', async () => {
    const session = fakeSession({ api: fakeApi(borne) })
    await loadReview(session.task)
    expect(session.verified?.review).toMatchObject({
      items: [{ amount: '9.98', fee: { percentage: '0.2', amount: '0.02', bearer: 'payee' } }],
      totalNeeded: [{ symbol: 'USDC', amount: '10' }],
      spending: [{ symbol: 'USDC', amount: '10' }],
      allowances: [{ symbol: 'USDC', amount: '10' }, null],
    })
  })

  it('a remainder whose payee bears the fee has the remainder’s fee, rounded up', async () => {
    const rest = aPayment({
      items: [anItem({ remainingAmount: '0.000501', fee: { ...FEE, bearer: 'payee' } })],
    })
    const session = fakeSession({ api: fakeApi(rest) })
    await loadReview(session.task)
    expect(session.verified?.review).toMatchObject({
      items: [{ amount: '0.000499', fee: { amount: '0.000002' } }],
      totalNeeded: [{ symbol: 'USDC', amount: '0.000501' }],
    })
  })

  it('a correct response pays the remainder after a partial payment, with the remainder’s fee', async () => {
    const rest = aPayment({ items: [anItem({ amountPaid: '9', remainingAmount: '1' })] })
    const session = fakeSession({ api: fakeApi(rest) })
    await loadReview(session.task)
    expect(session.verified?.review.totalNeeded).toEqual([{ symbol: 'USDC', amount: '1.002' }])
  })
})

describe('a host’s forged transaction', () => {
  const lies: readonly [
    name: string,
    payment: PaymentMetadata,
    change: (list: Wire[]) => Wire[],
    reason: string,
  ][] = [
    ['payee', single, payUsdc({ payee: STRANGER }), 'wrong_payee'],
    ['amount above', single, payUsdc({ amountUnits: 10_000_001n }), 'wrong_amount'],
    ['a fee on top that the payee bears', borne, payUsdc({}), 'wrong_amount'],
    [
      'a borne fee that the payer pays',
      single,
      payUsdc({ amountUnits: 9_980_000n }),
      'wrong_amount',
    ],
    [
      'a lower borne fee',
      borne,
      payUsdc({ amountUnits: 9_980_001n, feeUnits: 19_999n }),
      'wrong_amount',
    ],
    [
      'a higher borne fee',
      borne,
      payUsdc({ amountUnits: 9_980_000n, feeUnits: 20_001n }),
      'wrong_fee_amount',
    ],
    [
      'another address of a borne fee',
      borne,
      payUsdc({ amountUnits: 9_980_000n, feeAddress: STRANGER }),
      'wrong_fee_address',
    ],
    ['amount below', single, payUsdc({ amountUnits: 9_999_999n }), 'wrong_amount'],
    ['token', single, payUsdc({ token: DAI }), 'wrong_token'],
    ['proxy', single, payUsdc({ proxy: STRANGER }), 'wrong_contract'],
    ['proxy of the native coin', single, payUsdc({ proxy: NATIVE_PROXY }), 'wrong_contract'],
    ['reference', single, payUsdc({ paymentReference: '0x00000000000000ff' }), 'wrong_reference'],
    ['fee amount', single, payUsdc({ feeUnits: 20_001n }), 'wrong_fee_amount'],
    ['fee address', single, payUsdc({ feeAddress: STRANGER }), 'wrong_fee_address'],
    ['value on a token payment', single, patchLast(() => ({ value: '0x1' })), 'wrong_value'],
    ['chain', single, patchLast(() => ({ chainId: 1 })), 'wrong_chain'],
    ['spender', single, approve({ spender: STRANGER }), 'wrong_spender'],
    ['unlimited approval', single, approve({ amountUnits: 2n ** 256n - 1n }), 'unlimited_approval'],
    ['approval above', single, approve({ amountUnits: 10_020_001n }), 'excessive_approval'],
    ['approval below', single, approve({ amountUnits: 10_019_999n }), 'insufficient_approval'],
    ['approval of another token', single, approve({ token: DAI }), 'wrong_token'],
    ['second approval', single, (list) => [...list.slice(0, 1), ...list], 'duplicate_approval'],
    ['second payment', single, (list) => [...list, ...list.slice(-1)], 'duplicate_payment'],
    ['payment first', single, (list) => list.toReversed(), 'payment_before_approval'],
    ['no payment', single, (list) => list.slice(0, -1), 'missing_transaction'],
    ['nothing at all', single, () => [], 'missing_transaction'],
    [
      'plain token transfer',
      single,
      patchLast(() => ({
        to: USDC,
        data: `0xa9059cbb${plain(STRANGER).padStart(64, '0')}${'f'.repeat(64)}`,
      })),
      'unknown_method',
    ],
    [
      'extra call',
      single,
      insert({ to: STRANGER, data: '0xdeadbeef', value: 0 }),
      'unknown_method',
    ],
    [
      'trailing bytes',
      single,
      patchLast(({ data }) => ({ data: `${data}00` })),
      'malformed_calldata',
    ],
    ['native payee', native, payEth({ payee: STRANGER }), 'wrong_payee'],
    [
      'native value above',
      native,
      patchLast(() => ({ value: '0x8ac7230489e80001' })),
      'wrong_value',
    ],
    [
      'native value as text',
      native,
      patchLast(() => ({ value: '10000000000000000000' })),
      'malformed_value',
    ],
    [
      'native coin sent bare',
      native,
      () => [{ to: PAYEE, data: '0x', value: '0x8ac7230489e80000' }],
      'unknown_method',
    ],
    [
      'approval for a native payment',
      native,
      (list) => [...approve({})([{ to: '', data: '', value: 0 }]), ...list],
      'unexpected_approval',
    ],
    ['payee in a batch', batch, swap(STRANGER, FEE_ADDRESS), 'wrong_payee'],
    ['reference in a batch', batch, swap('0x00000000000000b2', '0x00000000000000b9'), ''],
    ['value of a batch', batch, patchLast(() => ({ value: '0x6f05b59d3b20001' })), 'wrong_value'],
    [
      'spender in a batch',
      batch,
      (list) => [...approve({ spender: ERC20_PROXY, amountUnits: 20_000_000n })(list)],
      'wrong_spender',
    ],
  ]

  it('a host’s forged transaction has at least 20 variants in this test', () =>
    expect(lies.length).toBeGreaterThanOrEqual(20))

  it.each(lies)(
    'a host’s forged transaction is rejected before any wallet request: %s',
    async (_, payment, change, reason) => {
      const provider = fakeProvider()
      const session = fakeSession({ api: fakeApi(payment, lie(payment, change)), provider })
      await loadReview(session.task)
      expect(session.facts).toHaveLength(1)
      expect(session.facts[0]).toMatchObject({
        type: 'refused',
        refusal: { code: 'calldata_mismatch', ...(reason === '' ? {} : { params: { reason } }) },
      })
      expect(provider.calls).toEqual([])
      expect(session.verified).toBeNull()
    },
  )

  it.each(lies)(
    'a host’s forged transaction is rejected when it first appears after the review: %s',
    async (_, payment, change) => {
      const provider = fakeProvider()
      const api = fakeApi(payment)
      const session = fakeSession({ api, provider })
      await loadReview(session.task)
      api.calldataBody = lie(payment, change)
      session.facts.length = 0
      await prepare(session.task)
      expect(session.facts.map((fact) => fact.type)).toEqual(['refused'])
      expect(provider.calls).toEqual([])
    },
  )
})

describe('a host’s forged payment', () => {
  const refusals: readonly [string, PaymentMetadata, string][] = [
    [
      'a symbol over another token',
      aPayment({ items: [anItem({ tokenAddress: DAI })] }),
      'calldata_mismatch',
    ],
    ['a shifted point', aPayment({ items: [anItem({ decimals: 18 })] }), 'calldata_mismatch'],
    [
      'an unknown token',
      aPayment({ items: [anItem({ tokenAddress: STRANGER })] }),
      'unsupported_network',
    ],
    [
      'a native flag on a token',
      aPayment({ items: [anItem({ isNativeCurrency: true })] }),
      'calldata_mismatch',
    ],
    ['another chain id', aPayment({ chain: { ...single.chain, chainId: 1 } }), 'calldata_mismatch'],
    [
      'an unknown network',
      aPayment({ chain: { ...single.chain, id: 'elsewhere' } }),
      'unsupported_network',
    ],
    [
      'an amount with an exponent',
      aPayment({ items: [anItem({ remainingAmount: '1e1' })] }),
      'invalid_response',
    ],
    [
      'too many decimals',
      aPayment({ items: [anItem({ remainingAmount: '0.0000001' })] }),
      'invalid_response',
    ],
    [
      'a fee above its percentage',
      aPayment({
        items: [anItem({ fee: { percentage: '0.2', amount: '0.020001', address: FEE_ADDRESS } })],
      }),
      'invalid_response',
    ],
    [
      'a bad payee checksum',
      aPayment({ items: [anItem({ payee: PAYEE.replace('f39F', 'F39f') })] }),
      'calldata_mismatch',
    ],
    [
      'a long reference',
      aPayment({ items: [anItem({ paymentReference: `0x${'00'.repeat(9)}` })] }),
      'invalid_response',
    ],
  ]

  it.each(refusals)('a host’s forged payment is rejected: %s', async (_, payment, code) => {
    const provider = fakeProvider()
    const session = fakeSession({ api: fakeApi(payment, honestCalldata(single)), provider })
    await loadReview(session.task)
    expect(session.facts).toMatchObject([{ type: 'refused', refusal: { code } }])
    expect(provider.calls).toEqual([])
  })
})

describe('a pinned destination', () => {
  const pin = (walletAddress: string, chainId: number, tokenAddress: string) =>
    formatDestinationId({ walletAddress, chainId, tokenAddress }).destinationId
  const ZERO = '0x0000000000000000000000000000000000000000'

  it.each<[string, PaymentMetadata, readonly string[], string]>([
    ['the same', single, [pin(PAYEE, 31337, USDC)], 'review'],
    ['one of several', single, [pin(STRANGER, 31337, USDC), pin(PAYEE, 31337, USDC)], 'review'],
    ['the native coin', native, [pin(PAYEE, 31337, ZERO)], 'review'],
    ['another payee', single, [pin(STRANGER, 31337, USDC)], 'refused'],
    ['another token', single, [pin(PAYEE, 31337, DAI)], 'refused'],
    ['another chain', single, [pin(PAYEE, 31338, USDC)], 'refused'],
    ['one payee of a batch is not pinned', batch, [pin(PAYEE, 31337, USDC)], 'refused'],
    ['a pin that cannot be read', single, ['nonsense'], 'refused'],
  ])(
    'a pinned destination is compared with the payment: %s',
    async (_, payment, pinnedDestinations, type) => {
      const session = fakeSession({ api: fakeApi(payment), pinnedDestinations })
      await loadReview(session.task)
      expect(session.facts[0]?.type).toBe(type)
      if (type === 'refused') {
        expect(session.facts[0]).toMatchObject({ refusal: { code: 'destination_mismatch' } })
      }
    },
  )

  it('a pinned destination is enforced against a consistent fraud: metadata and calldata of another payee', async () => {
    const forged = aPayment({ items: [anItem({ payee: STRANGER })] })
    const pinnedDestinations = [pin(PAYEE, 31337, USDC)]
    const session = fakeSession({
      api: fakeApi(forged),
      pinnedDestinations,
      provider: fakeProvider(),
    })
    await loadReview(session.task)
    expect(session.facts[0]).toMatchObject({ refusal: { code: 'destination_mismatch' } })
  })
})

describe('prepare', () => {
  async function reviewed(
    payment: PaymentMetadata,
    provider = fakeProvider({ eth_chainId: '0x7a69' }),
  ) {
    const api = fakeApi(payment)
    const session = fakeSession({ api, provider })
    await loadReview(session.task)
    session.facts.length = 0
    return { api, session }
  }

  it('prepare is ready on the payment’s network', async () => {
    const { session } = await reviewed(single)
    await prepare(session.task)
    expect(session.facts).toMatchObject([{ type: 'ready', needsSwitch: false }])
  })

  it('prepare requests a switch from another network', async () => {
    const { session } = await reviewed(single, fakeProvider({ eth_chainId: '0x1' }))
    await prepare(session.task)
    expect(session.facts).toMatchObject([{ type: 'ready', needsSwitch: true }])
  })

  it('prepare returns to the review when the amount changed legitimately', async () => {
    const { api, session } = await reviewed(single)
    const less = aPayment({ items: [anItem({ amountPaid: '4', remainingAmount: '6' })] })
    api.answer = { kind: 'payment', payment: less }
    api.calldataBody = honestCalldata(less)
    await prepare(session.task)
    expect(session.facts[0]?.type).toBe('requote')
  })

  it.each([
    [{ hasEnoughBalance: false, hasEnoughGas: true }, 'insufficient_balance', 'USDC'],
    [{ hasEnoughBalance: true, hasEnoughGas: false }, 'insufficient_gas', 'ETH'],
  ])(
    'prepare stops before the wallet’s request when the account cannot pay: %j',
    async (metadata, code, symbol) => {
      const { api, session } = await reviewed(single)
      api.calldataBody = { ...honestCalldata(single), metadata }
      await prepare(session.task)
      expect(session.facts).toMatchObject([
        { type: 'step_failed', note: { code, params: { symbol } } },
      ])
    },
  )

  it('prepare reports a payment that was made in the meantime', async () => {
    const { api, session } = await reviewed(single)
    api.answer = { kind: 'completed', payment: null }
    await prepare(session.task)
    expect(session.facts).toMatchObject([{ type: 'server', answer: { kind: 'completed' } }])
  })
})
