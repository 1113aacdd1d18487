import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RICH, startTronNode } from '../support/startTronNode.ts'
import { PAYER, SHOP_ORIGIN, startTestHost } from '../support/testHost.ts'
import {
  abiAddressOf,
  buildTron,
  TRON_CHAIN_ID,
  TRON_PROXY,
  TRON_USDT,
  tronFeeAddress,
  tronPayee,
  tronPayer,
} from '../support/tronWallets.ts'

/** Requests, payouts and secure payments on Tron, whose node says what a test wants. */
const node = await startTronNode()
const test = await startTestHost({
  PAY_NETWORKS: 'devnet,tron',
  PAY_RPC_URL_TRON: node.url,
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
})
beforeEach(() => Object.assign(node.state, RICH))

const PROXY_ABI = parseAbi([
  'function transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)',
])
const TOKEN_ABI = parseAbi(['function approve(address,uint256)'])
const MAX_UINT256 = 2n ** 256n - 1n
const ZERO_ADDRESS = `0x${'0'.repeat(40)}` as const

const USDT = {
  payee: tronPayee.address,
  amount: '12.5',
  invoiceCurrency: 'USDT-tron',
  paymentCurrency: 'USDT-tron',
}
const FEE = { feePercentage: '1', feeAddress: tronFeeAddress.address }
const OWN = { chainId: TRON_CHAIN_ID, chainType: 'tron' }
const APPROVAL = {
  to: TRON_USDT,
  data: encodeFunctionData({
    abi: TOKEN_ABI,
    functionName: 'approve',
    args: [abiAddressOf(TRON_PROXY), MAX_UINT256],
  }),
  ...OWN,
  feeLimit: 100_000_000,
}
const RESET = { ...APPROVAL, data: APPROVAL.data.slice(0, -64) + '0'.repeat(64) }

/** The payment as Request Network's proxy takes it, encoded by viem. */
function paymentOf(reference: string, fee: { units: bigint; address: `0x${string}` }) {
  return {
    to: TRON_PROXY,
    data: encodeFunctionData({
      abi: PROXY_ABI,
      functionName: 'transferFromWithReferenceAndFee',
      args: [
        abiAddressOf(TRON_USDT),
        abiAddressOf(tronPayee.address),
        12_500_000n,
        reference as `0x${string}`,
        fee.units,
        fee.address,
      ],
    }),
    ...OWN,
    feeLimit: 300_000_000,
  }
}

/** Bytes as java-tron counts them: the transaction with one signature, and 64 for the result of its contract. */
async function bandwidthOf(call: { to: string; data: string; feeLimit: number }): Promise<number> {
  const nowMs = test.clock.now().getTime()
  const { raw_data_hex } = await buildTron({ ...call, owner: tronPayer.address, nowMs })
  const rawBytes = raw_data_hex.length / 2
  const lengthBytes = rawBytes < 128 ? 1 : 2
  return 1 + lengthBytes + rawBytes + (1 + 1 + 65) + 64
}

const NO_FEE = { units: 0n, address: ZERO_ADDRESS } as const
const ONE_PERCENT = { units: 125_000n, address: abiAddressOf(tronFeeAddress.address) }
const VECTOR_WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const VECTOR = `${VECTOR_WALLET}@eip155:728126428#17734355`
const NO_VALUE = { type: 'BigNumber', hex: '0x00' }

describe('A request on Tron', () => {
  let id: string
  let reference: string
  beforeAll(async () => {
    const { status, json } = await test.call('POST', '/v2/request', { body: USDT })
    expect(status).toBe(201)
    id = json.requestId
    reference = json.paymentReference
  })

  it('keeps its addresses as Tron writes them', async () => {
    const { json } = await test.call('GET', `/v2/request/${id}`)
    expect(json).toMatchObject({
      payee: tronPayee.address,
      network: 'tron',
      invoiceCurrencyId: 'USDT-tron',
      requestAmount: '12.5',
    })
  })

  it('answers an approval of the largest amount and the payment, without a wallet', async () => {
    const { status, json } = await test.call('GET', `/v2/request/${id}/pay`)
    expect(status).toBe(200)
    expect(json).toEqual({
      transactions: [
        { ...APPROVAL, value: NO_VALUE },
        { ...paymentOf(reference, NO_FEE), value: NO_VALUE },
      ],
      metadata: {
        stepsRequired: 2,
        needsApproval: true,
        approvalTransactionIndex: 0,
        paymentTransactionIndex: 1,
        hasEnoughBalance: true,
        hasEnoughGas: true,
        balanceChecked: false,
      },
    })
  })

  it('adds the fee of the call to the payment', async () => {
    const fees = new URLSearchParams(FEE).toString()
    const { json } = await test.call('GET', `/v2/request/${id}/pay?${fees}`)
    const payment = paymentOf(reference, ONE_PERCENT)
    expect(json.transactions[1]).toEqual({ ...payment, value: NO_VALUE })
    expect(json.metadata.platformFee).toEqual({
      percentage: '1',
      address: tronFeeAddress.address,
    })
  })

  it('has one route, the direct one on TRON', async () => {
    const { json } = await test.call('GET', `/v2/request/${id}/routes?wallet=${tronPayer.address}`)
    expect(json.routes).toEqual([
      expect.objectContaining({ id: 'REQUEST_NETWORK_PAYMENT', chain: 'TRON', token: 'USDT' }),
    ])
  })

  it('is paid over version 1 of the API alike', async () => {
    const v2 = await test.call('GET', `/v2/request/${id}/pay`)
    const v1 = await test.call('GET', `/v1/request/${reference}/pay`)
    expect(v1.json).toEqual(v2.json)
    const direct = await test.call('POST', '/v1/pay', { body: USDT })
    expect(direct.status).toBe(201)
    expect(direct.json.transactions[1]).toEqual({
      ...paymentOf(direct.json.paymentReference, NO_FEE),
      value: NO_VALUE,
    })
  })
})

