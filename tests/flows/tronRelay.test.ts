import type { Refund } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import {
  type Chains,
  type Sink,
  startChains,
  startSink,
  type TronNode,
} from '@secure-payment/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signRefundClaim } from '../support/signRefundClaim.ts'
import { usdtItem } from '../support/startTronRelay.ts'
import { PAYER, pageHeaders, startTestHost, type TestHost } from '../support/testHost.ts'
import { buildTron, type SignedTronJson, signTron, TRON_USDT } from '../support/tronWallets.ts'
import { tronWeb } from '../support/walletSigners.ts'
import { callApi, expectRefunded } from './support/expectRefunded.ts'
import { accountOf, payTron } from './support/payTron.ts'
import { waitFor } from './support/waitFor.ts'

/**
 * Payments on Tron through the API only, like a page: calldata, TronWeb's signature, the relay, and the watcher's result.
 */
let chains: Chains
let node: TronNode
let sink: Sink
let test: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['tron'] })
  node = chains.tronNode('tron')
  test = await startTestHost({
    PAY_NETWORKS: 'tron',
    PAY_RPC_URL_TRON: chains.rpcUrl('tron'),
    PAY_ROLE: 'api,watcher,worker',
    PAY_POLL_INTERVAL_MS_TRON: '50',
    PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
  })
  sink = await startSink()
  sink.setSecret((await call('POST', '/v1/webhook', { url: sink.url })).secret)
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await sink?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

type Call = { to: string; data: string; feeLimit: number }

let token: string
beforeEach(async () => {
  token = (await test.createPayment({ requests: [usdtItem] })).token
})
afterEach(() => {
  node.setSwitches({ fail: 'none', solidLag: 0, energy: 0 })
})

const payerOf = (index: number) => {
  const { tronAddress: address, privateKey } = accountOf({ chains }, index)
  return { address, privateKey: privateKey.slice(2) }
}

const call = (method: string, path: string, body?: object) => callApi({ test }, method, path, body)
const read = () => test.call('GET', `/v2/secure-payments/${token}`)

const ask = (payer: number, page = token) =>
  call('GET', `/v2/secure-payments/${page}/pay?wallet=${payerOf(payer).address}`)

/** Signs with a reference to the newest block, as a wallet does. */
async function sign(call: Call, payer: number): Promise<SignedTronJson> {
  const account = payerOf(payer)
  const block = await test.host.context.chains.getTron('tron').getReferenceBlock()
  const nowMs = block.timestampMs
  const built = await buildTron({ ...call, owner: account.address, nowMs, block })
  return signTron(built, account)
}

async function broadcast(signedTransaction: SignedTronJson, page = token) {
  const path = `/v2/secure-payments/${page}/tron/broadcast`
  return test.call('POST', path, { body: { signedTransaction } })
}

/** Sends a step and waits until it is in a block. */
async function send(call: Call, payer: number, page = token) {
  const signed = await sign(call, payer)
  const { json } = await broadcast(signed, page)
  expect(json).toEqual({ result: true, txid: signed.txID })
  return waitFor(`${signed.txID} to be mined`, async () => {
    const found = await test.host.context.chains.getTron('tron').findTransaction(signed.txID)
    return found?.blockNumber == null ? null : { ...found, txID: signed.txID }
  })
}

const untilCompleted = () =>
  waitFor('the payment to be completed', async () => {
    const { status, json } = await read()
    return status === 409 && json.payment.status === 'completed' ? json.payment : null
  })

