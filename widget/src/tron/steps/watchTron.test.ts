import { describe, expect, it } from 'vitest'
import { aRecord } from '../../testing/examples.ts'
import { fakeApi, fakeSession } from '../../testing/fakes.ts'
import {
  aTronAccount,
  aTronInfo,
  aTronPayment,
  BLOCK_MS,
  fakeTronNode,
  honestTronCalldata,
  TRON_PAYER,
} from '../../testing/tronExamples.ts'
import { approveTron } from './approveTron.ts'
import type { TronReceipt } from './createTronNode.ts'
import { createTronNode } from './createTronNode.ts'
import { reconcileTron } from './reconcileTron.ts'
import { LIFETIME_MS } from './signTron.ts'
import { hasPassed, judgeTron, type TronFacts, watchTron } from './watchTron.ts'

const ATTEMPT = '00000000-0000-4000-8000-0000000000aa'
const ID = 'a1'.repeat(32)
const OVER_MS = BLOCK_MS + LIFETIME_MS
const TRANSACTION = {
  visible: false,
  txID: ID,
  raw_data: {
    contract: [],
    ref_block_bytes: '0001',
    ref_block_hash: '00'.repeat(8),
    expiration: OVER_MS,
    timestamp: BLOCK_MS,
  },
  raw_data_hex: '',
}
const SIGNED = { ...TRANSACTION, signature: ['1b'.repeat(65)] }

/** Creates a payment that is signed and stored, with the machine in `confirming`. */
async function confirming(
  options: { relay?: (() => TronReceipt | null) | null; isSigned?: boolean } = {},
) {
  const payment = aTronPayment()
  const { node, fetch } = fakeTronNode()
  const api = fakeApi(payment, honestTronCalldata())
  const sent: string[] = []
  api.broadcastTron = async (transaction) => {
    sent.push(transaction.txID)
    return options.relay?.() ?? null
  }
  const session = Object.assign(fakeSession({ api }), { fetch })
  session.setState({ name: 'confirming', payment, account: aTronAccount(), attemptId: ATTEMPT })
  const tron = options.isSigned === false ? TRANSACTION : SIGNED
  const record = { kind: 'tron', network: 'tron', from: TRON_PAYER, txHash: ID, tron } as const
  await session.stored.put(aRecord(record))
  /** Runs the step until it ends or `isEnough` accepts the number of facts, and returns all facts. */
  const until = async (step: 'watch' | 'reconcile', isEnough: (count: number) => boolean) => {
    const { facts, task } = session
    const push = facts.push.bind(facts)
    facts.push = (...more) => {
      const count = push(...more)
      if (isEnough(count)) session.abort()
      return count
    }
    const run = step === 'watch' ? watchTron(task, ATTEMPT, ID) : reconcileTron(task, ATTEMPT)
    await run.catch((error: unknown) => {
      if (!task.signal.aborted) throw error
    })
    return [...facts]
  }
  return { session, node, sent, until }
}

describe('the state of a payment on Tron', () => {
  const info = (isSuccess: boolean) => ({
    blockNumber: 990,
    isSuccess,
    outcome: isSuccess ? 'SUCCESS' : 'REVERT',
    feeSun: 5n,
  })
  const facts: TronFacts = {
    solid: null,
    mined: null,
    isKnown: false,
    headNumber: 1_000,
    isOver: false,
  }

  it.each<[string, Partial<TronFacts>, object]>([
    [
      'solid and carried out',
      { solid: info(true), mined: info(true) },
      { kind: 'final', isSuccess: true },
    ],
    ['solid and failed', { solid: info(false) }, { kind: 'final', isSuccess: false }],
    [
      'in a block',
      { mined: info(true), isKnown: true },
      { kind: 'mined', confirmations: 10, isSuccess: true },
    ],
    ['failed in a block', { mined: info(false) }, { kind: 'mined', isSuccess: false }],
    [
      'in a block, though its time has passed',
      { mined: info(true), isOver: true },
      { kind: 'mined' },
    ],
    ['waiting for a block', { isKnown: true }, { kind: 'waiting' }],
    ['nowhere', {}, { kind: 'missing' }],
    ['nowhere, and never again', { isOver: true }, { kind: 'over' }],
    ['over, though a node still has it', { isOver: true, isKnown: true }, { kind: 'over' }],
  ])('the state of a payment on Tron follows from the chain: %s', (_, patch, verdict) => {
    expect(judgeTron({ ...facts, ...patch })).toMatchObject(verdict)
  })
})

