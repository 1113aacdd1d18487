import type { Refund } from '@secure-payment/core/api'
import { accounts, type Chains, startChains } from '@secure-payment/devnet'
import { encodeFunctionData, erc20Abi, getAddress, type Hex, type TransactionReceipt } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSafe, type Safe } from '../support/createSafe.ts'
import { freshWallet } from '../support/freshWallet.ts'
import { balanceOf } from '../support/requestCalls.ts'
import { callApi, expectRefunded, findEvent, sumBooks } from './support/expectRefunded.ts'
import { payMore } from './support/payMore.ts'
import { setPrice } from './support/setPrice.ts'
import { type ConfirmingHost, startConfirmingHost } from './support/startConfirmingHost.ts'
import { waitFor } from './support/waitFor.ts'

/**
 * Refunds against the real contracts: pay, refund, pay the refund, and compare chain, webhook, books, page and receipt. At the end, the
 * books account for every token and coin that the wallets hold.
 */
let chains: Chains
let host: ConfirmingHost
let before: Map<string, bigint>
/** The gas that each wallet paid, in wei. */
const gas = new Map<number, bigint>()
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  host = await startConfirmingHost(chains)
  before = await readBalances()
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const CUSTOMER_INDEX = 4
const MERCHANT_INDEX = 5
const CUSTOMER = accounts[CUSTOMER_INDEX]?.address ?? '0x'
const MERCHANT = accounts[MERCHANT_INDEX]?.address ?? '0x'
const WALLETS = [
  [CUSTOMER, CUSTOMER_INDEX],
  [MERCHANT, MERCHANT_INDEX],
] as const
const SYMBOLS = ['ETH', 'USDC', 'USDT'] as const
/** About 20,000 gas per refund to a wallet that has the token; an Ethereum block's limit is 60 million. */
const MOST_BATCH_GAS = 1_500_000n

type Transaction = { to: Hex; data: Hex; value: 0 | Hex | { hex: Hex } }
type Batch = {
  ERC20ApprovalTransactions: readonly Transaction[]
  batchPaymentTransaction: Transaction
}

async function readBalances(): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>()
  for (const [wallet] of WALLETS) {
    for (const symbol of SYMBOLS) {
      balances.set(`${wallet} ${symbol}`, await balanceOf(chains, symbol, wallet))
    }
  }
  return balances
}

const coinsOf = ({ value }: Transaction) => BigInt(typeof value === 'object' ? value.hex : value)

async function send(index: number, transactions: readonly Transaction[]): Promise<Hex> {
  const wallet = chains.wallet('devnet', index)
  let last: TransactionReceipt | undefined
  for (const call of transactions) {
    const { to, data } = call
    last = await wallet.sendTransactionSync({ to, data, value: coinsOf(call) })
    if (last.status !== 'success') throw new Error(`The call to ${to} reverted.`)
    gas.set(index, (gas.get(index) ?? 0n) + last.gasUsed * last.effectiveGasPrice)
  }
  if (last === undefined) throw new Error('There is no transaction.')
  return last.transactionHash
}

const callsOf = (batch: Batch): readonly Transaction[] => [
  ...batch.ERC20ApprovalTransactions,
  batch.batchPaymentTransaction,
]

/** Makes a Safe execute transactions at once, after both signers signed. */
async function executeIn(safe: Safe, transactions: readonly Transaction[]): Promise<Hex> {
  const calls = transactions.map((call) => ({ ...call, value: String(coinsOf(call)) }))
  const safeTxHash = await safe.propose(calls)
  await safe.sign(safeTxHash)
  await safe.execute(safeTxHash)
  return safe.proposals.find((one) => one.safeTxHash === safeTxHash)?.txHash ?? '0x'
}

const call = (method: string, path: string, body?: object) => callApi(host, method, path, body)
const calldataOf = (requestId: string, wallet: string) =>
  call('GET', `/v2/request/${requestId}/pay?wallet=${wallet}`)

type Sale = { token: string; requestId: string }

/** Creates a payment link for the merchant. */
async function offer(currency: string, amount: string, invoiceCurrency = currency): Promise<Sale> {
  const { token, requestIds } = await host.test.createPayment({
    requests: [{ payee: MERCHANT, invoiceCurrency, paymentCurrency: currency, amount }],
    reference: `order of ${amount} ${invoiceCurrency}`,
  })
  return { token, requestId: requestIds[0] ?? '' }
}

type Paid = Sale & { paymentId: string }

/** A customer pays a new payment link from the merchant. */
async function sell(...terms: Parameters<typeof offer>): Promise<Paid> {
  const sale = await offer(...terms)
  const { transactions } = await calldataOf(sale.requestId, CUSTOMER)
  return confirm(sale, await send(CUSTOMER_INDEX, transactions))
}