describe('A payment on Tron through the relay', () => {
  it('a payment on Tron through the relay is approved once, paid, shown while it is confirmed, and complete when its block is solid', async () => {
    const first = await ask(1)
    expect(first.metadata).toMatchObject({ needsApproval: true, hasEnoughBalance: true })
    const [approval, payment] = first.transactions
    expect((await send(approval, 1)).result).toBe('SUCCESS')
    const second = await ask(1)
    expect(second.transactions).toEqual([payment])

    node.setSwitches({ solidLag: 1_000 })
    const signed = await sign(payment, 1)
    expect((await broadcast(signed)).json).toEqual({ result: true, txid: signed.txID })
    const seen = await waitFor('the payment to be seen', async () => {
      const { json } = await read()
      return json.transactions?.[0] ?? null
    })
    expect(seen).toMatchObject({ txHash: signed.txID, status: 'confirming', amount: '12.5' })
    expect((await broadcast(signed)).json).toEqual({ result: true, txid: signed.txID })
    expect((await broadcast(await sign(payment, 1))).json.code).toBe('payment_processing')

    node.setSwitches({ solidLag: 0 })
    const done = await untilCompleted()
    expect(done.transactions).toEqual([
      expect.objectContaining({ txHash: signed.txID, status: 'confirmed' }),
    ])
    expect((await broadcast(signed)).json).toEqual({ result: true, txid: signed.txID })
  })

  it('a payment on Tron whose payee bears the fee takes exactly the amount, split, and is paid in full', async () => {
    node.setSwitches({ solidLag: 0 })
    const feeAddress = payerOf(8).address
    const created = await test.createPayment({
      requests: [usdtItem],
      feePercentage: '2',
      feeAddress,
      defaultFeeBearer: 'payee',
    })
    const { transactions, feeBundle } = await ask(3, created.token)
    expect(feeBundle.amountSummary).toMatchObject({
      grossAmount: '12.5',
      netRecipientAmount: '12.25',
      totalFees: '0.25',
      payerTotal: '12.5',
    })
    const owners = [usdtItem.payee, feeAddress, payerOf(3).address]
    const read = () => Promise.all(owners.map((owner) => unitsOf(TRON_USDT, owner)))
    const before = await read()
    for (const step of transactions) await send(step, 3, created.token)
    const [requestId = ''] = created.requestIds
    await waitFor('the request to be paid', async () => {
      const { json } = await test.call('GET', `/v2/request/${requestId}`)
      return json.hasBeenPaid && json.paidAmount === '12.5' ? true : null
    })
    const after = await read()
    expect(after.map((units, index) => units - (before[index] ?? 0n))).toEqual([
      12_250_000n,
      250_000n,
      -12_500_000n,
    ])
    const { rawBody } = await sink.waitFor((one) => one.rawBody.includes(requestId))
    const event = JSON.parse(rawBody)
    expect(event).toMatchObject({ amount: '12.5', expectedAmount: '12.5' })
    expect(event.fees).toContainEqual(expect.objectContaining({ type: 'platform', amount: '0.25' }))
  })

  it.each(['revert', 'out_of_energy'] as const)(
    'a payment on Tron through the relay pays nothing if it fails in its block (%s), and can be repeated',
    async (fail) => {
      const { transactions } = await ask(2)
      for (const call of transactions.slice(0, -1)) await send(call, 2)
      const payment = transactions.at(-1)
      node.setSwitches({ fail })
      expect((await send(payment, 2)).result).not.toBe('SUCCESS')
      expect((await read()).json).toMatchObject({ status: 'pending', transactions: [] })
      node.setSwitches({ fail: 'none' })
      await send(payment, 2)
      await untilCompleted()
    },
  )

  it.each([
    ['bandwidth', 'BANDWITH_ERROR'],
    ['tapos', 'TAPOS_ERROR'],
    ['expired', 'TRANSACTION_EXPIRATION_ERROR'],
    ['server_busy', 'SERVER_BUSY'],
  ] as const)(
    'a payment on Tron through the relay returns the reason if the node rejects it (%s)',
    async (fail, code) => {
      const { transactions } = await ask(3)
      node.setSwitches({ fail })
      const { status, json } = await broadcast(await sign(transactions[0], 3))
      expect(status).toBe(200)
      expect(json).toMatchObject({ result: false, code })
      expect(json.message).toMatch(/^[ -~]{5,}$/)
    },
  )

  it('a payment on Tron through the relay is sent again unchanged if a node forgets it', async () => {
    const { transactions } = await ask(4)
    const signed = await sign(transactions[0], 4)
    node.setSwitches({ fail: 'drop' })
    expect((await broadcast(signed)).json.result).toBe(true)
    node.setSwitches({ fail: 'none' })
    expect((await broadcast(signed)).json.result).toBe(true)
    await waitFor('it to be mined', async () => {
      const found = await test.host.context.chains.getTron('tron').findTransaction(signed.txID)
      return found?.blockNumber ?? null
    })
  })
})

