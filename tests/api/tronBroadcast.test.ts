import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { markPaid } from '../support/markRequest.ts'
import { startTronRelay, type TronWireCall, usdtItem } from '../support/startTronRelay.ts'
import { startTestHost } from '../support/testHost.ts'
import {
  buildTron,
  type SignedTronJson,
  signTron,
  tronPayer,
  tronStranger,
} from '../support/tronWallets.ts'

/**
 * Tests the relay of signed transactions, which sends TronWeb's transactions to the node if the payment needs them.
 */
const relay = await startTronRelay()
const { test, node, sign, broadcast, readRows, readStored } = relay
afterAll(() => relay[Symbol.asyncDispose]())

const DAY_MS = 24 * 3_600_000

let token: string
let requestId: string
let approval: TronWireCall
let payment: TronWireCall
beforeEach(async () => {
  ;({ token, requestId, approval, payment } = await relay.createPayment())
})

const nowMs = () => test.clock.now().getTime()

describe('The relay sends a necessary transaction', () => {
  it('the relay sends a necessary transaction as it was signed, and stores its id', async () => {
    for (const call of [approval, payment]) {
      const signed = await sign(call)
      const { status, json } = await broadcast(token, signed)
      expect(status).toBe(200)
      expect(json).toEqual({ result: true, txid: signed.txID })
      expect(node.sent.at(-1)).toMatchObject({
        txID: signed.txID,
        raw_data: signed.raw_data,
        raw_data_hex: signed.raw_data_hex,
        signature: signed.signature.map((text) => text.replace(/^0x/, '').toLowerCase()),
      })
      expect(await readStored(token)).toContainEqual({
        tx_hash: signed.txID,
        chain: 'tron',
        status: null,
      })
    }
  })

  it('the relay sends a necessary transaction that resets an allowance, and a transaction with a lower fee limit', async () => {
    const reset = { ...approval, data: approval.data.slice(0, -64) + '0'.repeat(64) }
    expect((await broadcast(token, await sign(reset))).json.result).toBe(true)
    const cheap = await sign(payment, { feeLimit: payment.feeLimit - 1 })
    expect((await broadcast(token, cheap)).json.result).toBe(true)
  })

  it('the relay sends a necessary transaction without its optional members', async () => {
    const { txID, visible: _, ...signed } = await sign(payment)
    expect((await broadcast(token, signed)).json).toEqual({ result: true, txid: txID })
  })

  it('the relay sends a necessary transaction from any caller with the payment’s link, signed by any payer', async () => {
    const built = await buildTron({ ...payment, owner: tronStranger.address, nowMs: nowMs() })
    expect((await broadcast(token, signTron(built, tronStranger))).json.result).toBe(true)
  })

  it('the relay sends a necessary transaction that is valid for exactly a day', async () => {
    const signed = await sign(payment, { lifeMs: DAY_MS })
    expect((await broadcast(token, signed)).json.result).toBe(true)
  })

  it('the relay sends a necessary transaction repeatedly, without further changes', async () => {
    const signed = await sign(payment)
    await broadcast(token, signed)
    const before = await readRows()
    node.state.broadcast = () => ({ code: 'DUP_TRANSACTION_ERROR', message: '647570' })
    const { status, json } = await broadcast(token, signed)
    expect(status).toBe(200)
    expect(json).toEqual({ result: true, txid: signed.txID, code: 'DUP_TRANSACTION_ERROR' })
    expect(await readRows()).toBe(before)
  })

  it('the relay sends a necessary transaction that the node already has because the first response was lost', async () => {
    node.state.broadcast = () => ({ code: 'DUP_TRANSACTION_ERROR', message: '647570' })
    const signed = await sign(payment)
    expect((await broadcast(token, signed)).json.result).toBe(true)
    expect(await readStored(token)).toHaveLength(1)
  })
})

