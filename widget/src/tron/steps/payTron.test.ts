import { hashHex } from '@secure-payment/core/evm'
import type { TronTransaction } from '@secure-payment/core/tron'
import { describe, expect, it } from 'vitest'
import type { AttemptRecord } from '../../machine/attemptRecord.ts'
import { newAttempt } from '../../steps/attempts.ts'
import { loadReview } from '../../steps/readPayment.ts'
import { aPayment, aPaymentLog, aRecord } from '../../testing/examples.ts'
import {
  type Answers,
  fakeApi,
  fakeProvider,
  fakeSession,
  walletError,
} from '../../testing/fakes.ts'
import {
  aTronAccount,
  aTronPayment,
  BLOCK_MS,
  fakeTronNode,
  honestTronCalldata,
  TRON_MAINNET,
  TRON_PAYER,
  TRON_PROXY,
  TRON_STRANGER,
  withLaterEnd,
} from '../../testing/tronExamples.ts'
import { SIGN_METHOD } from '../wallets/injected.ts'
import { payTron } from './payTron.ts'
import { LIFETIME_MS } from './signTron.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const EARLIER = '00000000-0000-4000-8000-000000000002'
const SIGNATURE = '1b'.repeat(65)
const WALLET: Answers = { eth_chainId: '0x2b6653dc', eth_accounts: [TRON_PAYER] }

type Sign = (transaction: TronTransaction) => unknown
const sign: Sign = (transaction) => ({ ...transaction, signature: [SIGNATURE] })

/** Creates a verified payment on Tron, with the machine in `signing`. */
async function signing(options: { sign?: Sign; answers?: Answers; account?: string } = {}) {
  const payment = aTronPayment()
  const api = fakeApi(payment, honestTronCalldata(10_000_000n))
  const { node, fetch } = fakeTronNode()
  const stages: string[] = []
  const provider = fakeProvider({
    ...WALLET,
    ...options.answers,
    [SIGN_METHOD]: async (transaction: TronTransaction) => {
      const record = await session.stored.get(ATTEMPT)
      stages.push(`${record?.phase} ${record?.tron?.txID === transaction.txID}`)
      const signed = (options.sign ?? sign)(transaction)
      if (signed instanceof Error) throw signed
      return signed
    },
  })
  const account = aTronAccount(options.account)
  const session = Object.assign(fakeSession({ api, provider }), { fetch })
  session.setState({
    payment,
    account,
    options: [],
    optionId: 'tron:USDT',
  })
  await loadReview(session.task)
  if (session.verified === null) throw new Error('The example must verify.')
  session.setState({ name: 'signing', attemptId: ATTEMPT })
  await session.stored.put(newAttempt(session, ATTEMPT, session.verified, account))
  session.facts.length = 0
  const asked = () => provider.calls.filter(({ method }) => method === SIGN_METHOD)
  const run = async () => {
    await payTron(session.task, ATTEMPT)
    return session.facts
  }
  const record = () => session.stored.get(ATTEMPT)
  return { session, node, stages, asked, run, record }
}

type Scene = Awaited<ReturnType<typeof signing>>

/** Creates an earlier attempt at this payment, whose transaction was built a moment ago. */
async function withEarlier(
  scene: Scene,
  patch: Partial<AttemptRecord> = {},
): Promise<TronTransaction> {
  const first = await signing({ sign: () => walletError(1) })
  await first.run()
  const built = await first.record()
  if (built?.tron === undefined) throw new Error('The example must be built.')
  await scene.session.stored.put({
    ...built,
    id: EARLIER,
    phase: 'abandoned',
    lastError: 'no_answer',
    ...patch,
  })
  return patch.tron ?? built.tron
}