describe('A payout on Tron', () => {
  it('answers what its payer still has to do', async () => {
    node.state.allowanceUnits = MAX_UINT256
    const { status, json } = await test.call('POST', '/v2/payouts', {
      body: { ...USDT, ...FEE, payerWallet: tronPayer.address },
    })
    expect(status).toBe(201)
    const payment = paymentOf(json.paymentReference, ONE_PERCENT)
    expect(json.transactions).toEqual([{ ...payment, value: NO_VALUE }])
    const stored = await test.call('GET', `/v2/request/${json.requestId}`)
    expect(stored.json).toMatchObject({ payer: tronPayer.address })
  })

  it('makes a link of one', async () => {
    const { status, json } = await test.call('POST', '/v2/secure-payments/payouts', {
      body: {
        recipient: tronPayee.address,
        network: 'tron',
        currency: 'USDT-tron',
        amount: '12.5',
        creatorWalletAddress: tronPayer.address,
      },
    })
    expect(status).toBe(201)
    const read = await test.call('GET', `/v2/secure-payments/${json.token}`)
    expect(read.json).toMatchObject({ flow: 'pay', network: 'tron', payee: tronPayee.address })
  })
})

describe('A secure payment on Tron', () => {
  let token: string
  let reference: string
  beforeAll(async () => {
    token = (await test.createPayment({ requests: [USDT], ...FEE })).token
    const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
    reference = json.items[0].paymentReference
  })
  const pay = (query = '') => test.call('GET', `/v2/secure-payments/${token}/pay${query}`)
  const payAs = () => pay(`?wallet=${tronPayer.address}`)

  it('shows Tron’s addresses, chain and token', async () => {
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

  it('answers calldata without a wallet, approval included', async () => {
    const { json } = await pay()
    expect(json.transactions).toEqual([
      { ...APPROVAL, value: 0 },
      { ...paymentOf(reference, ONE_PERCENT), value: 0 },
    ])
    expect(json.metadata).not.toHaveProperty('tron')
  })

  it('tells what a wallet has and needs', async () => {
    const { json } = await payAs()
    expect(json.transactions).toHaveLength(2)
    expect(json.metadata).toMatchObject({ hasEnoughGas: true, balanceChecked: true })
    const [approval = 0, payment = 0] = await Promise.all(json.transactions.map(bandwidthOf))
    // The free 600 pay for the first; the second burns TRX for every byte.
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

  it('asks for no TRX where energy and bandwidth suffice', async () => {
    Object.assign(node.state, { trxSun: 0, energy: 60_000, freeBandwidth: 5_000 })
    const { json } = await payAs()
    expect(json.metadata).toMatchObject({ hasEnoughGas: true, tron: { trxRequired: '0' } })
  })

  it.each([
    ['no TRX', { trxSun: 0 }, { hasEnoughGas: false, hasEnoughBalance: true }],
    ['too few tokens', { usdtUnits: 12_624_999n }, { hasEnoughGas: true, hasEnoughBalance: false }],
    ['amount and fee', { usdtUnits: 12_625_000n }, { hasEnoughGas: true, hasEnoughBalance: true }],
  ])('judges a wallet with %s', async (_, state, expected) => {
    Object.assign(node.state, state)
    expect((await payAs()).json.metadata).toMatchObject(expected)
  })

  it('needs no approval where the allowance suffices', async () => {
    node.state.allowanceUnits = 12_625_000n
    const { json } = await payAs()
    expect(json.transactions).toEqual([{ ...paymentOf(reference, ONE_PERCENT), value: 0 }])
    expect(json.metadata).toMatchObject({ needsApproval: false, approvalTransactionIndex: null })
  })

  it('sets an allowance that is too small to zero first', async () => {
    node.state.allowanceUnits = 12_624_999n
    const { json } = await payAs()
    expect(json.transactions.slice(0, 2)).toEqual([
      { ...RESET, value: 0 },
      { ...APPROVAL, value: 0 },
    ])
  })
})

describe('While no node answers', () => {
  it('calldata is as for anybody', async () => {
    await using silent = await startTestHost({
      PAY_NETWORKS: 'tron',
      PAY_RPC_URL_TRON: 'http://127.0.0.1:1/jsonrpc',
    })
    const { token } = await silent.createPayment({ requests: [USDT] })
    const path = `/v2/secure-payments/${token}/pay?wallet=${tronPayer.address}`
    const { status, json } = await silent.call('GET', path)
    expect(status).toBe(200)
    expect(json.transactions).toHaveLength(2)
    expect(json.metadata).toMatchObject({ balanceChecked: false, hasEnoughGas: true })
    expect(json.metadata).not.toHaveProperty('tron')
  })
})

describe('The ways to pay on Tron', () => {
  it('are the own token alone', async () => {
    const { token } = await test.createPayment({ requests: [USDT] })
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

describe('A destination on Tron', () => {
  // Vectors of the destination ids: the bytes of an EVM chain's, with the address in base 58.
  it.each([
    ['USDT-tron', TRON_USDT],
    ['USDC-tron', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  ])('is paid by its composite id, in %s', async (currency, tokenAddress) => {
    const destinationId = `${VECTOR}:${tokenAddress}`
    const { token } = await test.createPayment({ requests: [{ destinationId, amount: '3' }] })
    const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
    expect(json).toMatchObject({
      payee: VECTOR_WALLET,
      paymentCurrency: currency,
      destination: {
        destinationId,
        payeeAddress: VECTOR,
        walletAddress: VECTOR_WALLET,
        tokenAddress,
        network: 'tron',
      },
    })
  })

  it('in TRX cannot be paid', async () => {
    const destinationId = `${VECTOR}:T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb`
    const { status, json } = await test.call('POST', '/v2/secure-payments', {
      body: { requests: [{ destinationId, amount: '3' }] },
    })
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'unpayable_currency' })
    expect(json.errors[0].field).toBe('requests[0].destinationId')
  })

  it('that a client ID is bound to is where its payments go, and nowhere else', async () => {
    const { clientId } = await test.createClientId({
      label: 'Bound shop',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: `${VECTOR}:${TRON_USDT}`,
    })
    const headers = { 'x-client-id': clientId, origin: SHOP_ORIGIN }
    const create = (item: object) =>
      test.call('POST', '/v2/secure-payments', {
        anonymous: true,
        headers,
        body: { requests: [item] },
      })
    const { json } = await create({ amount: '3' })
    const read = await test.call('GET', `/v2/secure-payments/${json.token}`)
    expect(read.json).toMatchObject({ payee: VECTOR_WALLET, paymentCurrency: 'USDT-tron' })
    const onEvm = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }
    for (const other of [USDT, { ...USDT, payee: PAYER, ...onEvm }]) {
      const { status, json: problem } = await create(other)
      expect({ status, code: problem.code }).toEqual({
        status: 403,
        code: 'destination_not_allowed',
      })
    }
  })
})

describe('A client ID', () => {
  it('with a fee on Tron puts it on payments there', async () => {
    const { clientId } = await test.createClientId({
      label: 'Tron shop',
      allowedDomains: [SHOP_ORIGIN],
      ...FEE,
    })
    const headers = { 'x-client-id': clientId, origin: SHOP_ORIGIN }
    const { status, json } = await test.call('POST', '/v2/secure-payments', {
      anonymous: true,
      headers,
      body: { requests: [USDT] },
    })
    expect(status).toBe(201)
    const read = await test.call('GET', `/v2/secure-payments/${json.token}`)
    expect(read.json.items[0].fee).toEqual({
      percentage: '1',
      amount: '0.125',
      address: tronFeeAddress.address,
    })
  })
})

describe('An attempt on Tron', () => {
  const TX_ID = 'ab'.repeat(32)
  const attemptId = '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11'

  it('takes Tron’s wallets and ids, and no others', async () => {
    const { token } = await test.createPayment({ requests: [USDT] })
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

  it('is prolonged for an hour by a transaction that a node knows and that pays it', async () => {
    const { token } = await test.createPayment({ requests: [USDT] })
    const { json: shown } = await test.call('GET', `/v2/secure-payments/${token}`)
    const path = `/v2/secure-payments/${token}/attempts`
    const id = '7b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c12'
    const body = {
      attemptId: id,
      wallet: tronPayer.address,
      chain: 'TRON',
      token: 'USDT',
      calldataHash: `0x${'5b'.repeat(32)}`,
    }
    await test.call('POST', path, { body })
    node.state.transactions.set(TX_ID, `0a02${shown.items[0].paymentReference.slice(2)}`)
    const { json } = await test.call('PATCH', `${path}/${id}`, {
      body: { phase: 'broadcast', txHash: TX_ID },
    })
    const hour = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    expect(json.leaseUntil).toBe(hour)
  })
})
