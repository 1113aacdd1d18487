import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RICH } from '../support/startTronNode.ts'
import { startTronRelay, usdtItem } from '../support/startTronRelay.ts'
import { PAYER, startTestHost } from '../support/testHost.ts'
import {
  NO_FEE,
  ONE_PERCENT,
  tronApproval,
  tronPaymentOf,
  tronReset,
} from '../support/tronCalldata.ts'
import {
  buildTron,
  TRON_CHAIN_ID,
  TRON_USDT,
  tronFeeAddress,
  tronPayee,
  tronPayer,
} from '../support/tronWallets.ts'

/**
 * Tests the data, calldata and lock of secure payments on Tron, with a node that the tests control.
 */
const relay = await startTronRelay()
const { test, node } = relay
afterAll(() => relay[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(node.state, RICH)
  node.state.outcomes.clear()
})

const FEE = { feePercentage: '1', feeAddress: tronFeeAddress.address }

/**
 * Returns a transaction's bandwidth as java-tron computes it: its bytes with one signature, and 64 bytes for the contract's result.
 */
async function bandwidthOf(call: { to: string; data: string; feeLimit: number }): Promise<number> {
  const nowMs = test.clock.now().getTime()
  const { raw_data_hex } = await buildTron({ ...call, owner: tronPayer.address, nowMs })
  const rawBytes = raw_data_hex.length / 2
  const lengthBytes = rawBytes < 128 ? 1 : 2
  return 1 + lengthBytes + rawBytes + (1 + 1 + 65) + 64
}

describe('A secure payment on Tron', () => {
  let token: string
  let reference: string
  beforeAll(async () => {
    token = (await test.createPayment({ requests: [usdtItem], ...FEE })).token
    const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
    reference = json.items[0].paymentReference
  })
  const pay = (query = '') => test.call('GET', `/v2/secure-payments/${token}/pay${query}`)
  const payAs = () => pay(`?wallet=${tronPayer.address}`)

  it('a secure payment on Tron returns addresses, the chain and the token in Tron’s format', async () => {
    const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
    expect(json).toMatchObject({
      paymentType: 'single',
      network: 'tron',
      payee: tronPayee.address,
      paymentCurrency: 'USDT-tron',
      chain: { id: 'tron', chainId: TRON_CHAIN_ID, explorerUrl: 'https://tronscan.org' },
      items: [{ tokenAddress: TRON_USDT, fee: { address: tronFeeAddress.address } }],
    })
  })

  it('a secure payment on Tron returns calldata without a wallet, approval included', async () => {
    const { json } = await pay()
    expect(json.transactions).toEqual([
      { ...tronApproval, value: 0 },
      { ...tronPaymentOf(reference, ONE_PERCENT), value: 0 },
    ])
    expect(json.metadata).not.toHaveProperty('tron')
  })

  it('a secure payment on Tron returns a wallet’s balance, and the TRX, energy and bandwidth that it needs', async () => {
    const { json } = await payAs()
    expect(json.transactions).toHaveLength(2)
    expect(json.metadata).toMatchObject({ hasEnoughGas: true, balanceChecked: true })
    const [approval = 0, payment = 0] = await Promise.all(json.transactions.map(bandwidthOf))
    // The 600 free bytes cover the first transaction; the second transaction burns TRX for each of its bytes.
    const energySun = 60_000 * 100
    expect(json.metadata.tron).toEqual({
      trxBalance: '100000000',
      trxRequired: String(energySun + payment * 1_000),
      energyRequired: '60000',
      energyAvailable: '0',
      bandwidthRequired: String(approval + payment),
      bandwidthAvailable: '600',
    })
  })

  it('a secure payment on Tron needs no TRX when energy and bandwidth are sufficient', async () => {
    Object.assign(node.state, { trxSun: 0, energy: 60_000, freeBandwidth: 5_000 })
    const { json } = await payAs()
    expect(json.metadata).toMatchObject({ hasEnoughGas: true, tron: { trxRequired: '0' } })
  })

  it.each([
    ['no TRX', { trxSun: 0 }, { hasEnoughGas: false, hasEnoughBalance: true }],
    ['too few tokens', { usdtUnits: 12_624_999n }, { hasEnoughGas: true, hasEnoughBalance: false }],
    ['amount and fee', { usdtUnits: 12_625_000n }, { hasEnoughGas: true, hasEnoughBalance: true }],
  ])(
    'a secure payment on Tron returns the status of a wallet with %s',
    async (_, state, expected) => {
      Object.assign(node.state, state)
      expect((await payAs()).json.metadata).toMatchObject(expected)
    },
  )

  it('a secure payment on Tron needs no approval when the allowance is sufficient', async () => {
    node.state.allowanceUnits = 12_625_000n
    const { json } = await payAs()
    expect(json.transactions).toEqual([{ ...tronPaymentOf(reference, ONE_PERCENT), value: 0 }])
    expect(json.metadata).toMatchObject({ needsApproval: false, approvalTransactionIndex: null })
  })

  it('a secure payment on Tron resets an insufficient allowance to zero first', async () => {
    node.state.allowanceUnits = 12_624_999n
    const { json } = await payAs()
    expect(json.transactions.slice(0, 2)).toEqual([
      { ...tronReset, value: 0 },
      { ...tronApproval, value: 0 },
    ])
  })
})

