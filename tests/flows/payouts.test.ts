import type { ContractName } from '@secure-payment/core/networks'
import { accounts, type Chains, startChains } from '@secure-payment/devnet'
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseEther,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchAbi } from '../devnet/contractAbis.ts'
import { freshWallet } from '../support/freshWallet.ts'
import { balanceOf } from '../support/requestCalls.ts'
import { type ConfirmingHost, startConfirmingHost } from './support/startConfirmingHost.ts'

let chains: Chains
let host: ConfirmingHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  host = await startConfirmingHost(chains)
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const PAYER_INDEX = 4
const PAYER = accounts[PAYER_INDEX]?.address ?? '0x'

type Value = 0 | { type: 'BigNumber'; hex: Hex }
type Transaction = { to: Hex; data: Hex; value: Value }

/** Signs and sends the API's transactions unchanged, and returns the last transaction's hash. */
async function send(transactions: readonly Transaction[]): Promise<Hex> {
  const wallet = chains.wallet('devnet', PAYER_INDEX)
  let hash: Hex = '0x'
  for (const { to, data, value } of transactions) {
    const coins = BigInt(value === 0 ? 0 : value.hex)
    const receipt = await wallet.sendTransactionSync({ to, data, value: coins })
    if (receipt.status !== 'success') throw new Error(`The call to ${to} reverted.`)
    hash = receipt.transactionHash
  }
  return hash
}

async function post(path: string, body: object) {
  const { status, json, text } = await host.test.call('POST', path, { body })
  if (status !== 201) throw new Error(`Expected 201, got ${status}: ${text}`)
  return json
}

const payOne = (body: object) => post('/v2/payouts', { payerWallet: PAYER, ...body })
const payMany = (body: object) => post('/v2/payouts/batch', { payer: PAYER, ...body })

async function sendBatch(batch: {
  ERC20ApprovalTransactions: Transaction[]
  batchPaymentTransaction: Transaction
}): Promise<Hex> {
  return send([...batch.ERC20ApprovalTransactions, batch.batchPaymentTransaction])
}

const inCurrency = (symbol: string) => ({
  invoiceCurrency: `${symbol}-devnet`,
  paymentCurrency: `${symbol}-devnet`,
})
const converted = (invoiceCurrency: string, symbol: string) => ({
  invoiceCurrency,
  paymentCurrency: `${symbol}-devnet`,
})

async function approve(symbol: string, contract: ContractName, units: bigint): Promise<void> {
  const spender = chains.contract('devnet', contract)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, units],
  })
  await send([{ to: chains.token('devnet', symbol).address, data, value: 0 }])
}

describe('A single payout', () => {
  test('a single payout in the native coin is one transaction, with its fee on top', async () => {
    const [payee, feeAddress] = [freshWallet(), freshWallet()]
    const payout = await payOne({
      ...inCurrency('ETH'),
      payee,
      amount: '0.5',
      feePercentage: '2.5',
      feeAddress,
      reference: 'salary-7',
      customerInfo: { email: 'ana@example.test' },
    })
    expect(payout.transactions).toHaveLength(1)
    expect(BigInt(payout.transactions[0].value.hex)).toBe(parseEther('0.5125'))
    expect(payout.metadata).toEqual({
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionIndex: null,
      paymentTransactionIndex: 0,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      balanceChecked: true,
      platformFee: { percentage: '2.5', address: feeAddress },
    })
    const txHash = await send(payout.transactions)
    expect(await balanceOf(chains, 'ETH', payee)).toBe(parseEther('0.5'))
    expect(await balanceOf(chains, 'ETH', feeAddress)).toBe(parseEther('0.0125'))
    const told = await host.confirm(txHash, [payout.requestId])
    expect(told.get(payout.requestId)).toMatchObject({
      event: {
        paymentReference: payout.paymentReference,
        amount: '0.5',
        payerAddress: PAYER,
        reference: 'salary-7',
        customerInfo: { email: 'ana@example.test' },
      },
      payment: { amount: '0.5', type: 'direct', request: { reference: 'salary-7' } },
    })
  })

  test('a single payout in an ERC-20 starts with an approval, and has none if the allowance is sufficient', async () => {
    const payee = freshWallet()
    const body = { ...inCurrency('USDC'), payee, amount: '12.345678' }
    const payout = await payOne(body)
    expect(payout.metadata).toMatchObject({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 1,
    })
    const txHash = await send(payout.transactions)
    expect(await balanceOf(chains, 'USDC', payee)).toBe(12_345_678n)
    await host.confirm(txHash, [payout.requestId])

    await approve('USDC', 'ERC20FeeProxy', 12_345_678n)
    const again = await payOne(body)
    expect(again.metadata).toMatchObject({ stepsRequired: 1, approvalTransactionIndex: null })
    const second = await send(again.transactions)
    expect(await balanceOf(chains, 'USDC', payee)).toBe(24_691_356n)
    await host.confirm(second, [again.requestId])
  })

  test('a single payout in USDT has one approval, and two if an old allowance must be reset first', async () => {
    const payee = freshWallet()
    const body = { ...inCurrency('USDT'), payee, amount: '7' }
    const payout = await payOne(body)
    expect(payout.metadata).toMatchObject({ stepsRequired: 2, approvalTransactionIndex: 0 })

    await approve('USDT', 'ERC20FeeProxy', 5_000_000n)
    const reset = await payOne(body)
    expect(reset.metadata).toMatchObject({
      stepsRequired: 3,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 2,
    })
    const txHash = await send(reset.transactions)
    expect(await balanceOf(chains, 'USDT', payee)).toBe(7_000_000n)
    await host.confirm(txHash, [reset.requestId])
  })

  test('a single converted payout pays exactly the invoiced amount', async () => {
    const [payee, feeAddress] = [freshWallet(), freshWallet()]
    const payout = await payOne({
      ...converted('EUR', 'USDC'),
      payee,
      amount: '20',
      feePercentage: '10',
      feeAddress,
    })
    const txHash = await send(payout.transactions)
    // A euro is 1.1 dollars on the devnet, and a dollar is one USDC.
    expect(await balanceOf(chains, 'USDC', payee)).toBe(22_000_000n)
    expect(await balanceOf(chains, 'USDC', feeAddress)).toBe(2_200_000n)
    const told = await host.confirm(txHash, [payout.requestId])
    expect(told.get(payout.requestId)).toMatchObject({
      event: { amount: '20', currency: 'EUR' },
      payment: { type: 'conversion' },
    })
  })
})