describe('a transaction has expired', () => {
  const node = () => {
    const fake = fakeTronNode()
    const signal = new AbortController().signal
    return {
      ...fake,
      client: createTronNode({ base: 'http://node.test', fetch: fake.fetch, signal }),
    }
  }

  it.each([
    ['by the clock of the solid blocks', OVER_MS + 1_000, false, true],
    ['not by that of the newest', OVER_MS, false, false],
    ['not when a solid block has it', OVER_MS + 1_000, true, false],
  ])(
    'hasPassed decides whether a transaction has expired: %s',
    async (_, solidMs, isThere, expected) => {
      const { client, node: state } = node()
      state.solidMs = solidMs
      if (isThere) state.solidKnown.add(ID)
      expect(await hasPassed(client, TRANSACTION, OVER_MS + 60_000)).toBe(expected)
    },
  )

  it('a transaction has not expired while the solid blocks cannot be read', async () => {
    const { client, node: state } = node()
    state.solidMs = OVER_MS + 1_000
    state.isSolidDown = true
    expect(await hasPassed(client, TRANSACTION, OVER_MS + 60_000)).toBe(false)
  })
})

describe('a signed payment', () => {
  it('a signed payment is sent by the relay, and by the node when the relay reaches no node', async () => {
    const { node, sent, until } = await confirming()
    await until('watch', (count) => count === 2)
    expect(sent).toEqual([ID])
    expect(node.known.has(ID)).toBe(true)
  })

  it('a signed payment is not sent by the node when the service rejects it', async () => {
    const refused = { isTaken: false, code: 'payment_expired' }
    const { node, until } = await confirming({ relay: () => refused })
    const facts = await until('watch', (count) => count === 2)
    expect(node.calls.some(({ path }) => path.endsWith('broadcasttransaction'))).toBe(false)
    expect(facts.at(-1)).toMatchObject({ note: { code: 'tron_not_taken' } })
  })

  it.each([
    ['BANDWITH_ERROR', 'tron_no_resources'],
    ['CONTRACT_VALIDATE_ERROR', 'tron_no_resources'],
    ['TAPOS_ERROR', 'tron_not_taken'],
    ['TRANSACTION_EXPIRATION_ERROR', 'tron_not_taken'],
    ['SERVER_BUSY', 'tron_busy'],
  ])(
    'a signed payment that the nodes reject with %s shows a note, and is sent again repeatedly',
    async (code, note) => {
      const { node, sent, until } = await confirming({ relay: () => ({ isTaken: false, code }) })
      node.broadcast = () => ({ code })
      const facts = await until('watch', (count) => count === 8)
      expect(facts.at(-1)).toMatchObject({
        type: 'confirmations',
        current: 0,
        note: { code: note },
      })
      // Within eight seconds, the transaction is sent every three seconds.
      expect(sent).toHaveLength(3)
    },
  )

  it('a signed payment that a node already has is accepted', async () => {
    const { until } = await confirming({
      relay: () => ({ isTaken: false, code: 'DUP_TRANSACTION_ERROR' }),
    })
    expect(await until('watch', (count) => count === 1)).toMatchObject([{ note: null }])
  })

  it('a signed payment with another key’s signature ends at once', async () => {
    const { until } = await confirming({ relay: () => ({ isTaken: false, code: 'SIGERROR' }) })
    expect(await until('watch', (count) => count === 1)).toEqual([
      { type: 'dropped', params: { reason: 'signature' } },
    ])
  })

  it('a signed payment lacks its last confirmation until its block is solid', async () => {
    const { node, until } = await confirming({ relay: () => ({ isTaken: true, code: '' }) })
    node.known.add(ID)
    node.infos[ID] = aTronInfo(ID, 'SUCCESS', 0, 1_000)
    node.headNumber = 1_500
    const early = await until('watch', (count) => count === 1)
    expect(early).toMatchObject([{ current: 18, required: 19 }])
  })

  it('a signed payment is confirmed by a solid block', async () => {
    const { node, until } = await confirming()
    node.solidInfos[ID] = aTronInfo(ID, 'SUCCESS', 345_000)
    expect(await until('watch', () => false)).toMatchObject([
      { current: 19, required: 19, note: null },
    ])
  })

  it.each(['REVERT', 'OUT_OF_ENERGY'])(
    'a signed payment that failed by %s ends once that is solid, and shows its cost',
    async (reason) => {
      const { node, until } = await confirming()
      node.infos[ID] = aTronInfo(ID, reason, 13_740_000)
      let checks = 0
      const facts = await until('watch', () => {
        checks += 1
        if (checks === 2) node.solidInfos[ID] = aTronInfo(ID, reason, 13_740_000)
        return false
      })
      expect(facts).toMatchObject([
        { note: { code: 'tron_failing' } },
        { note: { code: 'tron_failing' } },
        { type: 'reverted', hash: ID, params: { fee: '13.74', reason } },
      ])
    },
  )

  it('a signed payment that no node accepted ends once it can never be executed', async () => {
    const { node, until } = await confirming({
      relay: () => ({ isTaken: false, code: 'TAPOS_ERROR' }),
    })
    node.headMs = OVER_MS + 60_000
    node.solidMs = OVER_MS + 3_000
    expect(await until('watch', () => false)).toEqual([
      { type: 'dropped', params: { reason: 'expired' } },
    ])
  })

  it('a signed payment is followed only through the relay if no node responds', async () => {
    const { node, sent, until } = await confirming({ relay: () => ({ isTaken: true, code: '' }) })
    node.isDown = true
    await until('watch', (count) => count === 5)
    expect(sent.length).toBeGreaterThan(0)
  })
})

