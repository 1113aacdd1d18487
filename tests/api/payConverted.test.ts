import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { type Chains, mockAggregatorAbi, priceFeeds, startChains } from '@secure-payment/devnet'
import { decodeFunctionData, erc20Abi, getAddress, parseEther, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { batchAbi, conversionAbi } from '../devnet/contractAbis.ts'
import { balanceOf, sendAll, type WireTransaction } from '../support/requestCalls.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

const PAYER_INDEX = 4
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

let chains: Chains
let test: TestHost
let snapshot: `0x${string}`
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  test = await startTestHost({
    PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
    PAY_MAX_RATE_AGE_S: '3600',
  })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await chains[Symbol.asyncDispose]()
})
beforeEach(async () => {
  snapshot = await chains.snapshot('devnet')
})
afterEach(async () => {
  await chains.revert('devnet', snapshot)
  test.clock.advance(10_000)
})

const item = (invoiceCurrency: string, symbol: string, amount: string, payee: string = PAYEE) => ({
  payee,
  invoiceCurrency,
  paymentCurrency: `${symbol}-devnet`,
  amount,
})

async function payOf(token: string, at: Pick<TestHost, 'call'> = test, query = `wallet=${PAYER}`) {
  return at.call('GET', `/v2/secure-payments/${token}/pay?${query}`)
}

/**
 * Converts the transactions' values to objects. Secure payments return a native value as a hex string, and no value as the number 0.
 */
const asObjects = (
  transactions: readonly { to: `0x${string}`; data: `0x${string}`; value: number | string }[],
): WireTransaction[] =>
  transactions.map(({ to, data, value }) => ({
    to,
    data,
    value: { hex: `0x${BigInt(value).toString(16)}` },
  }))