describe('a payment on Tron', () => {
  it('a payment on Tron is stored unsigned before the wallet’s request, and signed before it is sent', async () => {
    const { run, stages, record, node } = await signing()
    const [fact] = await run()
    const stored = await record()
    expect(stages).toEqual(['signing true'])
    expect(stored).toMatchObject({
      kind: 'tron',
      phase: 'signing',
      from: TRON_PAYER,
      to: TRON_PROXY,
      txHash: stored?.tron?.txID,
      tron: {
        raw_data: { expiration: BLOCK_MS + LIFETIME_MS, fee_limit: 300_000_000 },
        signature: [SIGNATURE],
      },
    })
    expect(fact).toEqual({ type: 'sent', attemptId: ATTEMPT, hash: stored?.tron?.txID })
    expect(node.calls.some(({ path }) => path.endsWith('broadcasttransaction'))).toBe(false)
  })

  it('a payment on Tron reads the page’s own node, if it names one', async () => {
    const { session, run } = await signing()
    const { fetch } = session
    const hosts = new Set<string>()
    Object.assign(session, {
      limits: { ...session.limits, rpcUrls: { [TRON_MAINNET]: 'https://own.example/jsonrpc' } },
      fetch: (...[url, init]: Parameters<typeof fetch>) => {
        hosts.add(new URL(url).host)
        return fetch(url, init)
      },
    })
    expect(await run()).toMatchObject([{ type: 'sent' }])
    expect([...hosts]).toEqual(['own.example'])
  })

  it('a payment on Tron normalises a signature with 0x and upper-case digits', async () => {
    const { run, record } = await signing({
      sign: (transaction) => ({ ...transaction, signature: [`0x${'1B'.repeat(65)}`] }),
    })
    await run()
    expect((await record())?.tron?.signature).toEqual([SIGNATURE])
  })

  it.each<[string, Sign, string]>([
    [
      'for another contract',
      (one) => ({
        ...(sign({
          ...one,
          raw_data_hex: one.raw_data_hex.replace('1b6ca35d', '1b6ca35e'),
        }) as object),
      }),
      'tron_other_bytes',
    ],
    [
      'with another id',
      (one) => ({ ...one, txID: 'ab'.repeat(32), signature: [SIGNATURE] }),
      'tron_other_bytes',
    ],
    ['for the same call with a later end', (one) => sign(withLaterEnd(one)), 'tron_other_bytes'],
    ['without a signature', (one) => one, 'tron_other_bytes'],
    [
      'with two signatures',
      (one) => ({ ...one, signature: [SIGNATURE, SIGNATURE] }),
      'tron_other_bytes',
    ],
    [
      'with something else than a signature',
      (one) => ({ ...one, signature: ['x'] }),
      'tron_other_bytes',
    ],
    ['that is nothing', () => null, 'tron_other_bytes'],
    ['that is a text', () => SIGNATURE, 'tron_other_bytes'],
  ])('a payment on Tron is not sent when the wallet’s response is %s', async (_, wrong, code) => {
    const { run, record } = await signing({ sign: wrong })
    expect(await run()).toEqual([{ type: 'not_sent', attemptId: ATTEMPT, note: { code } }])
    expect(await record()).toMatchObject({ phase: 'abandoned', txHash: null, lastError: code })
  })

  it('a payment on Tron is not sent when the wallet responds too late', async () => {
    const scene = await signing({
      sign: (one) => {
        void scene.session.wait(LIFETIME_MS + 1_000, new AbortController().signal)
        return sign(one)
      },
    })
    expect(await scene.run()).toEqual([
      { type: 'not_sent', attemptId: ATTEMPT, note: { code: 'tron_too_late' } },
    ])
  })

  it.each<[string, Error, object]>([
    ['declines', walletError(4001), { type: 'not_sent', note: { code: 'rejected' } }],
    ['is busy', walletError(-32002), { type: 'not_sent', note: { code: 'wallet_busy' } }],
    ['is locked', walletError(4100), { type: 'not_sent', note: { code: 'wallet_locked' } }],
    ['fails with an unknown error', walletError(1), { type: 'lost' }],
  ])('a payment on Tron has the right note when the wallet %s', async (_, error, fact) => {
    const { run } = await signing({ sign: () => error })
    expect(await run()).toMatchObject([fact])
  })

  it('a payment on Tron is not sent when the payer discarded it in the meantime', async () => {
    const scene = await signing({
      sign: (one) => {
        scene.session.setState({ name: 'review', attemptId: null })
        return sign(one)
      },
    })
    expect(await scene.run()).toEqual([])
    expect(await scene.record()).toMatchObject({ txHash: null })
    expect((await scene.record())?.tron?.signature).toBeUndefined()
  })

  it('a payment on Tron is not sent when its signature cannot be stored', async () => {
    const scene = await signing({
      sign: (one) => {
        scene.session.stored.put = () => Promise.reject(new Error('full'))
        return sign(one)
      },
    })
    expect(await scene.run()).toMatchObject([
      { type: 'not_sent', note: { code: 'storage_failed' } },
    ])
  })
})

