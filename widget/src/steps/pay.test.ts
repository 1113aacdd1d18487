import { referenceTopic } from '@secure-payment/core'
import { hashHex } from '@secure-payment/core/evm'
import { describe, expect, it } from 'vitest'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { ServerAnswer } from '../machine/fact.ts'
import {
  anAccount,
  anItem,
  aPayment,
  aPaymentLog,
  aRecord,
  aTransaction,
  PAYEE,
  PAYER,
  REFERENCE,
} from '../testing/examples.ts'
import { type Answers, fakeApi, fakeProvider, fakeSession, walletError } from '../testing/fakes.ts'
import { newAttempt } from './attempts.ts'
import { pay } from './pay.ts'
import { loadReview } from './readPayment.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const HASH = `0x${'a1'.repeat(32)}`
const WALLET: Answers = {
  eth_chainId: '0x7a69',
  eth_accounts: [PAYER.toLowerCase()],
  eth_getTransactionCount: '0x7',
  eth_blockNumber: '0x64',
  eth_getLogs: [],
  eth_sendTransaction: HASH,
}

/** Returns a payment that is verified and recorded, with the machine in `signing`. */
async function signing(
  answers: Answers = {},
  earlier: readonly AttemptRecord[] = [],
  node: Answers = {},
) {
  const payment = aPayment()
  const api = fakeApi(payment)
  const order: string[] = []
  const send = answers['eth_sendTransaction'] ?? WALLET['eth_sendTransaction']
  const provider = fakeProvider({
    ...WALLET,
    ...answers,
    eth_sendTransaction: async (...params: readonly unknown[]) => {
      const record = await session.stored.get(ATTEMPT)
      order.push(`wallet asked, record ${record?.phase}, hint ${session.hints.at(-1)}`)
      const value: unknown = typeof send === 'function' ? send(...params) : send
      if (value instanceof Error) throw value
      return value
    },
  })
  const session = fakeSession({
    api,
    provider,
    node,
    limits: { rpcUrls: { 31338: 'http://node' } },
  })
  await loadReview(session.task)
  session.setState({
    name: 'signing',
    attemptId: ATTEMPT,
    payment,
    account: anAccount(PAYER),
  })
  for (const record of earlier) await session.stored.put(record)
  if (session.verified === null) throw new Error('The example must verify.')
  await session.stored.put(newAttempt(session, ATTEMPT, session.verified, anAccount()))
  session.facts.length = 0
  return { api, provider, session, order }
}

describe('the wallet’s request', () => {
  it('the wallet’s request follows the stored record, with nonce and block, and returns the hash', async () => {
    const { session, order, provider } = await signing()
    await pay(session.task, ATTEMPT)
    expect(order).toEqual([`wallet asked, record signing, hint ${ATTEMPT}`])
    expect(session.facts).toEqual([{ type: 'sent', attemptId: ATTEMPT, hash: HASH }])
    expect(await session.stored.get(ATTEMPT)).toMatchObject({
      phase: 'signing',
      nonce: 7,
      blockBefore: 100,
      from: PAYER,
      to: session.verified?.pay.transaction.to,
      valueHex: '0x0',
      calldataHash: session.verified?.calldataHash,
      data: session.verified?.pay.transaction.data,
      paymentReferences: [REFERENCE],
    })
    const [call] =
      provider.calls.findLast((one) => one.method === 'eth_sendTransaction')?.params ?? []
    expect(call).toEqual({
      from: PAYER,
      to: session.verified?.pay.transaction.to,
      data: session.verified?.pay.transaction.data,
      value: '0x0',
      chainId: '0x7a69',
    })
  })

  const wrapped = walletError(-32603, walletError(4001))
  it.each<[string, unknown, object, Partial<AttemptRecord>]>([
    [
      'a rejection',
      walletError(4001),
      { type: 'not_sent', note: { code: 'rejected' } },
      { phase: 'abandoned', lastError: null },
    ],
    [
      'a wrapped rejection',
      wrapped,
      { type: 'not_sent', note: { code: 'rejected' } },
      { phase: 'abandoned', lastError: null },
    ],
    [
      'a busy wallet',
      walletError(-32002),
      { type: 'not_sent', note: { code: 'wallet_busy' } },
      { phase: 'abandoned', lastError: null },
    ],
    [
      'any other error',
      walletError(-32000),
      { type: 'lost' },
      { phase: 'signing', lastError: 'wallet_error' },
    ],
    [
      'a response that is not a hash',
      '0x',
      { type: 'lost' },
      { phase: 'signing', lastError: 'no_hash' },
    ],
    ['no answer at all', null, { type: 'lost' }, { phase: 'signing', lastError: 'no_hash' }],
  ])('the wallet’s request leads to the right end after %s', async (_, answer, fact, record) => {
    const { session } = await signing({ eth_sendTransaction: () => answer })
    await pay(session.task, ATTEMPT)
    expect(session.facts).toMatchObject([{ attemptId: ATTEMPT, ...fact }])
    expect(await session.stored.get(ATTEMPT)).toMatchObject(record)
  })

  it('the wallet’s request belongs to the account that was checked, even if the page’s account changes in the meantime', async () => {
    let change = () => {}
    const eth_accounts = () => {
      change()
      return [PAYER.toLowerCase()]
    }
    const { session, provider } = await signing({ eth_accounts })
    change = () => session.setState({ account: anAccount(PAYEE) })
    await pay(session.task, ATTEMPT)
    const asked = provider.calls.find(({ method }) => method === 'eth_sendTransaction')
    expect(asked?.params).toMatchObject([{ from: PAYER }])
    expect(await session.stored.get(ATTEMPT)).toMatchObject({ from: PAYER })
  })
})