async function confirm(sale: Sale, txHash: string): Promise<Paid> {
  const paid = await host.confirm(txHash, [sale.requestId])
  return { ...sale, paymentId: String(paid.get(sale.requestId)?.payment['id']) }
}

const refund = ({ paymentId }: Pick<Paid, 'paymentId'>, body: object): Promise<Refund> =>
  call('POST', `/v2/payments/${paymentId}/refunds`, body)
const refundAll = async ({ requestId }: Sale, amount: string): Promise<Refund[]> =>
  (await call('POST', `/v2/request/${requestId}/refunds`, { amount, reason: 'Returned' })).refunds

/** Creates 50 refunds of one USDC each. */
async function refundFifty(sale: Paid): Promise<Refund[]> {
  const refunds: Refund[] = []
  for (let index = 0; index < 50; index += 1) refunds.push(await refund(sale, { amount: '1' }))
  return refunds
}

type Outcome = {
  refundedAmount: string
  refundStatus: 'partial' | 'full'
  pay?(): Promise<string>
  payer?: string
  sender?: string
}

/** Pays refunds of a sale, with the merchant's wallet by default, and expects them to be recorded everywhere. */
function settle(
  { token }: Sale,
  refunds: readonly Refund[],
  { payer = MERCHANT, ...outcome }: Outcome,
): Promise<void> {
  const pay = async () => {
    const { transactions } = await calldataOf(refunds[0]?.refundRequestId ?? '', MERCHANT)
    return send(MERCHANT_INDEX, transactions)
  }
  const place = {
    ...host,
    balanceOf: (currency: string, wallet: string) =>
      balanceOf(chains, currency.replace('-devnet', ''), wallet),
  }
  return expectRefunded(place, { token, refunds, payer, pay, ...outcome })
}

const full = (refundedAmount: string, rest: Partial<Outcome> = {}): Outcome => ({
  ...{ refundedAmount, refundStatus: 'full', ...rest },
})
const partial = (refundedAmount: string): Outcome => ({ refundedAmount, refundStatus: 'partial' })

async function expectRest(path: string, amount: string, remaining: string): Promise<void> {
  const { status, json } = await host.test.call('POST', path, { body: { amount } })
  expect([status, json]).toMatchObject([409, { code: 'refund_exceeds_payment', remaining }])
}

describe('A refund of a whole payment', () => {
  test.each([
    ['ETH-devnet', '0.25'],
    ['USDC-devnet', '12.5'],
    ['USDT-devnet', '7'],
  ])(
    'a refund of a whole payment in %s arrives at the wallet that paid',
    async (currency, amount) => {
      const sale = await sell(currency, amount)
      const created = await refund(sale, { amount: 'all', reason: 'Returned' })
      expect(created).toMatchObject({ status: 'open', amount, recipient: CUSTOMER })
      await settle(sale, [created], full(amount))
    },
  )

  test('a refund of a whole payment in a token like USDT resets an old allowance first', async () => {
    const sale = await sell('USDT-devnet', '3')
    const spender = chains.contract('devnet', 'ERC20FeeProxy')
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender, 1n],
    })
    await send(MERCHANT_INDEX, [{ to: chains.token('devnet', 'USDT').address, data, value: 0 }])
    const created = await refund(sale, { amount: 'all' })
    const { transactions } = await calldataOf(created.refundRequestId, MERCHANT)
    expect(transactions).toHaveLength(3)
    await settle(sale, [created], full('3'))
  })
})

