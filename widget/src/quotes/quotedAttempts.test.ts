import { parseAmount } from '@secure-payment/core'
import { describe, expect, it } from 'vitest'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { Fact } from '../machine/fact.ts'
import { newAttempt } from '../steps/attempts.ts'
import { loadReview } from '../steps/readPayment.ts'
import {
  aConvertedItem,
  anAccount,
  anItem,
  aPayment,
  aPaymentLog,
  aRecord,
  PAYEE,
  PAYER,
  USDC,
} from '../testing/examples.ts'
import {
  type Answers,
  fakeApi,
  fakeProvider,
  fakeSession,
  honestCalldata,
} from '../testing/fakes.ts'
import { aQuote, aQuotedItem, quotedCalldata } from '../testing/quotedExamples.ts'
import { convertedOptions } from './convertedOptions.ts'
import { quotedOptions } from './quotedOptions.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const HASH = `0x${'a1'.repeat(32)}`
const STRANGER = '0x00000000000000000000000000000000000000bb'
const NATIVE_PROXY = '0x5ecc000000000000000000000000000000000002'
const PAYS = parseAmount(aQuote('2273').paymentAmount, 18)
/** The same bill in ETH after the price of ETH fell to a third. */
const LATER = aQuote('757')

/** Returns the native proxy's event that pays an amount under the payment's reference. */
function paid(units: bigint): unknown {
  const words = [PAYEE, units.toString(16), '0', STRANGER]
  const data = `0x${words.map((one) => one.replace(/^0x/, '').toLowerCase().padStart(64, '0')).join('')}`
  return aPaymentLog(HASH, { address: NATIVE_PROXY, data, topics: [NATIVE_TOPIC, REFERENCE_TOPIC] })
}

/** The topic of the conversion proxies' own event. */
const CONVERTED_TOPIC = '0x96d0d1d75923f40b50f6fe74613b2c23239149607848fbca3941fee7ac041cdc'
/** The topic of EthereumFeeProxy's event. */
const NATIVE_TOPIC = '0xa1c241e337c4610a9d0f881111e977e9dc8690c85fe2108897bb1483c66e6a96'
const [, REFERENCE_TOPIC] = aPaymentLog(HASH).topics

/** Returns the transactions that pay 80 dollars without a fee at a quote in USDC. */
function quotedDollars(quote: { readonly paymentAmount: string }) {
  const amount = quote.paymentAmount
  const plain = anItem({ amount, remainingAmount: amount, fee: null })
  const { transactions } = honestCalldata(aPayment({ items: [plain] }))
  return { transactions, metadata: { hasEnoughBalance: true, hasEnoughGas: true, quote } }
}

function sentBy(from: string) {
  return { hash: HASH, from, to: NATIVE_PROXY, value: '0x0', input: '0x', nonce: '0x0' }
}

const WALLET: Answers = {
  eth_chainId: '0x7a69',
  eth_accounts: [PAYER.toLowerCase()],
  eth_getTransactionCount: '0x7',
  eth_blockNumber: '0x64',
  eth_getLogs: [],
  eth_getCode: '0x',
  eth_sendTransaction: HASH,
}

/** Reads the chain once after a reload, for an attempt at a quote whose wallet prompt was open. */
async function reload(answers: Answers, patch: Partial<AttemptRecord> = {}) {
  const payment = aPayment({ items: [aQuotedItem()] })
  const provider = fakeProvider({ ...WALLET, ...answers })
  const session = fakeSession({ api: fakeApi(payment), provider, state: { payment } })
  const option = { chain: 'devnet', token: 'ETH', needed: '0.0355476', pays: String(PAYS) }
  await session.stored.put(
    aRecord({ id: ATTEMPT, phase: 'signing', updatedAt: session.now(), option, ...patch }),
  )
  const facts: Fact[] = []
  const tell = (fact: Fact): void => {
    facts.push(fact)
    session.abort()
  }
  const rail = await session.rail()
  await rail.reconcile({ ...session.task, tell }, ATTEMPT).catch(() => undefined)
  return facts
}

describe('A payment that was signed at a quote, after a reload', () => {
  const found = [{ type: 'reconciled', result: { kind: 'found', hash: HASH } }]

  it('the payment is found by its own amount, though the quote has expired and another account sent it', async () => {
    const answers = { eth_getLogs: [paid(PAYS)], eth_getTransactionByHash: sentBy(STRANGER) }
    expect(await reload(answers)).toEqual(found)
  })

  it.each([
    ['one unit less', PAYS - 1n],
    ['half', PAYS / 2n],
  ])('the payment is not another payer’s payment of %s', async (_, units) => {
    const answers = { eth_getLogs: [paid(units)], eth_getTransactionByHash: sentBy(STRANGER) }
    const result = { kind: 'nonce_unused', isPromptGone: false }
    expect(await reload(answers)).toEqual([{ type: 'reconciled', result }])
  })

  it('any amount that the payer’s own account sent counts as the payment', async () => {
    const answers = { eth_getLogs: [paid(1n)], eth_getTransactionByHash: sentBy(PAYER) }
    expect(await reload(answers)).toEqual(found)
  })
})

