import { getNetwork } from '@secure-payment/core/networks'
import { type Chains, mockAggregatorAbi, priceFeeds, startChains } from '@secure-payment/devnet'
import { decodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversionAbi } from '../devnet/contractAbis.ts'
import { markPaid } from '../support/markRequest.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

let chains: Chains
let test: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  test = await startTestHost({
    PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
    PAY_MAX_RATE_AGE_S: '3600',
  })
  await setUsdcPrice(80_000000n)
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await chains[Symbol.asyncDispose]()
})

/** Sets the rate in dollars per USDC, in units of 10^-8, and makes the host read it again. */
async function setUsdcPrice(answer: bigint): Promise<void> {
  const feed = priceFeeds(getNetwork('devnet')).find(({ name }) => name === 'USDC/USD')
  const address = feed?.address ?? '0x'
  const facts = { address, abi: mockAggregatorAbi, functionName: 'setAnswer' } as const
  await chains.wallet('devnet', 9).writeContractSync({ ...facts, args: [answer] })
  test.clock.advance(10_000)
}

const dollars = {
  payee: PAYEE,
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-devnet',
  amount: '80',
}
const withFee = { requests: [dollars], feePercentage: '2.5', feeAddress: FEE_ADDRESS }
const read = async (token: string) => (await test.call('GET', `/v2/secure-payments/${token}`)).json

describe('A secure payment for dollars in USDC', () => {
  it('a secure payment for dollars in USDC shows the amount in dollars, and its current price in USDC: an estimate and a maximum', async () => {
    const { token } = await test.createPayment(withFee)
    // At 0.80 dollars per USDC, 80 dollars and the fee of 2 dollars cost 102.5 USDC, or 103.525 USDC with 1 % slippage.
    expect(await read(token)).toMatchObject({
      amount: '100',
      paymentCurrency: 'USDC-devnet',
      items: [
        {
          amount: '80',
          invoiceCurrency: 'USD',
          paymentCurrency: 'USDC-devnet',
          symbol: 'USD',
          decimals: 8,
          fee: { percentage: '2.5', amount: '2' },
          remainingAmount: '80',
          conversion: {
            symbol: 'USDC',
            decimals: 6,
            rate: '1.25',
            estimatedAmount: '102.5',
            maxToSpend: '103.525',
            maxRateAgeS: 3_600,
          },
        },
      ],
    })
  })

  it('a secure payment for dollars in USDC returns calldata that spends at most the shown amount', async () => {
    const { token } = await test.createPayment(withFee)
    const { json } = await test.call('GET', `/v2/secure-payments/${token}/pay`)
    const { args } = decodeFunctionData({ abi: conversionAbi, data: json.transactions[1].data })
    const [payee, amount, path, , fee, feeAddress, maxToSpend, maxRateTimespan] = args
    expect([payee, amount, fee, feeAddress]).toEqual([
      PAYEE,
      80_00000000n,
      2_00000000n,
      FEE_ADDRESS,
    ])
    expect(path).toHaveLength(2)
    expect([maxToSpend, maxRateTimespan]).toEqual([103_525_000n, 3_600n])
    expect(json.transactions[0].to).toBe(chains.token('devnet', 'USDC').address)
  })

  it('a secure payment for dollars in USDC shows the current rate at each read', async () => {
    const { token } = await test.createPayment({ requests: [dollars] })
    const before = await read(token)
    await setUsdcPrice(64_000000n)
    const after = await read(token)
    await setUsdcPrice(80_000000n)
    expect(before.items[0].conversion.rate).toBe('1.25')
    expect(after.items[0].conversion.rate).toBe('1.5625')
    expect(after.amount).toBe('125')
  })

  it('a secure payment for dollars in USDC counts a partial payment in dollars, and requests the remaining amount with its fee', async () => {
    const { token, requestIds } = await test.createPayment(withFee)
    const requestId = requestIds[0] ?? ''
    const arrivedUnits = 37_000_000n
    await markPaid(test.host, { token, requestId, paidUnits: 30_00000000n, arrivedUnits })
    // 37 USDC paid the first 30 dollars. The other 50 dollars cost 62.5 USDC, 64.0625 with the fee of 1.25 dollars, and 64.703125
    // with 1 % slippage.
    expect(await read(token)).toMatchObject({
      amount: '99.5',
      items: [
        {
          amountPaid: '30',
          amountSpent: '37',
          remainingAmount: '50',
          conversion: { estimatedAmount: '64.0625', maxToSpend: '64.703125' },
        },
      ],
      transactions: [{ amount: '30' }],
    })
  })

  it('a secure payment for dollars in USDC shows its cost in USDC once paid, fee included', async () => {
    const { token, requestIds } = await test.createPayment(withFee)
    const fee = { units: 2_500_000n, address: FEE_ADDRESS }
    const facts = { token, requestId: requestIds[0] ?? '', arrivedUnits: 100_000_000n, fee }
    await markPaid(test.host, { ...facts, paidUnits: 80_00000000n })
    const { payment } = await read(token)
    expect(payment.items).toMatchObject([{ amountPaid: '80', amountSpent: '102.5' }])
  })

  it('a secure payment for dollars in USDC shows the received amount but no rate once paid', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [dollars] })
    const facts = { token, requestId: requestIds[0] ?? '', arrivedUnits: 99_500_000n }
    await markPaid(test.host, { ...facts, paidUnits: 80_00000000n })
    const { payment } = await read(token)
    const none = { rate: null, estimatedAmount: null, maxToSpend: null }
    expect(payment).toMatchObject({
      status: 'completed',
      amount: '99.5',
      items: [{ amountPaid: '80', remainingAmount: '0', conversion: none }],
    })
  })

  it('a secure payment for dollars in USDC appears in a batch next to a direct payment, whose amounts are in its own currency', async () => {
    const direct = { ...usdcItem, payee: SECOND_PAYEE }
    const { token } = await test.createPayment({ requests: [dollars, direct] })
    expect(await read(token)).toMatchObject({
      amounts: ['100', '12.5'],
      items: [
        { symbol: 'USD', conversion: { symbol: 'USDC' } },
        { symbol: 'USDC', invoiceCurrency: 'USDC-devnet', decimals: 6, conversion: null },
      ],
    })
  })

  it('a secure payment for dollars in USDC accepts USDC, the payment currency, as the payer’s token', async () => {
    const { token } = await test.createPayment({ requests: [dollars] })
    const pay = `/v2/secure-payments/${token}/pay?chain=devnet`
    expect((await test.call('GET', `${pay}&token=USDC`)).status).toBe(200)
    expect((await test.call('GET', `${pay}&token=USD`)).status).toBe(400)
  })
})

it('GET returns a payment whose rate is unavailable, without the amounts that depend on it', async () => {
  await using lost = await startTestHost()
  const { token } = await lost.createPayment({ requests: [dollars] })
  const { status, json } = await lost.call('GET', `/v2/secure-payments/${token}`)
  expect(status).toBe(200)
  expect(json).toMatchObject({
    amount: null,
    items: [
      {
        amount: '80',
        remainingAmount: '80',
        conversion: { symbol: 'USDC', rate: null, estimatedAmount: null, maxToSpend: null },
      },
    ],
  })
})