describe('payTron sends no wallet request', () => {
  it.each<[string, { answers?: Answers; account?: string }, string]>([
    ['on another network', { answers: { eth_chainId: '0xcd8690dc' } }, 'switch_failed'],
    ['with another account', { answers: { eth_accounts: [TRON_STRANGER] } }, 'account_changed'],
    ['when it shows no account', { answers: { eth_accounts: [] } }, 'account_changed'],
  ])('payTron sends no wallet request %s', async (_, options, code) => {
    const { run, asked } = await signing(options)
    expect(await run()).toMatchObject([{ type: 'not_sent', note: { code } }])
    expect(asked()).toEqual([])
  })

  it('payTron sends no wallet request when no node responds', async () => {
    const { run, asked, node } = await signing()
    node.isDown = true
    expect(await run()).toMatchObject([{ type: 'not_sent', note: { code: 'chain_unavailable' } }])
    expect(asked()).toEqual([])
  })

  it('payTron sends no wallet request when nothing can be stored', async () => {
    const { run, asked, session } = await signing()
    session.stored.put = () => Promise.reject(new Error('full'))
    expect(await run()).toMatchObject([{ type: 'not_sent', note: { code: 'storage_failed' } }])
    expect(asked()).toEqual([])
  })

  it('payTron sends no wallet request when the payer has left the payment', async () => {
    const { run, asked, session } = await signing()
    const { put } = session.stored
    session.stored.put = (record) => {
      session.setState({ name: 'review', attemptId: null })
      return put(record)
    }
    expect(await run()).toMatchObject([{ type: 'not_sent', note: { code: 'account_changed' } }])
    expect(asked()).toEqual([])
  })

  it('payTron sends no wallet request when the payment is paid', async () => {
    const { run, asked, session } = await signing()
    session.api.metadata = async () => ({ kind: 'completed', payment: aTronPayment() })
    expect(await run()).toMatchObject([{ type: 'server', answer: { kind: 'completed' } }])
    expect(asked()).toEqual([])
  })
})