describe('a payment without the wallet’s signature', () => {
  it.each<[string, boolean, boolean, object]>([
    ['was not sent when no node has it', false, false, { kind: 'not_sent' }],
    ['is found when a node has it', true, false, { kind: 'found', hash: ID }],
    ['is unclear while no node answers', false, true, { kind: 'unreachable' }],
  ])('a payment without the wallet’s signature %s', async (_, isKnown, isDown, result) => {
    const { node, until } = await confirming({ isSigned: false })
    if (isKnown) node.known.add(ID)
    node.isDown = isDown
    const facts = await until('reconcile', (count) => count === 1)
    expect(facts).toEqual([{ type: 'reconciled', result }])
  })

  it('a payment without the wallet’s signature is followed if it was signed late', async () => {
    const { until } = await confirming()
    expect(await until('reconcile', (count) => count === 1)).toEqual([
      { type: 'reconciled', result: { kind: 'found', hash: ID } },
    ])
  })
})

describe('the node’s responses', () => {
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no JSON object', []],
    ['another shape', { constant_result: ['zz'] }],
  ])('the node’s responses are rejected when an allowance is %s', async (_, answer) => {
    const fetch = async () => Response.json(answer)
    const client = createTronNode({ base: '', fetch, signal: new AbortController().signal })
    const call = { token: 'T', owner: 'T', words: '' }
    await expect(client.allowance(call)).rejects.toMatchObject({ code: 'tron_node_error' })
  })

  it.each([
    ['the status of a failure', 503, {}],
    ['java-tron’s own failure', 200, { Error: 'class java.lang.NullPointerException : null' }],
  ])('the node’s responses prove nothing about a transaction with %s', async (_, status, body) => {
    const fetch = async () => Response.json(body, { status })
    const client = createTronNode({ base: '', fetch, signal: new AbortController().signal })
    await expect(client.hasTransaction(ID, 'wallet')).rejects.toMatchObject({
      code: 'tron_node_error',
    })
  })

  it('the node’s responses are rejected when a block has no id', async () => {
    const fetch = async () => Response.json({ block_header: { raw_data: { timestamp: 1 } } })
    const client = createTronNode({ base: '', fetch, signal: new AbortController().signal })
    await expect(client.block('wallet')).rejects.toMatchObject({ code: 'tron_node_error' })
  })
})

describe('an approval', () => {
  it('an approval is not requested when the allowance suffices', async () => {
    const { session, node } = await confirming()
    node.allowanceUnits = 10_000_000n
    const { loadReview } = await import('../../steps/readPayment.ts')
    await loadReview(session.task)
    session.facts.length = 0
    session.provider = { request: () => Promise.reject(new Error('The wallet was asked.')) }
    session.setState({
      plan: { needsSwitch: false, kinds: ['approve', 'pay'], index: 0, hashes: {} },
    })
    await approveTron(session.task, ATTEMPT)
    expect(session.facts).toEqual([{ type: 'step_mined' }])
  })
})