describe('A secure payment’s calldata', () => {
  it('the calldata for one converted item pays exactly the invoice amount', async () => {
    const { token } = await test.createPayment({
      requests: [item('EUR', 'USDC', '20')],
      feePercentage: '10',
      feeAddress: FEE_ADDRESS,
    })
    const { status, json } = await payOf(token)
    expect(status).toBe(200)
    const [approval, payment] = json.transactions
    const proxy = chains.contract('devnet', 'Erc20ConversionProxy')
    // 22 euros are 24.2 dollars, and the approval adds 1 % slippage.
    expect(decodeFunctionData({ abi: erc20Abi, data: approval.data }).args).toEqual([
      proxy,
      24_442_000n,
    ])
    expect(payment).toMatchObject({ to: proxy, value: 0 })
    const { args } = decodeFunctionData({ abi: conversionAbi, data: payment.data })
    const [eur, usd, usdc] = ['EUR', 'USD', 'USDC-devnet'].map((id) =>
      getAddress(getCurrency(id).currency.hash),
    )
    expect(args?.[2]).toEqual([eur, usd, usdc])
    expect(args?.at(-1)).toBe(3_600n)
    const before = await balanceOf(chains, 'USDC', PAYEE)
    const feeBefore = await balanceOf(chains, 'USDC', FEE_ADDRESS)
    await sendAll(chains, PAYER_INDEX, asObjects(json.transactions))
    expect((await balanceOf(chains, 'USDC', PAYEE)) - before).toBe(22_000_000n)
    expect((await balanceOf(chains, 'USDC', FEE_ADDRESS)) - feeBefore).toBe(2_200_000n)
  })

  it('the calldata for one item in the native coin sends the maximum, as a hex string', async () => {
    const { token } = await test.createPayment({ requests: [item('USD', 'ETH', '250')] })
    const { json } = await payOf(token)
    expect(json.transactions).toHaveLength(1)
    expect(BigInt(json.transactions[0].value)).toBe(parseEther('0.103'))
    const before = await balanceOf(chains, 'ETH', PAYEE)
    await sendAll(chains, PAYER_INDEX, asObjects(json.transactions))
    expect((await balanceOf(chains, 'ETH', PAYEE)) - before).toBe(parseEther('0.1'))
  })

  it('the calldata for a batch pays direct and converted items in one transaction, each exactly', async () => {
    const { token } = await test.createPayment({
      requests: [
        item('USDC-devnet', 'USDC', '7'),
        item('USD', 'USDC', '3', SECOND_PAYEE),
        item('GBP', 'DAI', '8'),
        item('USD', 'ETH', '25', SECOND_PAYEE),
      ],
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
    })
    const { status, json } = await payOf(token)
    expect(status).toBe(200)
    const batch = chains.contract('devnet', 'BatchConversionPayments')
    const approved = json.ERC20ApprovalTransactions.map(
      ({ to, data }: { to: string; data: `0x${string}` }) => [
        to,
        ...(decodeFunctionData({ abi: erc20Abi, data }).args ?? []),
      ],
    )
    const address = (symbol: string) => chains.token('devnet', symbol).address
    expect(approved).toEqual(
      expect.arrayContaining([
        // The allowance is 7.07 for the direct item, plus 3.03 and 1 % slippage for the converted item.
        [address('USDC'), batch, 7_070_000n + 3_060_300n],
        // 8.08 pounds are 10.1 dollars, and the approval adds 1 % slippage.
        [address('DAI'), batch, parseUnits('10.201', 18)],
      ]),
    )
    // 25.25 dollars are 0.0101 of a coin, and the value adds 3 % slippage.
    expect(BigInt(json.batchPaymentTransaction.value)).toBe(parseEther('0.010403'))
    const { functionName } = decodeFunctionData({
      abi: batchAbi,
      data: json.batchPaymentTransaction.data,
    })
    expect(functionName).toBe('batchPayments')

    const read = async () => ({
      first: await balanceOf(chains, 'USDC', PAYEE),
      second: await balanceOf(chains, 'USDC', SECOND_PAYEE),
      dai: await balanceOf(chains, 'DAI', PAYEE),
      eth: await balanceOf(chains, 'ETH', SECOND_PAYEE),
      fee: await balanceOf(chains, 'USDC', FEE_ADDRESS),
    })
    const before = await read()
    const transactions = [...json.ERC20ApprovalTransactions, json.batchPaymentTransaction]
    await sendAll(chains, PAYER_INDEX, asObjects(transactions))
    const after = await read()
    expect({
      first: after.first - before.first,
      second: after.second - before.second,
      dai: after.dai - before.dai,
      eth: after.eth - before.eth,
      fee: after.fee - before.fee,
    }).toEqual({
      first: 7_000_000n,
      second: 3_000_000n,
      dai: parseUnits('10', 18),
      eth: parseEther('0.01'),
      fee: 100_000n,
    })
  })

  it('a secure payment’s calldata is the same without a wallet, with every approval', async () => {
    const { token } = await test.createPayment({ requests: [item('USD', 'USDC', '5')] })
    const { json } = await payOf(token, test, '')
    expect(json.metadata).toMatchObject({ stepsRequired: 2, balanceChecked: false })
    const known = await payOf(token)
    expect(known.json.transactions).toEqual(json.transactions)
  })

  it('a secure payment’s calldata follows the rate, and is rejected when the rate is missing or too old', async () => {
    const { token } = await test.createPayment({ requests: [item('USD', 'USDC', '100')] })
    const feed = priceFeeds(getNetwork('devnet')).find(({ name }) => name === 'USDC/USD')
    const address = feed?.address ?? '0x'
    const set = async (functionName: 'setAnswer' | 'setUpdatedAt', value: bigint) => {
      await chains
        .wallet('devnet', 9)
        .writeContractSync({ address, abi: mockAggregatorAbi, functionName, args: [value] })
      test.clock.advance(10_000)
    }
    const spent = async () => {
      const { json } = await payOf(token)
      return decodeFunctionData({ abi: erc20Abi, data: json.transactions[0].data }).args[1]
    }
    expect(await spent()).toBe(101_000_000n)
    await set('setAnswer', 50_000_000n)
    expect(await spent()).toBe(202_000_000n)
    await set('setUpdatedAt', 1_000_000n)
    expect(await payOf(token)).toMatchObject({ status: 400, json: { code: 'rate_too_old' } })
    await chains.client('devnet').setCode({ address, bytecode: '0x' })
    test.clock.advance(10_000)
    expect(await payOf(token)).toMatchObject({
      status: 400,
      json: { code: 'conversion_unavailable' },
    })
    // GET still returns the payment, but no payment options.
    const page = await test.call('GET', `/v2/secure-payments/${token}?wallet=${PAYER}`)
    expect({ status: page.status, options: page.json.paymentOptions }).toEqual({
      status: 200,
      options: undefined,
    })
  })

  it('a secure payment’s calldata is rejected for a network that the host no longer serves, and its requests have no routes', async () => {
    const elsewhere = { PAY_NETWORKS: 'base', PAY_RPC_URL_BASE: 'http://127.0.0.1:1' }
    await using moved = await test.startNeighbour(elsewhere)
    for (const body of [item('USD', 'USDC', '10'), item('USDC-devnet', 'USDC', '10')]) {
      const { requestId } = (await test.call('POST', '/v2/request', { body })).json
      const pay = await moved.call('GET', `/v2/request/${requestId}/pay`)
      expect([pay.status, pay.json.code]).toEqual([400, 'unsupported_network'])
      const routes = await moved.call('GET', `/v2/request/${requestId}/routes?wallet=${PAYER}`)
      expect([routes.status, routes.json.routes]).toEqual([200, []])
    }
    const { token } = await test.createPayment({ requests: [item('USD', 'USDC', '10')] })
    const { status, json } = await payOf(token, moved)
    expect([status, json.code]).toEqual([400, 'unsupported_network'])
  })

  it('a secure payment’s calldata returns 503 while no node responds', async () => {
    const { token } = await test.createPayment({ requests: [item('USD', 'USDC', '100')] })
    await using cut = await test.startNeighbour({ PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' })
    expect(await payOf(token, cut)).toMatchObject({
      status: 503,
      json: { code: 'chain_unavailable' },
    })
  })
})
