import { accounts, type Chains, startChains } from '@secure-payment/devnet'
import { encodeFunctionData, erc20Abi, type Hex, parseEther, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshWallet } from '../support/freshWallet.ts'
import { balanceOf } from '../support/requestCalls.ts'
import { type BatchOwner, createBatchOwner } from './support/createBatchOwner.ts'
import { type ConfirmingHost, startConfirmingHost } from './support/startConfirmingHost.ts'

let chains: Chains
let host: ConfirmingHost
let owner: BatchOwner
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  host = await startConfirmingHost(chains)
  owner = createBatchOwner(chains)
})
afterEach(async () => {
  await owner.setFee(0)
  await owner.setLimit(150n)
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const PAYER_INDEX = 4
const PAYER = accounts[PAYER_INDEX]?.address ?? '0x'
/** The contract's fee of 0.3 %, in basis points; `feeOf` returns the fee on a sum in base units. */
const FEE = 30
const feeOf = (units: bigint) => (units * BigInt(FEE)) / 10_000n
const batchContract = () => chains.contract('devnet', 'BatchConversionPayments')

async function sendAs(account: number, call: { to: Hex; data: Hex; value: bigint }): Promise<Hex> {
  const receipt = await chains.wallet('devnet', account).sendTransactionSync(call)
  if (receipt.status !== 'success') throw new Error(`The call to ${call.to} reverted.`)
  return receipt.transactionHash
}

type Item = { payee: Hex; amount: string; invoiceCurrency: string; paymentCurrency: string }
const item = (amount: string, symbol: string, invoice = `${symbol}-devnet`): Item => ({
  payee: freshWallet(),
  amount,
  invoiceCurrency: invoice,
  paymentCurrency: `${symbol}-devnet`,
})

type Wire = { to: Hex; data: Hex; value: number | Hex | { hex: Hex } }
type Batch = { ERC20ApprovalTransactions: Wire[]; batchPaymentTransaction: Wire }

/** Signs and sends the returned transactions unchanged, and returns the last transaction's hash. */
async function send(batch: Batch): Promise<Hex> {
  const { ERC20ApprovalTransactions: approvals, batchPaymentTransaction: payment } = batch
  let hash: Hex = '0x'
  for (const wire of [...approvals, payment]) {
    hash = await sendAs(PAYER_INDEX, { to: wire.to, data: wire.data, value: unitsOf(wire) })
  }
  return hash
}

const unitsOf = ({ value }: Wire) => BigInt(typeof value === 'object' ? value.hex : value)
const call: ConfirmingHost['test']['call'] = (...facts) => host.test.call(...facts)

/** Requests the calldata for a batch; a percentage of zero sends the fee address without a fee. */
const payMany = (requests: Item[], feeAddress: Hex) =>
  call('POST', '/v2/payouts/batch', {
    body: { payer: PAYER, requests, feePercentage: '0', feeAddress },
  })

async function link(requests: Item[], feeAddress: Hex): Promise<string> {
  const body = { requests, feePercentage: '0', feeAddress }
  const { token } = await host.test.createPayment(body)
  return `/v2/secure-payments/${token}`
}

/** Returns the payer's remaining allowance for batches. */
const allowance = (symbol: string) =>
  chains.client('devnet').readContract({
    address: chains.token('devnet', symbol).address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [PAYER, batchContract()],
  })

describe('While the batch contract charges a fee, a batch from the API', () => {
  test('a batch under a contract fee settles several tokens: payees receive exact amounts, and the fee address receives the fee', async () => {
    await owner.setFee(FEE)
    const items = [item('1.234567', 'USDC'), item('2', 'DAI'), item('0.000001', 'USDC')]
    const requests = [...items, item('3.3', 'USDT')]
    const feeAddress = freshWallet()
    const { status, json } = await payMany(requests, feeAddress)
    expect(status).toBe(201)
    expect(json.protocolFee).toEqual({ percentage: '0.3', address: feeAddress })
    expect(json.metadata).toMatchObject({
      hasEnoughBalance: true,
      batchFee: {
        percentage: '0.3',
        address: feeAddress,
        amounts: [
          { currency: 'USDC-devnet', amount: '0.003703', isMost: false },
          { currency: 'DAI-devnet', amount: '0.006', isMost: false },
          { currency: 'USDT-devnet', amount: '0.0099', isMost: false },
        ],
      },
    })
    await host.confirm(await send(json), json.requestIds)
    for (const { payee, amount, paymentCurrency } of requests) {
      const symbol = paymentCurrency.replace('-devnet', '')
      const units = parseUnits(amount, chains.token('devnet', symbol).decimals)
      expect(await balanceOf(chains, symbol, payee)).toBe(units)
    }
    expect(await balanceOf(chains, 'USDC', feeAddress)).toBe(3_703n)
    expect(await balanceOf(chains, 'DAI', feeAddress)).toBe(parseUnits('0.006', 18))
    expect(await balanceOf(chains, 'USDT', feeAddress)).toBe(9_900n)
    for (const symbol of ['USDC', 'DAI', 'USDT']) expect(await allowance(symbol)).toBe(0n)
  })

  test('a batch under a contract fee adds the fee to the value if the batch pays the native coin', async () => {
    await owner.setFee(FEE)
    const requests = [item('0.01', 'ETH'), item('0.02', 'ETH')]
    const feeAddress = freshWallet()
    const { json } = await payMany(requests, feeAddress)
    expect(unitsOf(json.batchPaymentTransaction)).toBe(parseEther('0.03009'))
    await host.confirm(await send(json), json.requestIds)
    for (const { payee, amount } of requests) {
      expect(await balanceOf(chains, 'ETH', payee)).toBe(parseEther(amount))
    }
    expect(await balanceOf(chains, 'ETH', feeAddress)).toBe(parseEther('0.00009'))
  })

  test('a batch under a contract fee approves the maximum for conversions, and pays the fee on the spent amounts', async () => {
    await owner.setFee(FEE)
    const requests = [
      item('12.34', 'USDC', 'USD'),
      item('25', 'ETH', 'EUR'),
      item('4', 'USDC'),
      item('0.5', 'ETH'),
      item('7', 'USDC', 'EUR'),
    ]
    const feeAddress = freshWallet()
    const { json } = await payMany(requests, feeAddress)
    const { amounts } = json.metadata.batchFee
    expect(amounts).toMatchObject([
      { currency: 'USDC-devnet', isMost: true },
      { currency: 'ETH-devnet', isMost: true },
    ])
    await host.confirm(await send(json), json.requestIds)
    const got = await Promise.all(
      requests.map(({ payee, paymentCurrency }) =>
        balanceOf(chains, paymentCurrency.replace('-devnet', ''), payee),
      ),
    )
    const [dollars = 0n, euros = 0n, usdc = 0n, eth = 0n, more = 0n] = got
    expect([usdc, eth]).toEqual([4_000_000n, parseEther('0.5')])
    const usdcFee = await balanceOf(chains, 'USDC', feeAddress)
    const ethFee = await balanceOf(chains, 'ETH', feeAddress)
    expect(usdcFee).toBe(feeOf(dollars + more) + feeOf(usdc))
    expect(ethFee).toBe(feeOf(euros) + feeOf(eth))
    expect(usdcFee).toBeLessThan(parseUnits(amounts[0].amount, 6))
    expect(ethFee).toBeLessThan(parseEther(amounts[1].amount))
  })

  test("a batch without a fee address pays the contract's fee to the first payee, and does not count the fee as a payment", async () => {
    await owner.setFee(FEE)
    const requests = [item('1', 'DAI'), item('2', 'DAI')]
    const [first] = requests.map(({ payee }) => payee)
    const { json } = await call('POST', '/v2/payouts/batch', { body: { payer: PAYER, requests } })
    expect(json.protocolFee).toEqual({ percentage: '0.3', address: first })
    const told = await host.confirm(await send(json), json.requestIds)
    const amounts = [...told.values()].map(({ event }) => event['totalAmountPaid'])
    expect(amounts).toEqual(['1', '2'])
    expect(await balanceOf(chains, 'DAI', first ?? '')).toBe(parseUnits('1.009', 18))
  })

  test('a batch under a contract fee reverts and moves nothing when the fee is raised after the calldata was created', async () => {
    await owner.setFee(FEE)
    for (const symbol of ['USDC', 'ETH']) {
      const requests = [item('1', symbol), item('2', symbol)]
      const { json } = await payMany(requests, freshWallet())
      await owner.setFee(FEE + 1)
      await expect(send(json)).rejects.toThrow(/revert/i)
      for (const { payee } of requests) expect(await balanceOf(chains, symbol, payee)).toBe(0n)
      await owner.setFee(FEE)
    }
  })

  test('a batch under a contract fee refunds the unused native coin when the fee is lowered', async () => {
    await owner.setFee(FEE)
    const requests = [item('0.01', 'ETH'), item('0.02', 'ETH')]
    const feeAddress = freshWallet()
    const { json } = await payMany(requests, feeAddress)
    await owner.setFee(10)
    await send(json)
    expect(await balanceOf(chains, 'ETH', feeAddress)).toBe(parseEther('0.00003'))
    expect(await balanceOf(chains, 'ETH', batchContract())).toBe(0n)
  })

  test('a batch under a contract fee pays no fee on tokens while the fee cap is zero', async () => {
    await owner.setLimit(0n)
    await owner.setFee(FEE)
    const requests = [item('1', 'DAI'), item('2', 'DAI'), item('0.01', 'ETH')]
    const feeAddress = freshWallet()
    const { json } = await payMany(requests, feeAddress)
    expect(json.metadata.batchFee.amounts).toEqual([
      { currency: 'ETH-devnet', amount: '0.00003', isMost: false },
    ])
    await host.confirm(await send(json), json.requestIds)
    expect(await balanceOf(chains, 'DAI', feeAddress)).toBe(0n)
    expect(await balanceOf(chains, 'ETH', feeAddress)).toBe(parseEther('0.00003'))
    expect(await allowance('DAI')).toBe(0n)
  })
})

describe('While the batch contract charges a fee', () => {
  test('a link under a contract fee returns the fee with its options, and the calldata for the payer’s wallet settles it', async () => {
    await owner.setFee(FEE)
    const requests = [item('1', 'DAI'), item('2', 'DAI'), item('0.5', 'ETH')]
    const feeAddress = freshWallet()
    const path = await link(requests, feeAddress)
    const { json: shown } = await call('GET', `${path}?wallet=${PAYER}`)
    const batchFee = {
      percentage: '0.3',
      address: feeAddress,
      amounts: [
        { currency: 'DAI-devnet', amount: '0.009', isMost: false },
        { currency: 'ETH-devnet', amount: '0.0015', isMost: false },
      ],
    }
    expect(shown).toMatchObject({
      batchFee,
      paymentOptions: {
        devnet: { DAI: { neededAmount: '3.009' }, ETH: { neededAmount: '0.5015' } },
      },
    })
    const { json } = await call('GET', `${path}/pay?wallet=${PAYER}`)
    expect(json.metadata).toMatchObject({ batchFee, hasEnoughBalance: true })
    await host.confirm(await send(json), shown.requestIds)
    expect(await balanceOf(chains, 'DAI', feeAddress)).toBe(parseUnits('0.009', 18))
    expect(await balanceOf(chains, 'ETH', feeAddress)).toBe(parseEther('0.0015'))
  })

  test('a link under a contract fee requires the fee in the wallet too', async () => {
    const wallet = freshWallet()
    const token = chains.token('devnet', 'USDC').address
    const args = [wallet, 3_000_000n] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    await sendAs(PAYER_INDEX, { to: token, data, value: 0n })
    const path = await link([item('1', 'USDC'), item('2', 'USDC')], freshWallet())
    const hasEnough = async () =>
      (await call('GET', `${path}/pay?wallet=${wallet}`)).json.metadata.hasEnoughBalance
    expect(await hasEnough()).toBe(true)
    await owner.setFee(FEE)
    expect(await hasEnough()).toBe(false)
  })

  test.each(['USDC', 'ETH'])(
    'the link returns the same bytes in %s as before a fee',
    async (symbol) => {
      const path = await link([item('0.01', symbol), item('0.02', symbol)], freshWallet())
      for (const query of ['', `?wallet=${PAYER}`]) {
        const pay = () => call('GET', `${path}/pay${query}`)
        const before = await pay()
        expect(before.json.metadata).not.toHaveProperty('batchFee')
        await owner.setFee(FEE)
        const during = await pay()
        expect(during.json).not.toEqual(before.json)
        expect(during.json.metadata.batchFee.percentage).toBe('0.3')
        await owner.setFee(0)
        expect((await pay()).text).toBe(before.text)
      }
    },
  )
})

describe('A fee above the owner’s limit', () => {
  const refused = {
    status: 400,
    json: { code: 'batch_fee_set', detail: expect.stringContaining('2.01 %') },
  }

  test('a fee above the owner’s limit is never charged: batches are rejected, single payments continue, and new links return the reason', async () => {
    const requests = [item('0.01', 'USDC'), item('0.02', 'USDC')]
    const path = await link(requests, freshWallet())
    await owner.overwriteFee(201n)
    const rows = await host.test.countRows()
    expect(await payMany(requests, freshWallet())).toMatchObject(refused)
    expect(await call('GET', `${path}/pay?wallet=${PAYER}`)).toMatchObject(refused)
    expect(await call('GET', `${path}/pay`)).toMatchObject(refused)
    expect(await call('GET', `${path}?wallet=${PAYER}`)).toMatchObject({ status: 200 })
    await host.test.host.context.contracts?.check('devnet')
    const create = (body: object) => call('POST', '/v2/secure-payments', { body })
    expect(await create({ requests })).toMatchObject(refused)
    const facts = { network: 'devnet', currency: 'USDC-devnet' }
    const payouts = requests.map(({ payee, amount }) => ({ ...facts, recipient: payee, amount }))
    const createPayout = () => call('POST', '/v2/secure-payments/payouts', { body: { payouts } })
    expect(await createPayout()).toMatchObject(refused)
    expect(await host.test.countRows()).toEqual(rows)
    expect(await create({ requests: requests.slice(0, 1) })).toMatchObject({ status: 201 })
    await owner.setFee(0)
    await host.test.host.context.contracts?.check('devnet')
    expect(await create({ requests })).toMatchObject({ status: 201 })
  })
})