describe('While no node responds', () => {
  it('while no node responds, a wallet’s calldata on Tron is the same as without a wallet', async () => {
    await using silent = await startTestHost({
      PAY_NETWORKS: 'tron',
      PAY_RPC_URL_TRON: 'http://127.0.0.1:1/jsonrpc',
    })
    const { token } = await silent.createPayment({ requests: [usdtItem] })
    const path = `/v2/secure-payments/${token}/pay?wallet=${tronPayer.address}`
    const { status, json } = await silent.call('GET', path)
    expect(status).toBe(200)
    expect(json.transactions).toHaveLength(2)
    expect(json.metadata).toMatchObject({ balanceChecked: false, hasEnoughGas: true })
    expect(json.metadata).not.toHaveProperty('tron')
  })
})

describe('The options on Tron', () => {
  it('the options on Tron include only the payment’s own token', async () => {
    const { token } = await test.createPayment({ requests: [usdtItem] })
    const { json } = await test.call(
      'GET',
      `/v2/secure-payments/${token}?wallet=${tronPayer.address}`,
    )
    expect(json.paymentOptions).toEqual({
      tron: {
        USDT: {
          balance: '1000',
          hasEnoughBalance: true,
          neededAmount: '12.5',
          hasEnoughGas: true,
        },
      },
    })
    expect(json).not.toHaveProperty('unavailableChains')
  })
})

describe('An attempt on Tron', () => {
  const TX_ID = 'ab'.repeat(32)
  const attemptId = '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11'

  it('an attempt on Tron accepts only Tron’s wallets and ids', async () => {
    const { token } = await test.createPayment({ requests: [usdtItem] })
    const path = `/v2/secure-payments/${token}/attempts`
    const body = {
      attemptId,
      wallet: tronPayer.address,
      chain: 'tron',
      token: 'USDT',
      calldataHash: `0x${'5b'.repeat(32)}`,
    }
    const refused = await test.call('POST', path, { body: { ...body, wallet: PAYER } })
    expect(refused.status).toBe(400)
    expect(refused.json.errors).toEqual([
      expect.objectContaining({ field: 'wallet', code: 'invalid_address' }),
    ])
    expect((await test.call('POST', path, { body })).status).toBe(201)
    const update = (txHash: string) =>
      test.call('PATCH', `${path}/${attemptId}`, { body: { phase: 'broadcast', txHash } })
    const odd = await update(`0x${TX_ID}`)
    expect(odd.json.errors).toEqual([expect.objectContaining({ field: 'txHash' })])
    expect((await update(TX_ID.toUpperCase())).status).toBe(200)
    const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
    const { address } = tronPayer
    expect(json.lastAttempt).toMatchObject({
      txHash: TX_ID,
      phase: 'broadcast',
      wallet: `${address.slice(0, 6)}…${address.slice(-4)}`,
    })
  })

  /**
   * Begins an attempt and reports its transaction. Returns the end of the resulting lock, and the earliest end of any attempt's lock.
   */
  async function holdBy(id: string, rawDataOf: (reference: string) => Promise<string>) {
    const { token } = await test.createPayment({ requests: [usdtItem] })
    const { json: shown } = await test.call('GET', `/v2/secure-payments/${token}`)
    const path = `/v2/secure-payments/${token}/attempts`
    const body = {
      attemptId: id,
      wallet: tronPayer.address,
      chain: 'TRON',
      token: 'USDT',
      calldataHash: `0x${'5b'.repeat(32)}`,
    }
    const { json: begun } = await test.call('POST', path, { body })
    node.state.transactions.set(TX_ID, await rawDataOf(shown.items[0].paymentReference))
    const told = { phase: 'broadcast', txHash: TX_ID }
    const { json } = await test.call('PATCH', `${path}/${id}`, { body: told })
    return { leaseUntil: json.leaseUntil, atLeast: begun.leaseUntil }
  }

  const rawDataOf = async (call: { to: string; data: string; feeLimit: number }) => {
    const nowMs = test.clock.now().getTime()
    const { raw_data_hex } = await buildTron({ ...call, owner: tronPayer.address, nowMs })
    return raw_data_hex
  }

  it.each([
    ['waits for a block', null],
    ['has succeeded', 'SUCCESS'],
  ])(
    'an attempt on Tron is extended by an hour for a transaction that a node has and that pays it, which %s',
    async (_, outcome) => {
      if (outcome !== null) node.state.outcomes.set(TX_ID, outcome)
      const id = randomUUID()
      const { leaseUntil } = await holdBy(id, (reference) =>
        rawDataOf(tronPaymentOf(reference, NO_FEE)),
      )
      const hour = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
      expect(leaseUntil).toBe(hour)
    },
  )

  it.each<[string, string, (reference: string) => Promise<string>]>([
    [
      'a payment that has failed',
      'OUT_OF_ENERGY',
      (reference) => rawDataOf(tronPaymentOf(reference, NO_FEE)),
    ],
    [
      'a call to another contract',
      'SUCCESS',
      (reference) => rawDataOf({ ...tronPaymentOf(reference, NO_FEE), to: TRON_USDT }),
    ],
    ['a memo', 'SUCCESS', async (reference) => `0a025208520a${reference.slice(2)}`],
  ])('an attempt on Tron is not extended by %s, which is free', async (_, outcome, build) => {
    node.state.outcomes.set(TX_ID, outcome)
    const { leaseUntil, atLeast } = await holdBy(randomUUID(), build)
    expect(leaseUntil).toBe(atLeast)
  })
})
