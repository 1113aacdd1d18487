import { type Chains, startChains, type TronNode } from '@secure-payment/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usdtItem } from '../support/startTronRelay.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { buildTron, type SignedTronJson, signTron } from '../support/tronWallets.ts'
import { accountOf } from './support/payTron.ts'
import { waitFor } from './support/waitFor.ts'

/**
 * Payments on Tron over the API only, like a page: calldata, TronWeb's signature, the relay, and the watcher's result.
 */
let chains: Chains
let node: TronNode
let test: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['tron'] })
  node = chains.tronNode('tron')
  test = await startTestHost({
    PAY_NETWORKS: 'tron',
    PAY_RPC_URL_TRON: chains.rpcUrl('tron'),
    PAY_ROLE: 'api,watcher,worker',
    PAY_POLL_INTERVAL_MS_TRON: '50',
  })
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
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

const read = () => test.call('GET', `/v2/secure-payments/${token}`)

async function ask(payer: number) {
  const path = `/v2/secure-payments/${token}/pay?wallet=${payerOf(payer).address}`
  const { status, json, text } = await test.call('GET', path)
  if (status !== 200) throw new Error(text)
  return json
}

/** Signs on the newest block, like a wallet. */
async function sign(call: Call, payer: number): Promise<SignedTronJson> {
  const account = payerOf(payer)
  const block = await test.host.context.chains.getTron('tron').getReferenceBlock()
  const nowMs = block.timestampMs
  const built = await buildTron({ ...call, owner: account.address, nowMs, block })
  return signTron(built, account)
}

async function broadcast(signedTransaction: SignedTronJson) {
  const path = `/v2/secure-payments/${token}/tron/broadcast`
  return test.call('POST', path, { body: { signedTransaction } })
}

/** Sends a step and waits until it is in a block. */
async function send(call: Call, payer: number): Promise<{ txID: string; result: string | null }> {
  const signed = await sign(call, payer)
  const { json } = await broadcast(signed)
  expect(json).toEqual({ result: true, txid: signed.txID })
  return waitFor(`${signed.txID} to be mined`, async () => {
    const found = await test.host.context.chains.getTron('tron').findTransaction(signed.txID)
    return found?.blockNumber == null ? null : found
  })
}

const untilCompleted = () =>
  waitFor('the payment to be completed', async () => {
    const { status, json } = await read()
    return status === 409 && json.payment.status === 'completed' ? json.payment : null
  })

describe('A payment on Tron over the relay', () => {
  it('a payment on Tron over the relay is approved once, paid, shown while it is confirmed, and complete when its block is solid', async () => {
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

  it.each(['revert', 'out_of_energy'] as const)(
    'a payment on Tron over the relay pays nothing if it fails in its block (%s), and can be repeated',
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
    'a payment on Tron over the relay returns the reason if the node rejects it (%s)',
    async (fail, code) => {
      const { transactions } = await ask(3)
      node.setSwitches({ fail })
      const { status, json } = await broadcast(await sign(transactions[0], 3))
      expect(status).toBe(200)
      expect(json).toMatchObject({ result: false, code })
      expect(json.message).toMatch(/^[ -~]{5,}$/)
    },
  )

  it('a payment on Tron over the relay is sent again unchanged if a node forgets it', async () => {
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
