import { signatureKinds } from '@secure-payment/core/signed'
import { recoverTypedDataAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { aPaymentLog, PAYER } from '../testing/examples.ts'
import { walletError } from '../testing/fakes.ts'
import { mutationsOf } from '../testing/mutations.ts'
import { ATTEMPT, anOffer, signing } from '../testing/signing.ts'
import { followCalls, reconcileCalls } from './signedPayment.ts'

const PAID = `0x${'a1'.repeat(32)}`

/** Pays, and returns the last fact. */
async function run({ session }: Awaited<ReturnType<typeof signing>>) {
  const rail = await session.rail()
  await rail.pay(session.task, ATTEMPT)
  return session.facts.at(-1)
}

describe.each(signatureKinds)('A signed payment by %s', (kind) => {
  it('a payment is signed with one prompt, and the service receives the signature', async () => {
    const world = await signing({ kind, hasGas: false })
    expect(world.reviewed).toMatchObject([
      { type: 'review', verified: { review: { steps: ['pay'] } } },
    ])
    expect(await run(world)).toEqual({ type: 'called', attemptId: ATTEMPT, isSafe: false })
    expect(world.asked()).toEqual(['eth_signTypedData_v4'])
    const [{ signature, ...body } = { signature: '' }] = world.service.posts
    expect(body).toEqual({
      attempt: ATTEMPT,
      kind,
      deadline: anOffer(kind).deadline,
      salt: '7',
      ...(kind === 'eip2612' && { permitNonce: '4' }),
      wallet: PAYER,
    })
    const asked = world.provider.calls.find(({ method }) => method === 'eth_signTypedData_v4')
    const typed = JSON.parse(String(asked?.params[1]))
    expect(typed).toEqual(anOffer(kind).typedData)
    expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(PAYER)
  })

  it('no change of any member of an offer reaches the wallet', async () => {
    const mutations = mutationsOf(anOffer(kind))
    expect(mutations.length).toBeGreaterThan(100)
    const prompted: string[] = []
    for (const { name, changed } of mutations) {
      const world = await signing({ offer: changed })
      if (world.session.verified?.signed !== undefined) await run(world)
      const isAsked = world.asked().includes('eth_signTypedData_v4')
      if (isAsked && !isSame(changed, kind)) prompted.push(name)
    }
    expect(prompted).toEqual([])
  }, 60_000)
})

/** Returns whether a change only rewrote an address in another case. */
const isSame = (changed: unknown, kind: (typeof signatureKinds)[number]) =>
  JSON.stringify(changed).toLowerCase() === JSON.stringify(anOffer(kind)).toLowerCase()

describe('The request for a signature', () => {
  it('the record of a signed payment precedes the prompt, without the signature', async () => {
    const records: unknown[] = []
    const world = await signing({
      answers: {
        eth_signTypedData_v4: async () => {
          records.push(await world.session.stored.get(ATTEMPT))
          return `0x${'11'.repeat(65)}`
        },
      },
    })
    await run(world)
    expect(records).toMatchObject([
      {
        phase: 'signing',
        nonce: null,
        callsId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        signed: { deadline: anOffer('eip3009').deadline },
      },
    ])
    const record = await world.session.stored.get(ATTEMPT)
    expect(record?.phase).toBe('broadcast')
    expect(JSON.stringify(record)).not.toContain('11'.repeat(65))
  })

  it.each([
    ['declines', walletError(4001), { code: 'rejected' }],
    ['fails', walletError(-32603), { code: 'wallet_error' }],
    ['returns no signature', '0x', { code: 'wallet_error' }],
    ['returns no hex', 'signed', { code: 'wallet_error' }],
    ['returns too much', `0x${'11'.repeat(4_097)}`, { code: 'wallet_error' }],
  ])('nothing is submitted if the wallet %s', async (_, answer, note) => {
    const world = await signing({ answers: { eth_signTypedData_v4: answer } })
    expect(await run(world)).toEqual({ type: 'not_sent', attemptId: ATTEMPT, note })
    expect(world.service.posts).toEqual([])
    expect((await world.session.stored.get(ATTEMPT))?.phase).toBe('abandoned')
  })

  it.each([1, 32, 64, 65, 130, 4_096])(
    'the service receives a smart account’s signature of %i bytes',
    async (bytes) => {
      const signature = `0x${'ab'.repeat(bytes)}`
      const world = await signing({ answers: { eth_signTypedData_v4: signature } })
      expect(await run(world)).toMatchObject({ type: 'called' })
      expect(world.service.posts).toMatchObject([{ signature }])
    },
  )

  it('a wallet that signs no typed data receives the transactions', async () => {
    const world = await signing({ answers: { eth_signTypedData_v4: walletError(-32601) } })
    expect(await run(world)).toMatchObject({
      type: 'unbatched',
      verified: { review: { steps: ['approve', 'pay'] } },
    })
    const record = await world.session.stored.get(ATTEMPT)
    expect(record).toMatchObject({ phase: 'created', steps: ['approve', 'pay'] })
    expect([record?.callsId, record?.signed]).toEqual([undefined, undefined])
  })

  it.each([
    [400, 'not_sponsored', 1],
    [403, 'wallet_not_accepted', 1],
    [409, 'signed_payment_exists', 1],
    [429, 'too_many_sponsored', 5],
    [503, 'sponsor_unavailable', 5],
  ])(
    'a signature is followed although the service refuses it (%i %s), because the service can still send it',
    async (status, code, calls) => {
      const world = await signing()
      Object.assign(world.service, { status, code })
      expect(await run(world)).toMatchObject({ type: 'called' })
      expect(world.session.noSignaturesOf).toBe(PAYER)
      expect(world.service.posts).toHaveLength(calls)
    },
  )

  it('a signature is submitted again after a lost response', async () => {
    const world = await signing()
    world.service.status = 503
    await run(world)
    expect(world.service.posts.length).toBeGreaterThan(1)
    expect(new Set(world.service.posts.map((post) => JSON.stringify(post))).size).toBe(1)
  })

  it('a payment without an offer is paid with transactions', async () => {
    const { session } = await signing({ offer: undefined })
    expect(session.verified?.signed).toBeUndefined()
    expect(session.verified?.review.steps).toEqual(['approve', 'pay'])
  })
})

describe('The network fee of a payment without an offer', () => {
  it.each([
    ['its reason', 'limit_reached', 'limit_reached'],
    ['no reason', undefined, 'unavailable'],
  ])(
    'a payer without the network fee, which the service had stated that it pays, sees the shortage with %s',
    async (_, obstacle, unpaid) => {
      const { session, reviewed } = await signing({
        offer: undefined,
        hasGas: false,
        isSponsored: true,
        ...(obstacle !== undefined && { obstacle }),
      })
      const params = { symbol: 'ETH', unpaid }
      expect(reviewed).toMatchObject([
        { type: 'short', note: { code: 'insufficient_gas', params } },
      ])
      // The list of ways to pay then counts the network fee.
      expect(session.noSignaturesOf).toBe(PAYER)
    },
  )

  it.each([
    ['has it', { hasGas: true, isSponsored: true }],
    ['lacks it, but was never promised that the service pays it', { hasGas: false }],
  ])('a payer who %s sees the review of the transactions', async (_, options) => {
    const { session, reviewed } = await signing({
      offer: undefined,
      obstacle: 'not_sponsored',
      ...options,
    })
    expect(reviewed).toMatchObject([
      { type: 'review', verified: { review: { steps: ['approve', 'pay'] } } },
    ])
    expect(session.noSignaturesOf).toBeNull()
  })

  it.each([
    ['not_supported', true, /only for tokens that can be paid with a signature/],
    ['no_permit2_allowance', true, /only if your account has allowed Permit2/],
    ['limit_reached', true, /as many network fees as it may for now/],
    ['a later reason', true, /cannot pay the network fee right now/],
    ['no_balance', true, undefined],
    ['limit_reached', false, undefined],
  ])(
    'the review states the reason %s if the service sponsors the way (%s)',
    async (obstacle, isSponsored, reason) => {
      const { session } = await signing({ offer: undefined, obstacle, isSponsored })
      const said = session.verified?.review.unsponsored?.('en')
      if (reason === undefined) expect(said).toBeUndefined()
      else expect(said).toMatch(reason)
    },
  )

  it('an offer needs no reason, and a shortage of the network fee states it', async () => {
    const offered = await signing({ isSponsored: true, obstacle: 'limit_reached' })
    expect(offered.session.verified?.review.unsponsored).toBeUndefined()
    const short = { offer: undefined, hasGas: false, isSponsored: true, obstacle: 'limit_reached' }
    const { reviewed } = await signing(short)
    const [fact] = reviewed
    const note = fact?.type === 'short' ? fact.note : null
    expect(note?.reason?.('en')).toMatch(/as many network fees as it may for now/)
  })
})

describe('The end of a signed payment', () => {
  it('a signed payment is found on chain, whoever sent it', async () => {
    const world = await signing()
    await run(world)
    world.chain.isUsed = true
    world.chain.logs = [aPaymentLog(PAID)]
    await followCalls(world.session.task, ATTEMPT)
    expect(world.session.facts.at(-1)).toEqual({ type: 'sent', attemptId: ATTEMPT, hash: PAID })
  })

  it('a signed payment is over only after its deadline on the chain', async () => {
    const world = await signing()
    await run(world)
    const { deadline } = anOffer('eip3009')
    world.chain.nowS = deadline + 60
    let isPast = false
    const wait = world.session.wait
    Object.assign(world.session, {
      wait: async (ms: number, signal: AbortSignal) => {
        isPast = true
        world.chain.nowS = deadline + 61
        await wait(ms, signal)
      },
    })
    await followCalls(world.session.task, ATTEMPT)
    expect(isPast).toBe(true)
    expect(world.session.facts.at(-1)).toMatchObject({ type: 'not_sent' })
  })

  it('a signed payment that the payer cancelled is over', async () => {
    const world = await signing()
    await run(world)
    world.chain.isUsed = true
    await followCalls(world.session.task, ATTEMPT)
    expect(world.session.facts.at(-1)).toMatchObject({ type: 'not_sent' })
  })

  it.each([
    ['is on chain', { logs: [aPaymentLog(PAID)] }, { kind: 'found', hash: PAID }],
    ['was cancelled', { isUsed: true }, { kind: 'not_sent' }],
    ['is open', {}, { kind: 'nonce_unused', isPromptGone: false }],
  ])('a page that is loaded again reports a payment that %s', async (_, chain, result) => {
    const world = await signing()
    await run(world)
    Object.assign(world.chain, chain)
    world.session.facts.length = 0
    const wait = world.session.wait
    Object.assign(world.session, {
      wait: async (ms: number, signal: AbortSignal) => {
        world.session.abort()
        await wait(ms, signal)
      },
    })
    await reconcileCalls(world.session.task, ATTEMPT).catch(() => undefined)
    expect(world.session.facts).toEqual([{ type: 'reconciled', result }])
  })
})
