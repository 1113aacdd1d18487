import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedPayments } from '../support/seedPayments.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const PAYEE = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd'
const PAYER = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ'
/** The payee in another letter case, with a wrong checksum. */
const MISTYPED = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvD'
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const TX_ID = '891916bc76fd6b4e8f9c4cab61640867fbba9c2399eac5dde8dc36a128998932'

let test: TestHost
let token: string
let requestId: string
let paymentId: string

beforeAll(async () => {
  test = await startTestHost({
    PAY_NETWORKS: 'devnet,tron',
    PAY_RPC_URL_TRON: 'http://127.0.0.1:9/jsonrpc',
  })
  const item = {
    payee: PAYEE,
    invoiceCurrency: 'USDT-tron',
    paymentCurrency: 'USDT-tron',
    amount: '12.5',
  }
  const created = await test.createPayment({ requests: [item] })
  token = created.token
  requestId = created.requestIds[0] ?? ''
  const [seeded = ''] = await seedPayments(test.host.context, [
    {
      request_id: requestId,
      tx_hash: TX_ID,
      payer: PAYER,
      token_address: USDT,
      request_units: '12500000',
      credited_units: '12500000',
    },
  ])
  paymentId = seeded
  await test.host.context.db.kysely
    .updateTable('requests')
    .set({ paid_units: '12500000', has_been_paid: 1, status: 'paid', tx_hash: TX_ID })
    .where('id', '=', requestId)
    .execute()
})

afterAll(() => test?.[Symbol.asyncDispose]())

async function find(query: Record<string, string>) {
  return test.call('GET', `/v2/payments?${new URLSearchParams(query)}`)
}

describe('A payment on Tron', () => {
  it.each([
    ['its payer', { walletAddress: PAYER }],
    ['its payee', { walletAddress: PAYEE }],
    ['its txID', { txHash: TX_ID }],
    ['its txID with 0x', { txHash: `0x${TX_ID}` }],
    ['its txID in upper case', { txHash: TX_ID.toUpperCase() }],
    ['its currency', { paymentCurrency: 'USDT-tron' }],
  ])('a payment on Tron is found by %s, and returned in Tron’s format', async (_, query) => {
    const { status, json } = await find(query)
    expect(status).toBe(200)
    expect(json.payments).toMatchObject([
      {
        id: paymentId,
        sourceNetwork: 'tron',
        destinationNetwork: 'tron',
        sourceTxHash: TX_ID,
        destinationTxHash: TX_ID,
        payerAddress: PAYER,
        paymentCurrency: 'USDT',
      },
    ])
  })

  it('a search for another wallet does not find a payment on Tron', async () => {
    const { json } = await find({ walletAddress: 'TJ9wwE6uqs38wh1qXTzBL3MAeUCrWatpg2' })
    expect(json.payments).toEqual([])
  })

  it.each([
    ['in another case', MISTYPED],
    ['in the hex form of nodes', '41ea674fdde714fd979de3edf0f56aa9716b898ec8'],
    ['too short', PAYEE.slice(0, -1)],
  ])(
    'a payment on Tron is rejected in a search by an address %s: 400',
    async (_, walletAddress) => {
      const { status, json } = await find({ walletAddress })
      expect(status).toBe(400)
      expect(json.errors).toMatchObject([{ field: 'walletAddress' }])
    },
  )

  it('a payment on Tron is a row in the CSV export, with addresses in Tron’s format', async () => {
    const { text } = await find({ txHash: TX_ID, format: 'csv' })
    expect(text).toContain(TX_ID)
    expect(text).toContain(PAYER)
    expect(text).not.toMatch(/0x[0-9a-f]{40}/i)
  })

  it('a payment on Tron is returned with its request', async () => {
    const { json } = await test.call('GET', `/v2/request/${requestId}`)
    expect(json).toMatchObject({
      requestId,
      txHash: TX_ID,
      payments: [{ destinationTxHash: TX_ID, payerAddress: PAYER, destinationNetwork: 'tron' }],
    })
  })

  it('a payment on Tron is returned with a link to its explorer page', async () => {
    const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
    expect(JSON.stringify(json)).toContain(`https://tronscan.org/#/transaction/${TX_ID}`)
    expect(JSON.stringify(json)).toContain(PAYEE)
  })
})