describe('The payer’s means', () => {
  const EMPTY_WALLET = '0x000000000000000000000000000000000000dEaD'
  const item = { ...inCurrency('USDC'), payee: freshWallet(), amount: '1' }
  /** An item that costs nearly a devnet account's whole balance. */
  const most = { ...item, amount: '999999.5' }

  test.each([
    ['an empty wallet', EMPTY_WALLET, [item], [false, false]],
    ['a wallet with enough tokens and gas', PAYER, [item, item], [true, true]],
    ['a wallet that could pay each item, but not both', PAYER, [most, most], [false, true]],
    ['an unknown payer', undefined, [item], [true, true]],
  ] as const)(
    'the payer’s means are returned for %s',
    async (_, payer, requests, [hasEnoughBalance, hasEnoughGas]) => {
      const means = { hasEnoughBalance, hasEnoughGas, balanceChecked: payer !== undefined }
      expect((await payMany({ requests, payer })).metadata).toEqual(means)
      if (requests.length > 1) return
      expect((await payOne({ ...item, payerWallet: payer })).metadata).toMatchObject(means)
    },
  )
})

describe('A batch of payouts', () => {
  test.each([2, 50, 200])(
    'a batch of payouts pays each of %i items exactly in one transaction',
    async (count) => {
      const feeAddress = freshWallet()
      const items = Array.from({ length: count }, (_, index) => ({
        ...inCurrency(index % 2 === 0 ? 'USDC' : 'DAI'),
        payee: freshWallet(),
        amount: `${index + 1}.${index % 2 === 0 ? '000001' : '000000000000000001'}`,
      }))
      const batch = await payMany({ requests: items, feePercentage: '1', feeAddress })
      expect(batch.ERC20ApprovalTransactions.map(({ value }: Transaction) => value)).toEqual([0, 0])
      expect(batch.batchPaymentTransaction.value).toEqual({ type: 'BigNumber', hex: '0x00' })
      expect(batch.requestIds).toHaveLength(count)
      expect(batch.platformFee).toEqual({ percentage: '1', address: feeAddress })
      expect(batch.metadata).toEqual({
        hasEnoughBalance: true,
        hasEnoughGas: true,
        balanceChecked: true,
      })
      const txHash = await sendBatch(batch)
      const fees = { USDC: 0n, DAI: 0n }
      for (const [index, { payee }] of items.entries()) {
        const [symbol, one] =
          index % 2 === 0 ? (['USDC', 10n ** 6n] as const) : (['DAI', 10n ** 18n] as const)
        const units = BigInt(index + 1) * one + 1n
        expect(await balanceOf(chains, symbol, payee)).toBe(units)
        // The fee is one per cent, rounded up.
        fees[symbol] += (units + 99n) / 100n
      }
      expect(await balanceOf(chains, 'USDC', feeAddress)).toBe(fees.USDC)
      expect(await balanceOf(chains, 'DAI', feeAddress)).toBe(fees.DAI)
      const told = await host.confirm(txHash, batch.requestIds)
      const payees = batch.requestIds.map((id: string) => told.get(id)?.event['payee'])
      expect(payees).toEqual(items.map(({ payee }) => payee))
    },
  )

  test('a batch of payouts combines tokens and the native coin, direct and converted', async () => {
    const feeAddress = freshWallet()
    const items = [
      { ...inCurrency('ETH'), amount: '0.25' },
      { ...inCurrency('USDC'), amount: '7' },
      { ...converted('USD', 'ETH'), amount: '25' },
      { ...converted('GBP', 'DAI'), amount: '8' },
      { ...converted('EUR', 'USDC'), amount: '20' },
      { ...inCurrency('USDT'), amount: '3.5' },
    ].map((item, index) => ({ ...item, payee: freshWallet(), reference: `mixed-${index}` }))
    // A remaining USDT allowance blocks the batch contract, because USDT requires a reset.
    await approve('USDT', 'BatchConversionPayments', 1n)
    const batch = await payMany({ requests: items, feePercentage: '1', feeAddress })
    // One approval each for USDC and DAI, and two transactions for USDT: a reset and an approval.
    expect(batch.ERC20ApprovalTransactions).toHaveLength(4)
    expect(BigInt(batch.batchPaymentTransaction.value.hex)).toBeGreaterThan(parseEther('0.2525'))
    const txHash = await sendBatch(batch)
    const got = await Promise.all(
      items.map(({ payee, paymentCurrency }) =>
        balanceOf(chains, paymentCurrency.replace('-devnet', ''), payee),
      ),
    )
    expect(got).toEqual([
      parseEther('0.25'),
      7_000_000n,
      // The expected amounts follow from 2,500 dollars per ETH, 1.25 per pound and 1.1 per euro.
      parseEther('0.01'),
      10n * 10n ** 18n,
      22_000_000n,
      3_500_000n,
    ])
    expect(await balanceOf(chains, 'USDC', feeAddress)).toBe(70_000n + 220_000n)
    expect(await balanceOf(chains, 'DAI', feeAddress)).toBe(10n ** 17n)
    expect(await balanceOf(chains, 'USDT', feeAddress)).toBe(35_000n)
    expect(await balanceOf(chains, 'ETH', feeAddress)).toBe(parseEther('0.0026'))
    const told = await host.confirm(txHash, batch.requestIds)
    for (const [index, requestId] of batch.requestIds.entries()) {
      const reference = `mixed-${index}`
      expect(told.get(requestId)).toMatchObject({
        event: { reference },
        payment: { request: { reference } },
      })
      const { json } = await host.test.call('GET', `/v2/payments?reference=${reference}`)
      expect(json.payments).toMatchObject([{ request: { requestId } }])
    }
  })

  test('a batch of payouts never uses the zero address if it has no fee, because tokens reject it', async () => {
    const requests = [freshWallet(), freshWallet()].map((payee) => ({
      ...inCurrency('USDC'),
      payee,
      amount: '1',
    }))
    for (const fee of [{}, { feePercentage: '0', feeAddress: freshWallet() }]) {
      const batch = await payMany({ requests, ...fee })
      expect(batch).not.toHaveProperty('platformFee')
      const { args } = decodeFunctionData({ abi: batchAbi, ...batch.batchPaymentTransaction })
      expect(args?.[2]).not.toBe(zeroAddress)
      await host.confirm(await sendBatch(batch), batch.requestIds)
    }
    for (const { payee } of requests)
      expect(await balanceOf(chains, 'USDC', payee)).toBe(2_000_000n)
  })

  test('a batch of payouts pays each existing request’s remaining amount, in list order', async () => {
    const payees = [freshWallet(), freshWallet(), freshWallet()]
    const created = [
      { ...inCurrency('USDC'), amount: '100', payee: payees[0] },
      { ...converted('EUR', 'USDC'), amount: '20', payee: payees[1] },
      { ...inCurrency('ETH'), amount: '0.1', payee: payees[2] },
    ]
    const ids: string[] = []
    for (const body of created) ids.push((await post('/v2/request', body)).requestId)
    const part = await host.test.call(
      'GET',
      `/v2/request/${ids[0]}/pay?amount=30.01&wallet=${PAYER}`,
    )
    await send(part.json.transactions)
    await host.sink.waitFor(
      ({ rawBody }) => rawBody.includes('payment.partial') && rawBody.includes(ids[0] ?? '-'),
    )

    const requestIds = ids.toReversed()
    const batch = await payMany({ requestIds })
    expect(batch.requestIds).toEqual(requestIds)
    const txHash = await sendBatch(batch)
    expect(await balanceOf(chains, 'USDC', payees[0] ?? '')).toBe(100_000_000n)
    expect(await balanceOf(chains, 'USDC', payees[1] ?? '')).toBe(22_000_000n)
    expect(await balanceOf(chains, 'ETH', payees[2] ?? '')).toBe(parseEther('0.1'))
    const told = await host.confirm(txHash, requestIds)
    expect(told.get(ids[0] ?? '')).toMatchObject({
      event: { amount: '69.99', totalAmountPaid: '100' },
      payment: { amount: '69.99' },
    })

    const again = await host.test.call('POST', '/v2/payouts/batch', { body: { requestIds } })
    expect(again.status).toBe(400)
    expect(again.json.errors).toMatchObject([{ field: 'requestIds[0]', code: 'already_paid' }])
  })
})