describe('A payment at a quote, after an attempt at another quote that ended without proof', () => {
  /** Presses Pay at the later price, after an earlier attempt at the first one. */
  async function payAgain(pays: bigint | null, answers: Answers) {
    const payment = aPayment({ items: [aQuotedItem()] })
    const api = fakeApi(payment, quotedCalldata(LATER))
    api.quote = async () => ({ kind: 'quote', said: LATER })
    const provider = fakeProvider({ ...WALLET, ...answers })
    const session = fakeSession({ api, provider, state: { payment } })
    await loadReview(session.task)
    if (session.verified === null) throw new Error('The example must verify.')
    session.setState({ name: 'signing', attemptId: ATTEMPT, account: anAccount(PAYER) })
    const option = { chain: 'devnet', token: 'ETH', needed: '0.0355476' }
    await session.stored.put(
      aRecord({
        phase: 'abandoned',
        lastError: 'no_answer',
        nonce: null,
        to: NATIVE_PROXY,
        blockBefore: 90,
        option: { ...option, ...(pays !== null && { pays: String(pays) }) },
      }),
    )
    await session.stored.put(newAttempt(session, ATTEMPT, session.verified, anAccount()))
    session.facts.length = 0
    const rail = await session.rail()
    await rail.pay(session.task, ATTEMPT)
    return { facts: session.facts, methods: provider.methods() }
  }

  it('the wallet receives no second request if the earlier payment arrives, regardless of the new price', async () => {
    const answers = { eth_getLogs: [paid(PAYS)], eth_getTransactionByHash: sentBy(STRANGER) }
    const { facts, methods } = await payAgain(PAYS, answers)
    expect(facts).toEqual([{ type: 'sent', attemptId: ATTEMPT, hash: HASH }])
    expect(methods).not.toContain('eth_sendTransaction')
  })

  it('the wallet receives the request despite a stranger’s smaller payment', async () => {
    const answers = { eth_getLogs: [paid(PAYS - 1n)], eth_getTransactionByHash: sentBy(STRANGER) }
    const { methods } = await payAgain(PAYS, answers)
    expect(methods).toContain('eth_sendTransaction')
  })

  it('the wallet receives no request if half of the amount arrives and the earlier attempt’s amount is unknown', async () => {
    const half = parseAmount(LATER.paymentAmount, 18) / 2n
    const answers = { eth_getLogs: [paid(half)], eth_getTransactionByHash: sentBy(STRANGER) }
    const { methods } = await payAgain(null, answers)
    expect(methods).not.toContain('eth_sendTransaction')
  })
})