describe('A Tron wallet’s requirements', () => {
  it('a Tron wallet’s requirements include TRX for missing energy', async () => {
    const { address } = payerOf(5)
    const { metadata } = await ask(5)
    expect(metadata.hasEnoughGas).toBe(true)
    const { energyRequired, trxRequired } = metadata.tron
    expect(Number(energyRequired)).toBeGreaterThan(0)
    node.setSwitches({ balancesSun: { [address]: Number(trxRequired) - 1 } })
    expect((await ask(5)).metadata.hasEnoughGas).toBe(false)
    node.setSwitches({ balancesSun: { [address]: Number(trxRequired) } })
    expect((await ask(5)).metadata.hasEnoughGas).toBe(true)
  })

  it('a Tron wallet’s requirements include no TRX for available energy', async () => {
    const before = (await ask(6)).metadata.tron
    node.setSwitches({ energy: Number(before.energyRequired) })
    const { tron } = (await ask(6)).metadata
    expect(tron.energyAvailable).toBe(before.energyRequired)
    const saved = Number(before.trxRequired) - Number(tron.trxRequired)
    expect(saved).toBe(Number(before.energyRequired) * 100)
  })
})

const MERCHANT = 0
const CUSTOMER = 7
const TRON_USDC = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'

/** Creates a link from the merchant for 12.5 USDT. */
async function offer(): Promise<{ token: string; requestId: string }> {
  const request = { ...usdtItem, payee: payerOf(MERCHANT).address }
  const { token: page, requestIds } = await test.createPayment({ requests: [request] })
  return { token: page, requestId: requestIds[0] ?? '' }
}

/** Sends all of a page's transactions through the relay, and returns the id of the last. */
async function payPage(page: string, payer: number): Promise<string> {
  const { transactions } = await ask(payer, page)
  let txID = ''
  for (const step of transactions) txID = (await send(step, payer, page)).txID
  return txID
}

/** Pays a refund through its link, with the merchant's wallet. */
async function payRefund({ id }: Refund): Promise<string> {
  const link = await call('POST', '/v2/secure-payments/refunds', { refundIds: [id] })
  return payPage(link.token, MERCHANT)
}

async function unitsOf(token: string, wallet: string): Promise<bigint> {
  const { chains: clients } = test.host.context
  const spender = getNetwork('tron').contracts.ERC20FeeProxy?.address ?? ''
  const { tokens } = await clients.get('tron').readPayerState({ wallet, tokens: [token], spender })
  return tokens[token]?.balanceUnits ?? 0n
}

/** Adds a contract to the chain, and returns its address. */
async function deployOnTron(): Promise<string> {
  const { address, tronAddress } = accountOf({ chains }, 9)
  await chains.client('tron').setCode({ address, bytecode: '0x00' })
  return tronAddress
}

