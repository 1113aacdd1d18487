import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RICH } from '../support/startTronNode.ts'
import { startTronRelay, usdtItem } from '../support/startTronRelay.ts'
import { PAYER, pageHeaders, SHOP_ORIGIN } from '../support/testHost.ts'
import {
  MAX_UINT256,
  NO_FEE,
  ONE_PERCENT,
  tronApproval,
  tronPaymentOf,
} from '../support/tronCalldata.ts'
import { TRON_USDT, tronFeeAddress, tronPayee, tronPayer } from '../support/tronWallets.ts'

/** Tests requests, payouts and destinations on Tron, with a node that the tests control. */
const relay = await startTronRelay()
const { test, node } = relay
afterAll(() => relay[Symbol.asyncDispose]())
beforeEach(() => Object.assign(node.state, RICH))

const FEE = { feePercentage: '1', feeAddress: tronFeeAddress.address }
const VECTOR_WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const VECTOR = `${VECTOR_WALLET}@eip155:728126428#17734355`
const NO_VALUE = { type: 'BigNumber', hex: '0x00' }

describe('A request on Tron', () => {
  let id: string
  let reference: string
  beforeAll(async () => {
    const { status, json } = await test.call('POST', '/v2/request', { body: usdtItem })
    expect(status).toBe(201)
    id = json.requestId
    reference = json.paymentReference
  })

  it('a request on Tron returns its addresses in Tron’s format', async () => {
    const { json } = await test.call('GET', `/v2/request/${id}`)
    expect(json).toMatchObject({
      payee: tronPayee.address,
      network: 'tron',
      invoiceCurrencyId: 'USDT-tron',
      requestAmount: '12.5',
    })
  })

  it('a request on Tron returns an approval for the largest amount and the payment, without a wallet', async () => {
    const { status, json } = await test.call('GET', `/v2/request/${id}/pay`)
    expect(status).toBe(200)
    expect(json).toEqual({
      transactions: [
        { ...tronApproval, value: NO_VALUE },
        { ...tronPaymentOf(reference, NO_FEE), value: NO_VALUE },
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

  it('a request on Tron adds the call’s fee to the payment', async () => {
    const fees = new URLSearchParams(FEE).toString()
    const { json } = await test.call('GET', `/v2/request/${id}/pay?${fees}`)
    const payment = tronPaymentOf(reference, ONE_PERCENT)
    expect(json.transactions[1]).toEqual({ ...payment, value: NO_VALUE })
    expect(json.metadata.platformFee).toEqual({
      percentage: '1',
      address: tronFeeAddress.address,
    })
  })

  it('a request on Tron has one route: the direct route on TRON', async () => {
    const { json } = await test.call('GET', `/v2/request/${id}/routes?wallet=${tronPayer.address}`)
    expect(json.routes).toEqual([
      expect.objectContaining({ id: 'REQUEST_NETWORK_PAYMENT', chain: 'TRON', token: 'USDT' }),
    ])
  })

  it('a request on Tron has the same calldata in version 1 of the API', async () => {
    const v2 = await test.call('GET', `/v2/request/${id}/pay`)
    const v1 = await test.call('GET', `/v1/request/${reference}/pay`)
    expect(v1.json).toEqual(v2.json)
    const direct = await test.call('POST', '/v1/pay', { body: usdtItem })
    expect(direct.status).toBe(201)
    expect(direct.json.transactions[1]).toEqual({
      ...tronPaymentOf(direct.json.paymentReference, NO_FEE),
      value: NO_VALUE,
    })
  })
})

describe('A payout on Tron', () => {
  it('a payout on Tron returns its payer’s remaining steps', async () => {
    node.state.allowanceUnits = MAX_UINT256
    const { status, json } = await test.call('POST', '/v2/payouts', {
      body: { ...usdtItem, ...FEE, payerWallet: tronPayer.address },
    })
    expect(status).toBe(201)
    const payment = tronPaymentOf(json.paymentReference, ONE_PERCENT)
    expect(json.transactions).toEqual([{ ...payment, value: NO_VALUE }])
    const stored = await test.call('GET', `/v2/request/${json.requestId}`)
    expect(stored.json).toMatchObject({ payer: tronPayer.address })
  })

  it('a payout on Tron can be the only payout behind a link', async () => {
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

describe('A destination on Tron', () => {
  // A destination id on Tron has the same bytes as an id on an EVM chain, but writes the address in Base58.
  it.each([
    ['USDT-tron', TRON_USDT],
    ['USDC-tron', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  ])(
    'a destination on Tron can be paid by its composite id, in %s',
    async (currency, tokenAddress) => {
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
    },
  )

  it('a destination on Tron in TRX cannot be paid', async () => {
    const destinationId = `${VECTOR}:T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb`
    const { status, json } = await test.call('POST', '/v2/secure-payments', {
      body: { requests: [{ destinationId, amount: '3' }] },
    })
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'unpayable_currency' })
    expect(json.errors[0].field).toBe('requests[0].destinationId')
  })

  it('a destination on Tron is the only payee of a client ID that is bound to it', async () => {
    const { clientId } = await test.createClientId({
      label: 'Bound shop',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: `${VECTOR}:${TRON_USDT}`,
    })
    const headers = pageHeaders(clientId)
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
    for (const other of [usdtItem, { ...usdtItem, payee: PAYER, ...onEvm }]) {
      const { status, json: problem } = await create(other)
      expect({ status, code: problem.code }).toEqual({
        status: 403,
        code: 'destination_not_allowed',
      })
    }
  })
})

describe('A client ID', () => {
  it('a client ID with a fee on Tron adds the fee to payments on Tron', async () => {
    const { clientId } = await test.createClientId({
      label: 'Tron shop',
      allowedDomains: [SHOP_ORIGIN],
      ...FEE,
    })
    const headers = pageHeaders(clientId)
    const { status, json } = await test.call('POST', '/v2/secure-payments', {
      anonymous: true,
      headers,
      body: { requests: [usdtItem] },
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