describe('pay sends no wallet request', () => {
  it.each<[string, Answers, string]>([
    ['on another network', { eth_chainId: '0x1' }, 'switch_failed'],
    ['with another account', { eth_accounts: [PAYEE.toLowerCase()] }, 'account_changed'],
    ['when no account is left', { eth_accounts: [] }, 'account_changed'],
    ['when the chain gives no nonce', { eth_getTransactionCount: null }, 'chain_unavailable'],
    ['when the chain gives no block', { eth_blockNumber: new Error('down') }, 'chain_unavailable'],
  ])('pay sends no wallet request %s', async (_, answers, code) => {
    const { session, order } = await signing(answers)
    await pay(session.task, ATTEMPT)
    expect(order).toEqual([])
    expect(session.facts).toMatchObject([{ type: 'not_sent', attemptId: ATTEMPT, note: { code } }])
  })

  it('pay sends no wallet request when the payment was completed in the meantime', async () => {
    const { api, session, order } = await signing()
    const answer: ServerAnswer = { kind: 'completed', payment: null }
    api.answer = answer
    await pay(session.task, ATTEMPT)
    expect(order).toEqual([])
    expect(session.facts).toEqual([{ type: 'server', answer }])
  })

  it.each<[string, ServerAnswer, string]>([
    [
      'expired',
      { kind: 'unavailable', reason: 'expired', retryAt: null, payment: null },
      'payment_changed',
    ],
    [
      'silent',
      { kind: 'unavailable', reason: 'server', retryAt: null, payment: null },
      'service_unavailable',
    ],
  ])('pay sends no wallet request when the service is %s', async (_, answer, code) => {
    const { api, session, order } = await signing()
    api.answer = answer
    await pay(session.task, ATTEMPT)
    expect(order).toEqual([])
    expect(session.facts).toMatchObject([{ type: 'not_sent', note: { code } }, { type: 'server' }])
  })

  it.each([
    ['all of it', anItem({ status: 'processing' }), '10'],
    ['the rest', anItem({ amountPaid: '4', remainingAmount: '6' }), '6'],
  ])(
    'pay sends no wallet request when another payment of %s is being confirmed',
    async (_, item, amount) => {
      const { api, session, order } = await signing()
      const transactions = [aTransaction({ amount, status: 'confirming' })]
      api.answer = { kind: 'payment', payment: aPayment({ items: [item], transactions }) }
      await pay(session.task, ATTEMPT)
      expect(order).toEqual([])
      expect(session.facts).toMatchObject([
        { type: 'not_sent', note: { code: 'payment_changed' } },
        { type: 'server', answer: { kind: 'processing', payment: { transactions } } },
      ])
      expect(await session.stored.get(ATTEMPT)).toMatchObject({
        phase: 'abandoned',
        lastError: null,
      })
    },
  )

  it('pay sends no wallet request when another payer paid a part in the meantime', async () => {
    const { api, session, order } = await signing()
    const less = aPayment({ items: [anItem({ amountPaid: '4', remainingAmount: '6' })] })
    api.answer = { kind: 'payment', payment: less }
    await pay(session.task, ATTEMPT)
    expect(order).toEqual([])
    expect(session.facts).toMatchObject([{ type: 'not_sent', note: { code: 'payment_changed' } }])
  })

  it('pay sends no wallet request when the merchant changed the amount in the meantime', async () => {
    const { api, session, order } = await signing()
    const edited = aPayment({ items: [anItem({ amount: '25', remainingAmount: '25' })] })
    api.answer = { kind: 'payment', payment: edited }
    await pay(session.task, ATTEMPT)
    expect(order).toEqual([])
    expect(session.facts).toMatchObject([{ type: 'not_sent', note: { code: 'payment_changed' } }])
  })

  it('pay sends no wallet request when the machine has left the state', async () => {
    const { session, order } = await signing()
    session.setState({ name: 'succeeded' })
    await pay(session.task, ATTEMPT)
    expect(order).toEqual([])
  })

  it('pay sends no wallet request when the record is missing', async () => {
    const { session, order } = await signing()
    await pay({ ...session.task, session: { ...session, state: session.state } }, 'other-attempt')
    expect(order).toEqual([])
    expect(session.facts).toMatchObject([{ type: 'not_sent', note: { code: 'storage_failed' } }])
  })
})