describe('payTron after an earlier attempt', () => {
  it('payTron after an earlier attempt that was declined builds a new transaction', async () => {
    const scene = await signing()
    await withEarlier(scene, { lastError: null })
    scene.node.headMs += 3_000
    await scene.run()
    expect((await scene.record())?.tron?.raw_data.timestamp).toBe(BLOCK_MS + 3_000)
  })

  it('payTron after an earlier attempt without a response requests the same transaction again', async () => {
    const scene = await signing()
    const { txID } = await withEarlier(scene)
    scene.node.headMs += 3_000
    expect(await scene.run()).toMatchObject([{ type: 'sent', hash: txID }])
  })

  it('payTron after an earlier attempt that ends in less than a minute waits for its end', async () => {
    const scene = await signing()
    await withEarlier(scene)
    scene.node.headMs += LIFETIME_MS - 59_000
    expect(await scene.run()).toMatchObject([{ type: 'not_sent', note: { code: 'tron_earlier' } }])
  })

  it('payTron after an earlier attempt that is on chain follows that payment without a wallet request', async () => {
    const scene = await signing()
    const { txID } = await withEarlier(scene)
    scene.node.known.add(txID)
    expect(await scene.run()).toMatchObject([{ type: 'sent', attemptId: ATTEMPT, hash: txID }])
    expect(scene.asked()).toEqual([])
    expect(await scene.record()).toMatchObject({ txHash: txID, tron: { txID } })
  })

  it('payTron after an earlier attempt that was signed sends that transaction without a wallet request', async () => {
    const scene = await signing()
    const built = await withEarlier(scene)
    await withEarlier(scene, { tron: { ...built, signature: [SIGNATURE] } })
    expect(await scene.run()).toMatchObject([{ type: 'sent', hash: built.txID }])
    expect(scene.asked()).toEqual([])
  })

  it.each<[string, Partial<AttemptRecord>]>([
    ['of another account', { from: TRON_STRANGER }],
    ['of another call', { calldataHash: `0x${'00'.repeat(32)}` }],
  ])(
    'payTron builds nothing until an earlier attempt %s can never be executed',
    async (_, patch) => {
      const scene = await signing()
      await withEarlier(scene, patch)
      expect(await scene.run()).toMatchObject([
        { type: 'not_sent', note: { code: 'tron_earlier' } },
      ])
      expect(scene.asked()).toEqual([])

      // Neither the newest block's timestamp nor a node that does not respond proves anything.
      scene.node.headMs = BLOCK_MS + LIFETIME_MS + 3_000
      scene.session.facts.length = 0
      expect(await scene.run()).toMatchObject([
        { type: 'not_sent', note: { code: 'tron_earlier' } },
      ])
      scene.node.solidMs = BLOCK_MS + LIFETIME_MS + 1_000
      scene.node.isSolidDown = true
      scene.session.facts.length = 0
      expect(await scene.run()).toMatchObject([
        { type: 'not_sent', note: { code: 'tron_earlier' } },
      ])

      scene.node.isSolidDown = false
      scene.session.facts.length = 0
      expect(await scene.run()).toMatchObject([{ type: 'sent' }])
      expect(scene.asked()).toHaveLength(1)
    },
  )

  const HASH = `0x${'a1'.repeat(32)}`
  const onEvm = aRecord({
    id: EARLIER,
    ...{ phase: 'abandoned', lastError: 'no_answer', nonce: 7, blockBefore: 90 },
    ...{ data: '0x1234', calldataHash: hashHex('0x1234') },
    option: { chain: 'devnet', token: 'USDC', needed: '10.02', accepted: 'USDC-devnet' },
  })
  const elsewhere = { network: 'base', networkName: 'Base' }
  const sentByNonce = {
    ...{ hash: HASH, from: onEvm.from, to: onEvm.to, value: onEvm.valueHex, nonce: '0x7' },
    input: onEvm.data,
  }

  it.each<[string, AttemptRecord, Answers, boolean]>([
    ['in a currency of an EVM network', onEvm, { eth_getLogs: [aPaymentLog(HASH)] }, false],
    ['in a currency of an EVM network, which is not on chain', onEvm, {}, true],
    [
      'over a bridge',
      { ...onEvm, destination: elsewhere },
      { eth_getTransactionBySenderAndNonce: sentByNonce },
      false,
    ],
  ])('payTron after an earlier attempt %s', async (_, record, answers, isAsked) => {
    const scene = await signing()
    const { session } = scene
    await session.stored.put(record)
    const { fetch, api } = session
    const evm = fakeProvider({ eth_blockNumber: '0x64', eth_getLogs: [], ...answers })
    const metadata = api.metadata
    api.metadata = (options) =>
      options?.option === 'USDC-devnet'
        ? Promise.resolve({ kind: 'payment', payment: aPayment() })
        : metadata(options)
    Object.assign(session, {
      limits: { ...session.limits, rpcUrls: { 31337: 'http://evm' } },
      fetch: async (...[url, init]: Parameters<typeof fetch>) => {
        if (!String(url).startsWith('http://evm')) return fetch(url, init)
        return Response.json({ id: 1, result: await evm.request(JSON.parse(String(init.body))) })
      },
    })
    const facts = await scene.run()
    expect(scene.asked()).toHaveLength(isAsked ? 1 : 0)
    const expected = [{ type: 'not_sent' }, { type: 'server', answer: { kind: 'processing' } }]
    expect(facts).toMatchObject(isAsked ? [{ type: 'sent' }] : expected)
  })

  it.each(['done', 'reverted', 'dropped'] as const)(
    'payTron after an earlier attempt that is %s builds a new transaction',
    async (phase) => {
      const scene = await signing()
      await withEarlier(scene, { phase, from: TRON_STRANGER })
      expect(await scene.run()).toMatchObject([{ type: 'sent' }])
    },
  )
})