describe('A payment that contracts could convert, after an attempt in the other way', () => {
  const QUOTABLE = { symbol: 'USDC', decimals: 6, rate: '1.0002', maxRateAgeS: null }
  const item = aConvertedItem({ conversion: QUOTABLE, fee: null })
  const payment = aPayment({ items: [item] })
  const quote = {
    ...aQuote('0.8', { currency: 'USDC-devnet', decimals: 6 }),
    invoiceCurrency: 'USD',
    feeAmount: '0',
  }
  const QUOTED = parseAmount(quote.paymentAmount, 6)
  const TOKEN_PROXY = '0x5ecc000000000000000000000000000000000001'
  const option = { chain: 'devnet', token: 'USDC', needed: quote.paymentAmount }
  const sent = [{ type: 'sent', attemptId: ATTEMPT, hash: HASH }]

  /** Returns the proxies' events of a payment of 80 dollars, by conversion or at the quote. */
  function paidBy(way: 'conversion' | 'quote', units: bigint): unknown[] {
    const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
    const data = `0x${[USDC, PAYEE, units, 0n, STRANGER].map(word).join('')}`
    if (way === 'quote') return [aPaymentLog(HASH, { data })]
    const address = '0x5ecc000000000000000000000000000000000003'
    const converted = [80_00000000n, '0x775eb53d00dd0acd3ec1696472105d579b9b386b', 0n, 0n]
    return [
      aPaymentLog(HASH, { address, data }),
      aPaymentLog(HASH, {
        address,
        topics: [CONVERTED_TOPIC, REFERENCE_TOPIC],
        data: `0x${converted.map(word).join('')}`,
        logIndex: '0x1',
      }),
    ]
  }

  /** Presses Pay in one way, after an earlier attempt of another account. `pays` is that attempt's amount at a quote. */
  async function payIn(way: 'conversion' | 'quote', pays: bigint | null, eth_getLogs: unknown) {
    const api = fakeApi(payment)
    api.quote = async () => ({ kind: 'quote', said: quote })
    const atRate = honestCalldata(payment, null, { maxToSpendUnits: 80_816_160n })
    api.calldataBody = way === 'quote' ? quotedDollars(quote) : atRate
    const answers = { ...WALLET, eth_getLogs, eth_getTransactionByHash: sentBy(STRANGER) }
    const provider = fakeProvider(answers)
    const session = fakeSession({ api, provider, state: { payment } })
    if (way === 'quote') {
      const options = await convertedOptions(session.task, payment, PAYER)
      session.setState({ options: options ?? [], optionId: options?.[0]?.id ?? null })
    }
    await loadReview(session.task)
    if (session.verified === null) throw new Error(JSON.stringify(session.facts))
    expect(session.verified.review.quote === undefined).toBe(way === 'conversion')
    session.setState({ name: 'signing', attemptId: ATTEMPT, account: anAccount(PAYER) })
    await session.stored.put(
      aRecord({
        phase: 'abandoned',
        lastError: 'no_answer',
        from: STRANGER,
        nonce: null,
        to: TOKEN_PROXY,
        blockBefore: 90,
        option: { ...option, ...(pays !== null && { pays: String(pays) }) },
      }),
    )
    await session.stored.put(newAttempt(session, ATTEMPT, session.verified, anAccount()))
    // Another device’s attempt makes this page search the chain too.
    const lastAttempt = {
      attemptPrefix: 'deadbeef',
      phase: 'signing',
      wallet: '0x12ab…89cd',
      txHash: null,
      createdAt: payment.createdAt,
      updatedAt: payment.createdAt,
      leaseUntil: payment.createdAt,
    }
    session.setState({ payment: { ...payment, lastAttempt } })
    session.facts.length = 0
    const rail = await session.rail()
    await rail.pay(session.task, ATTEMPT)
    return { facts: session.facts, methods: provider.methods() }
  }

  it('a conversion is not requested if another account or device has paid at a quote', async () => {
    const { facts, methods } = await payIn('conversion', QUOTED, paidBy('quote', QUOTED))
    expect(facts).toEqual(sent)
    expect(methods).not.toContain('eth_sendTransaction')
  })

  it('a plain payment is not requested if another account or device has paid by conversion', async () => {
    const { facts, methods } = await payIn('quote', null, paidBy('conversion', 79_984_003n))
    expect(facts).toEqual(sent)
    expect(methods).not.toContain('eth_sendTransaction')
  })

  it.each([
    ['conversion', 'quote'],
    ['quote', 'quote'],
    ['quote', 'conversion'],
  ] as const)('the wallet receives the request (%s) despite dust (%s)', async (way, paid) => {
    const { methods } = await payIn(way, null, paidBy(paid, 1_000_000n).slice(0, 1))
    expect(methods).toContain('eth_sendTransaction')
  })
})

describe('A Safe', () => {
  async function optionsOf(item: Parameters<typeof aQuotedItem>[0]) {
    const payment = aPayment({ items: [aQuotedItem(item)] })
    const calls: string[] = []
    const api = fakeApi(payment)
    api.quote = async () => {
      calls.push('quote')
      return { kind: 'quote', said: aQuote('2273') }
    }
    const account = anAccount()
    const safe = { ...account, wallet: { ...account.wallet, kind: 'safe' as const } }
    const session = fakeSession({ api, state: { payment, account: safe } })
    const options = await quotedOptions(session.task, payment)
    return { options, calls, facts: session.facts }
  }

  it('a Safe gets no quote, because its signers may approve after the price has expired', async () => {
    const { options, calls, facts } = await optionsOf({})
    expect(options).toBeNull()
    expect(calls).toEqual([])
    expect(facts).toEqual([{ type: 'request_failed', note: { code: 'no_option' } }])
  })

  it('a Safe pays at par, which never expires', async () => {
    const { options, calls } = await optionsOf({
      invoiceCurrency: 'ETH-sepolia',
      symbol: 'ETH',
      decimals: 18,
      quoted: { pricing: 'par', symbol: 'ETH', decimals: 18 },
    })
    expect(options).toMatchObject([{ symbol: 'ETH', needed: '80.8' }])
    expect(calls).toEqual([])
  })
})