describe('With repeated transactions', () => {
  it('the relay stores one id for simultaneous calls', async () => {
    const signed = await sign(payment)
    const answers = await Promise.all(Array.from({ length: 5 }, () => broadcast(token, signed)))
    for (const { json } of answers) expect(json).toEqual({ result: true, txid: signed.txID })
    expect(await readStored(token)).toHaveLength(1)
  })

  it('the relay stores a hundred ids per payment, and then accepts only those transactions again', async () => {
    const first = await sign(payment)
    await broadcast(token, first)
    const rows = Array.from({ length: 99 }, (_, index) => ({
      id: `${token.slice(0, 24)}${String(index).padStart(2, '0')}`,
      token,
      tx_hash: String(index).padStart(64, '0'),
      chain: 'tron',
      currency: 'USDT',
      created_at: test.clock.now().toISOString(),
    }))
    await test.host.context.db.kysely.insertInto('intents').values(rows).execute()
    const { status, json } = await broadcast(token, await sign(payment, { lifeMs: 1_000 }))
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      expect.objectContaining({ field: 'signedTransaction', code: 'too_many_transactions' }),
    ])
    expect((await broadcast(token, first)).json.result).toBe(true)
  })
})

describe('The payer’s attempt', () => {
  const readAttempt = async () =>
    (await test.call('GET', `/v2/secure-payments/${token}`)).json.lastAttempt

  it('the payer’s attempt records the relayed payment, but not the approval', async () => {
    await test.call('POST', `/v2/secure-payments/${token}/attempts`, {
      body: {
        attemptId: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11',
        wallet: tronPayer.address,
        chain: 'tron',
        token: 'USDT',
        calldataHash: `0x${'5b'.repeat(32)}`,
      },
    })
    await broadcast(token, await sign(approval))
    expect(await readAttempt()).toMatchObject({ phase: 'created', txHash: null })
    const signed = await sign(payment)
    await broadcast(token, signed)
    expect(await readAttempt()).toMatchObject({
      phase: 'broadcast',
      txHash: signed.txID,
      leaseUntil: new Date(nowMs() + 3_600_000).toISOString(),
    })
  })
})

describe('A body without a validly signed transaction is rejected:', () => {
  it.each<[string, (signed: SignedTronJson) => unknown, string]>([
    ['none', () => undefined, 'signedTransaction required'],
    ['text', () => 'signed', 'signedTransaction invalid_type'],
    ['no signature', ({ signature: _, ...rest }) => rest, 'signedTransaction.signature required'],
    [
      'an empty list of signatures',
      (signed) => ({ ...signed, signature: [] }),
      'signedTransaction.signature too_few_items',
    ],
    [
      'raw data that is not hex',
      (signed) => ({ ...signed, raw_data_hex: '0xzz' }),
      'signedTransaction.raw_data_hex invalid_hex',
    ],
    [
      'raw data with 0x',
      (signed) => ({ ...signed, raw_data_hex: `0x${signed.raw_data_hex}` }),
      'signedTransaction.raw_data_hex invalid_hex',
    ],
    [
      'raw data without its end',
      (signed) => ({ ...signed, raw_data_hex: '00'.repeat(4_097) }),
      'signedTransaction.raw_data_hex invalid_hex',
    ],
    [
      'an invalid id',
      (signed) => ({ ...signed, txID: 'ab' }),
      'signedTransaction.txID invalid_tx_hash',
    ],
    [
      'no contract',
      (signed) => ({ ...signed, raw_data: { ...signed.raw_data, contract: [] } }),
      'signedTransaction.raw_data.contract too_few_items',
    ],
  ])('a body without a valid signed transaction is rejected: %s', async (_, change, error) => {
    const before = await readRows()
    const { status, json } = await broadcast(token, change(await sign(payment)))
    expect(status).toBe(400)
    expect(json.errors.map((issue: Issue) => `${issue.field} ${issue.code}`)).toEqual([error])
    expect(node.sent).toEqual([])
    expect(await readRows()).toBe(before)
  })
})

type Issue = { field: string; code: string }

describe('The node’s error', () => {
  const hex = (text: string) => Buffer.from(text).toString('hex')

  it.each([
    ['SIGERROR', 'Validate signature error: miss sig or contract'],
    ['CONTRACT_VALIDATE_ERROR', 'Contract validate error : No contract or not a smart contract'],
    ['BANDWITH_ERROR', 'Account resource insufficient error.'],
    ['TAPOS_ERROR', 'Tapos check error.'],
    ['TRANSACTION_EXPIRATION_ERROR', 'Transaction expired'],
    ['SERVER_BUSY', 'Server busy.'],
  ])('the node’s error is returned as readable text: %s', async (code, message) => {
    node.state.broadcast = () => ({ code, message: hex(message), txid: '' })
    const signed = await sign(payment)
    const before = await readRows()
    const { status, json } = await broadcast(token, signed)
    expect(status).toBe(200)
    expect(json).toEqual({ result: false, txid: signed.txID, code, message })
    expect(await readRows()).toBe(before)
  })
})