describe('pay after an attempt that ended without proof', () => {
  const earlier = aRecord({ phase: 'abandoned', lastError: 'no_answer', nonce: 7, blockBefore: 90 })

  it('pay after an attempt that ended without proof uses the same nonce, so that only one of the two can be mined', async () => {
    const { session, provider } = await signing({}, [earlier])
    await pay(session.task, ATTEMPT)
    const [call] =
      provider.calls.findLast((one) => one.method === 'eth_sendTransaction')?.params ?? []
    expect(call).toMatchObject({ nonce: '0x7' })
  })

  it('pay after an attempt that ended without proof lets the wallet choose the nonce if it has advanced', async () => {
    const { session, provider } = await signing({ eth_getTransactionCount: '0x8' }, [earlier])
    await pay(session.task, ATTEMPT)
    const [call] =
      provider.calls.findLast((one) => one.method === 'eth_sendTransaction')?.params ?? []
    expect(call).not.toHaveProperty('nonce')
  })

  it('pay after an attempt that ended without proof ignores a stranger’s dust, which pays nothing', async () => {
    const log = aPaymentLog(HASH)
    const { session, order } = await signing(
      {
        eth_getLogs: [{ ...log, data: log.data.replace('989680', '000001') }],
        eth_getTransactionByHash: {
          hash: HASH,
          from: PAYEE,
          to: PAYEE,
          value: '0x0',
          input: '0x',
          nonce: '0x0',
        },
      },
      [earlier],
    )
    await pay(session.task, ATTEMPT)
    expect(order).toHaveLength(1)
  })

  it('pay after an attempt that ended without proof finds the payment that the wallet sent late, and does not request a second one', async () => {
    const { session, order } = await signing({ eth_getLogs: [aPaymentLog(HASH)] }, [earlier])
    await pay(session.task, ATTEMPT)
    expect(order).toEqual([])
    expect(session.facts).toEqual([{ type: 'sent', attemptId: ATTEMPT, hash: HASH }])
  })

  const OTHER = '0x00000000000000b1'
  const inOther = aRecord({
    ...earlier,
    network: 'devnet-b',
    chainId: 31_338,
    paymentReferences: [OTHER],
    option: { chain: 'devnet-b', token: 'USDC', needed: '10.02', accepted: 'USDC-devnet-b' },
  })
  const paidInOther = (...[filter]: readonly { topics: readonly unknown[] }[]) =>
    JSON.stringify(filter?.topics).includes(referenceTopic(OTHER).slice(2))
      ? [aPaymentLog(HASH, { topics: [aPaymentLog(HASH).topics[0], referenceTopic(OTHER)] })]
      : []

  it('pay after an attempt on Tron queries no Tron node, because Tron nodes have no events of EVM networks', async () => {
    const onTron = {
      ...inOther,
      kind: 'tron' as const,
      network: 'tron',
      from: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    }
    const { session, order } = await signing({}, [aRecord(onTron)])
    await pay(session.task, ATTEMPT)
    expect(order).toHaveLength(1)
  })

  it('pay after another account’s attempt over a bridge finds the transaction that this account sent', async () => {
    const from = PAYEE
    const crossing = aRecord({
      ...{ ...earlier, from, network: 'devnet-b', chainId: 31_338 },
      destination: { network: 'devnet', networkName: 'Devnet' },
      ...{ data: '0x1234', calldataHash: hashHex('0x1234') },
    })
    const { to, valueHex: value, data: input } = crossing
    const node = {
      eth_getTransactionBySenderAndNonce: { hash: HASH, from, to, value, input, nonce: '0x7' },
    }
    const { session, order } = await signing({}, [crossing], node)
    await pay(session.task, ATTEMPT)
    expect(order).toEqual([])
    expect(session.facts).toEqual([{ type: 'sent', attemptId: ATTEMPT, hash: HASH }])
    expect(await session.stored.get(ATTEMPT)).toMatchObject({ from, network: 'devnet-b' })
  })

  it.each([
    ['on the same network', { ...inOther, network: 'devnet', chainId: 31_337 }],
    ['on another network', inOther],
    ['from another account', { ...inOther, from: PAYEE }],
  ])(
    'pay after an attempt in another accepted currency finds its payment %s, and does not request a second one',
    async (_, record) => {
      const sent = {
        hash: HASH,
        from: record.from,
        to: PAYEE,
        value: '0x0',
        input: '0x',
        nonce: '0x7',
      }
      const node = {
        eth_blockNumber: '0x64',
        eth_getLogs: paidInOther,
        eth_getTransactionByHash: sent,
      }
      const wallet = record.network === 'devnet' ? node : {}
      const { session, order } = await signing(wallet, [record], node)
      await pay(session.task, ATTEMPT)
      expect(order).toEqual([])
      expect(session.facts).toEqual([{ type: 'sent', attemptId: ATTEMPT, hash: HASH }])
      const { network, option, paymentReferences } = record
      const found = await session.stored.get(ATTEMPT)
      expect(found).toMatchObject({ network, option, paymentReferences })
    },
  )
})