describe('A refund in parts', () => {
  test('a refund in parts pays back three parts, but never more', async () => {
    const sale = await sell('USDC-devnet', '10')
    await settle(sale, [await refund(sale, { amount: '3' })], partial('3'))
    await settle(sale, [await refund(sale, { amount: '3' })], partial('6'))
    await settle(sale, [await refund(sale, { amount: 'all' })], full('10'))
    await expectRest(`/v2/payments/${sale.paymentId}/refunds`, '0.000001', '0')
  })

  test('a refund in parts of a converted payment pays back tokens or the value at the time of the payment', async () => {
    // A euro is 1.1 dollars on the devnet, and a dollar is one USDC.
    const sale = await sell('USDC-devnet', '20', 'EUR')
    await setPrice(chains, 'EUR', '1.6')
    try {
      const atValue = await refund(sale, { amountInInvoiceCurrency: '5' })
      expect(atValue).toMatchObject({ amount: '5.5', amountInInvoiceCurrency: '5' })
      await settle(sale, [atValue], partial('5.5'))
      const atAmount = await refund(sale, { amount: '11' })
      expect(atAmount).toMatchObject({ amount: '11', amountInInvoiceCurrency: '10' })
      await settle(sale, [atAmount], partial('16.5'))
      const rest = await refund(sale, { amount: 'all' })
      expect(rest).toMatchObject({ amount: '5.5', amountInInvoiceCurrency: '5' })
      await settle(sale, [rest], full('22'))
    } finally {
      await setPrice(chains, 'EUR', '1.1')
    }
  })

  test('50 refunds are paid by one transaction from POST /v2/payouts/batch', async () => {
    const sale = await sell('USDC-devnet', '50')
    const refunds = await refundFifty(sale)
    const requestIds = refunds.map(({ refundRequestId }) => refundRequestId)
    const batch = await call('POST', '/v2/payouts/batch', { payer: MERCHANT, requestIds })
    expect(batch.metadata).toMatchObject({ hasEnoughBalance: true, hasEnoughGas: true })
    const pay = async () => {
      const hash = await send(MERCHANT_INDEX, callsOf(batch))
      const { gasUsed } = await chains.client('devnet').getTransactionReceipt({ hash })
      expect(gasUsed).toBeLessThan(MOST_BATCH_GAS)
      return hash
    }
    await settle(sale, refunds, full('50', { pay }))
  })
})

describe('A refund link', () => {
  const link = async (refunds: readonly Refund[]) => {
    const refundIds = refunds.map(({ id }) => id)
    const { token } = await call('POST', '/v2/secure-payments/refunds', { refundIds })
    return `/v2/secure-payments/${token}`
  }

  test('a refund link pays 50 refunds in one transaction on its page', async () => {
    const sale = await sell('USDC-devnet', '50')
    const refunds = await refundFifty(sale)
    const page = await link(refunds)
    expect(await call('GET', page)).toMatchObject({ flow: 'pay', paymentType: 'batch' })
    const batch = await call('GET', `${page}/pay?wallet=${MERCHANT}`)
    const pay = () => send(MERCHANT_INDEX, callsOf(batch))
    await settle(sale, refunds, full('50', { pay }))
    expect(await call('GET', `${page}?completed=show`)).toMatchObject({ status: 'completed' })
  })

  test('a refund link pays the network’s coin, and then rejects a second payment', async () => {
    const sale = await sell('ETH-devnet', '0.5')
    const created = await refund(sale, { amount: '0.2' })
    const path = `${await link([created])}/pay?wallet=${MERCHANT}`
    const { transactions } = await call('GET', path)
    const pay = () => send(MERCHANT_INDEX, transactions)
    await settle(sale, [created], { ...partial('0.2'), pay })
    expect(await host.test.call('GET', path)).toMatchObject({ status: 409 })
  })

  test('a Safe pays a refund link whose recipient is the Safe that made the payment', async () => {
    const [payers, merchants] = [await createSafe(chains), await createSafe(chains)]
    const sale = await offer('USDC-devnet', '15')
    const { transactions } = await calldataOf(sale.requestId, payers.address)
    const paid = await confirm(sale, await executeIn(payers, transactions))
    const refused = await host.test.call('POST', `/v2/payments/${paid.paymentId}/refunds`, {
      body: { amount: 'all' },
    })
    const recipient = getAddress(payers.address)
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { code: 'refund_recipient_needed', reason: 'contract', payerAddress: recipient },
    ])
    const refunds = [
      await refund(paid, { amount: '5', recipient }),
      await refund(paid, { amount: 'all', recipient }),
    ]
    const batch = await call('GET', `${await link(refunds)}/pay?wallet=${merchants.address}`)
    const pay = () => executeIn(merchants, callsOf(batch))
    const payer = getAddress(merchants.address)
    await settle(sale, refunds, full('15', { pay, payer, sender: merchants.executor }))
  })
})