describe('A refund on Tron', () => {
  it('a refund on Tron goes to the wallet that paid, or to an address that its payer states', async () => {
    node.setSwitches({ solidLag: 0 })
    const merchant = payerOf(MERCHANT).address
    const [customer, other] = [payerOf(CUSTOMER), payerOf(CUSTOMER + 1).address]
    const sale = await offer()
    await payPage(sale.token, CUSTOMER)
    const { id } = await waitFor('the payment', async () => {
      const { payments } = await call('GET', `/v2/payments?requestId=${sale.requestId}`)
      return payments[0] ?? null
    })
    const path = `/v2/payments/${id}/refunds`
    const contract = await deployOnTron()
    for (const recipient of [PAYER, merchant, TRON_USDT, contract]) {
      const { status, json } = await test.call('POST', path, { body: { amount: '1', recipient } })
      expect([status, json.code]).toEqual([400, 'validation_failed'])
    }
    const place = {
      test,
      sink,
      balanceOf: (_: string, wallet: string) => unitsOf(TRON_USDT, wallet),
    }
    const settle = (refund: Refund, refundedAmount: string, refundStatus: 'partial' | 'full') => {
      const pay = () => payRefund(refund)
      const paid = { refunds: [refund], token: sale.token, payer: merchant, pay }
      return expectRefunded(place, { ...paid, refundedAmount, refundStatus })
    }
    const toPayer = await call('POST', path, { amount: '2.5' })
    expect(toPayer).toMatchObject({ currency: 'USDT-tron', recipient: customer.address })
    await settle(toPayer, '2.5', 'partial')

    const headers = pageHeaders((await test.createClientId()).clientId)
    const visit = (method: string, page: string, body: object) =>
      test.call(method, page, { anonymous: true, headers, body })
    const link = await call('POST', `/v2/payments/${id}/refund-claims`)
    const code = link.url.slice(link.url.lastIndexOf('.') + 1)
    const stating = `/v2/refund-claims/${link.id}/address`
    expect((await visit('POST', stating, { code, recipient: contract })).status).toBe(400)
    expect((await visit('POST', stating, { code, recipient: other })).status).toBe(200)
    const stated = await call('GET', `/v2/refund-claims/${link.id}`)
    expect(stated).toMatchObject({ proof: 'code', recipient: other })
    const toOther = await call('POST', path, { amount: '4', recipient: stated.recipient })
    await settle(toOther, '6.5', 'partial')

    // The list of claims begins with the newest.
    test.clock.advance(1)
    const body = await signRefundClaim(test, {
      ...{ token: sale.token, network: 'tron', walletType: 'tron', recipient: other },
      address: customer.address,
      sign: async (message) => tronWeb.trx.signMessageV2(message, customer.privateKey),
    })
    const proving = `/v2/secure-payments/${sale.token}/refund-claims`
    expect((await visit('POST', proving, { ...body, recipient: merchant })).status).toBe(403)
    expect((await visit('POST', proving, body)).json).toEqual({ count: 1 })
    const signed = await call('GET', `/v2/refund-claims?paymentId=${id}`)
    expect(signed.refundClaims).toMatchObject([
      { proof: 'wallet', wallet: customer.address, recipient: other },
      { proof: 'code' },
    ])
    const [{ recipient }] = signed.refundClaims
    await settle(await call('POST', path, { amount: 'all', recipient }), '12.5', 'full')
  })

  it('a refund on Tron of money in the wrong token goes to the wallet that paid', async () => {
    node.setSwitches({ solidLag: 0 })
    const { requestId } = await offer()
    const { context } = test.host
    const request = await context.db.kysely
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
    const world = { chains, context, network: getNetwork('tron') }
    const txID = await payTron(world, request, { payer: CUSTOMER, token: TRON_USDC })
    const unmatched = await waitFor('the unmatched payment', async () => {
      const found = await call('GET', `/v2/unmatched-payments?txHash=${txID}`)
      return found.unmatchedPayments[0] ?? null
    })
    const path = `/v2/unmatched-payments/${unmatched.id}/refunds`
    const refund: Refund = await call('POST', path, { amount: 'all' })
    const recipient = payerOf(CUSTOMER).address
    expect(refund).toMatchObject({
      ...{ network: 'tron', currency: 'USDC-tron', amount: '12.5', recipient },
      ...{ unmatchedPaymentId: unmatched.id, paymentTxHash: txID },
    })
    const before = await unitsOf(TRON_USDC, recipient)
    const paying = await payRefund(refund)
    const { body } = await sink.waitFor(({ rawBody, verified }) => {
      return verified && rawBody.includes(refund.id) && rawBody.includes('refund.confirmed')
    })
    expect(body).toMatchObject({ amount: '12.5', txHash: paying, recipient })
    expect((await unitsOf(TRON_USDC, recipient)) - before).toBe(12_500_000n)
  })
})