describe('A payment that accepts no transaction', () => {
  it('a payment that accepts no transaction returns the result of earlier transactions, and rejects any other transaction', async () => {
    const signed = await sign(payment)
    await broadcast(token, signed)
    await markPaid(test.host, { token, requestId, paidUnits: 12_500_000n })
    node.sent.length = 0
    expect((await broadcast(token, signed)).json).toEqual({ result: true, txid: signed.txID })
    const { status, json } = await broadcast(token, await sign(payment, { lifeMs: 1_000 }))
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'payment_completed' })
    expect(json.payment.status).toBe('completed')
    expect(node.sent).toEqual([])
  })

  it('a payment that another transaction covers rejects a second transaction, and returns the result of the first', async () => {
    const first = await sign(payment)
    await broadcast(token, first)
    const { db } = test.host.context
    const seen = { tx_hash: first.txID, log_index: 0, block_number: 7n, payer: null }
    const units = { amount_units: '12500000', request_units: '12500000' }
    const { chain: network } = (await readStored(token))[0] ?? { chain: '' }
    await db.kysely
      .insertInto('pending_payments')
      .values({
        ...seen,
        ...units,
        network,
        request_id: requestId,
        seen_at: test.clock.now().toISOString(),
      })
      .execute()
    node.sent.length = 0
    const { status, json } = await broadcast(token, await sign(payment, { lifeMs: 1_000 }))
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'payment_processing' })
    expect((await broadcast(token, first)).json).toEqual({ result: true, txid: first.txID })
    expect(node.sent).toEqual([])
  })

  it('a payment on an EVM chain rejects Tron transactions', async () => {
    const { token: evm } = await test.createPayment()
    const { status, json } = await broadcast(evm, await sign(payment))
    expect(status).toBe(400)
    expect(json.errors[0]).toMatchObject({
      field: 'signedTransaction',
      code: 'tron_transaction_mismatch',
    })
  })

  it('a payment that accepts no transaction returns 404 for another token', async () => {
    const { status } = await broadcast('01KB4Z8Q6V3M2N5P7R9T0W1X2Y', await sign(payment))
    expect(status).toBe(404)
  })

  it('a payment whose link has expired accepts no transaction', async () => {
    const { token: old } = await test.createPayment({ requests: [usdtItem] })
    const { json } = await test.call('GET', `/v2/secure-payments/${old}/pay`)
    test.clock.advance(7 * DAY_MS)
    const { status, json: problem } = await broadcast(old, await sign(json.transactions[1]))
    expect({ status, code: problem.code }).toEqual({ status: 403, code: 'payment_expired' })
  })
})

describe('While no node responds', () => {
  it('while no node responds, the relay returns an error and stores nothing', async () => {
    await using silent = await startTestHost({
      PAY_NETWORKS: 'tron',
      PAY_RPC_URL_TRON: 'http://127.0.0.1:1/jsonrpc',
    })
    const { token: at } = await silent.createPayment({ requests: [usdtItem] })
    const { json } = await silent.call('GET', `/v2/secure-payments/${at}/pay`)
    const signedTransaction = signTron(
      await buildTron({
        ...json.transactions[1],
        owner: tronPayer.address,
        nowMs: silent.clock.now().getTime(),
      }),
      tronPayer,
    )
    const answer = await silent.call('POST', `/v2/secure-payments/${at}/tron/broadcast`, {
      body: { signedTransaction },
    })
    expect({ status: answer.status, code: answer.json.code }).toEqual({
      status: 503,
      code: 'chain_unavailable',
    })
    expect(answer.headers['retry-after']).toBeDefined()
    const rows = await dumpDatabase(silent.host.context.db)
    expect(rows).not.toContain(signedTransaction.txID)
  })
})