describe('A refund of a request', () => {
  test('a refund of a request pays back a double payment as the excess, once', async () => {
    const sale = await offer('USDC-devnet', '9')
    // The customer gets the calldata twice before the first payment, as in two tabs.
    const one = await calldataOf(sale.requestId, CUSTOMER)
    const two = await calldataOf(sale.requestId, CUSTOMER)
    await confirm(sale, await send(CUSTOMER_INDEX, one.transactions))
    await send(CUSTOMER_INDEX, two.transactions)
    await expectExcess(sale, '9')
  })

  test('a refund of a request pays back the excess of one payment, once', async () => {
    const sale = await offer('USDC-devnet', '9')
    const { transactions } = await calldataOf(sale.requestId, CUSTOMER)
    const raised = transactions.map((one: Transaction) => payMore(one, 2_500_000n))
    await send(CUSTOMER_INDEX, raised)
    await expectExcess(sale, '2.5')
  })

  const cancel = ({ token }: Sale) => call('POST', `/v2/secure-payments/${token}/cancel`)
  const expire = async ({ token, requestId }: Sale) => {
    const { kysely } = host.test.host.context.db
    const past = { expires_at: '2020-01-01T00:00:00.000Z' }
    await kysely.updateTable('secure_payments').set(past).where('token', '=', token).execute()
    await kysely.updateTable('requests').set(past).where('id', '=', requestId).execute()
  }

  test.each([
    ['cancelled', cancel],
    ['expired', expire],
  ])('a refund of a request pays back a late payment for an ended link: %s', async (_, end) => {
    const sale = await offer('USDC-devnet', '4')
    const { transactions } = await calldataOf(sale.requestId, CUSTOMER)
    await end(sale)
    await confirm(sale, await send(CUSTOMER_INDEX, transactions))
    const { payments } = await call('GET', `/v2/payments?requestId=${sale.requestId}`)
    expect(payments).toMatchObject([{ isLate: true, refundStatus: 'none' }])
    await settle(sale, await refundAll(sale, 'all'), full('4'))
  })
})

/** Waits for a request's excess, refunds it, and expects that it cannot be refunded again. */
async function expectExcess(sale: Sale, excessAmount: string): Promise<void> {
  await waitFor(`an excess of ${excessAmount}`, async () => {
    const request = await call('GET', `/v2/request/${sale.requestId}`)
    return request.excessAmount === excessAmount ? true : null
  })
  const refunds = await refundAll(sale, 'excess')
  expect(refunds).toMatchObject([{ amount: excessAmount, recipient: CUSTOMER }])
  await settle(sale, refunds, partial(excessAmount))
  await expectRest(`/v2/request/${sale.requestId}/refunds`, 'excess', '0')
}

describe('The wallet that paid', () => {
  test('the wallet that paid must have a private key, unless the merchant names the wallet as the recipient', async () => {
    const sale = await sell('USDC-devnet', '3')
    const client = chains.client('devnet')
    const code = (address: Hex, bytecode: Hex) => client.setCode({ address, bytecode })
    await code(CUSTOMER, '0x00')
    try {
      const refused = await host.test.call('POST', `/v2/payments/${sale.paymentId}/refunds`, {
        body: { amount: 'all' },
      })
      expect(refused.json).toMatchObject({ code: 'refund_recipient_needed', reason: 'contract' })
      expect(await refund(sale, { amount: '1', recipient: CUSTOMER })).toMatchObject({
        recipient: CUSTOMER,
      })
      // An account that delegates to code (EIP-7702) still has its key.
      await code(CUSTOMER, `0xef0100${'11'.repeat(20)}`)
      expect(await refund(sale, { amount: '1' })).toMatchObject({ recipient: CUSTOMER })
    } finally {
      await code(CUSTOMER, '0x')
    }
    const created = await refund(sale, { amount: 'all', recipient: freshWallet() })
    await settle(sale, [created], partial('1'))
  })
})

describe('A cancelled refund', () => {
  test('a cancelled refund sends its event, and its calldata is no longer returned', async () => {
    const sale = await sell('USDC-devnet', '2')
    const created = await refund(sale, { amount: 'all' })
    const opened = await findEvent(host, created.id, 'refund.created')
    expect(opened).toMatchObject({ sequence: 1, amount: '2' })
    await call('POST', `/v2/refunds/${created.id}/cancel`)
    expect(await findEvent(host, created.id, 'refund.cancelled')).toMatchObject({ sequence: 2 })
    const path = `/v2/request/${created.refundRequestId}/pay`
    expect((await host.test.call('GET', path)).status).toBe(410)
    await settle(sale, [await refund(sale, { amount: 'all' })], full('2'))
  })
})

test('The wallets’ balances on chain changed exactly by the recorded payments, and by gas', async () => {
  const after = await readBalances()
  for (const [wallet, index] of WALLETS) {
    const books = await sumBooks(host, wallet)
    for (const symbol of SYMBOLS) {
      const key = `${wallet} ${symbol}`
      const token = symbol === 'ETH' ? null : chains.token('devnet', symbol).address
      const burnt = token === null ? (gas.get(index) ?? 0n) : 0n
      const change = (after.get(key) ?? 0n) - (before.get(key) ?? 0n)
      expect([key, change]).toEqual([key, (books.get(token) ?? 0n) - burnt])
    }
  }
})
