import { expect, it } from 'vitest'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { aPayment, aPaymentLog, PAYEE, USDC } from '../testing/examples.ts'
import { type Mutation, mutationsOf } from '../testing/mutations.ts'
import { ATTEMPT, anOffer, signing } from '../testing/signing.ts'
import { followCalls } from './signedPayment.ts'

const CASES = 300
const SEED = 26
const POLLS = 4
const PAID = `0x${'a1'.repeat(32)}`
const DUST = `0x${'d0'.repeat(32)}`
const STRANGER = '0x1000000000000000000000000000000000000b0b'
const STATES = ['stored', 'sent', 'confirmed', 'expired', 'cancelled', 'rejected']

/** A relay's description of the signed payment. */
const RELAYED = {
  id: '01M8Q8RT8VXZYX16R7H3AWRJHR',
  kind: 'eip3009',
  status: 'stored',
  reason: null,
  txHash: `0x${'c5'.repeat(32)}`,
  paymentHash: `0x${'b7'.repeat(32)}`,
  deadline: anOffer('eip3009').deadline,
}

/** Returns a generator of numbers from 0 up to, and without, 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the changes of every response about the payment after its signature, in a seeded order. */
function drawMutations(): readonly Mutation[] {
  const random = createRandom(SEED)
  const bases = STATES.map((status) => ({ ...aPayment(), signedPayment: { ...RELAYED, status } }))
  const all = bases.flatMap((base) =>
    mutationsOf({ answer: base.signedPayment, payment: base, status: 202 }).map((one) => ({
      ...one,
      name: `${base.signedPayment.status} ${one.name}`,
    })),
  )
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, CASES)
    .map(({ one }) => one)
}

const word = (text: string) => text.slice(2).toLowerCase().padStart(64, '0')

/** Events that any account can emit under the payment's reference: one unit for the payee, and the amount for a stranger. */
const FORGED = [
  [PAYEE, '0x1'],
  [STRANGER, '0x989680'],
].map(([payee = '', units = '']) =>
  aPaymentLog(DUST, { data: `0x${[USDC, payee, units, '0x0', STRANGER].map(word).join('')}` }),
)

it('a relay that lies after the signature causes no second prompt, and no payment counts without its event on chain', async () => {
  const mutations = drawMutations()
  expect(mutations).toHaveLength(CASES)
  const wrong: string[] = []
  for (const { name, changed } of mutations) {
    const { answer, payment, status } = Object(changed)
    const world = await signing()
    const rail = await world.session.rail()
    Object.assign(world.session, {
      fetch: async () =>
        Response.json(answer ?? null, { status: typeof status === 'number' ? 202 : 200 }),
    })
    await rail.pay(world.session.task, ATTEMPT)
    world.session.setState({ payment: payment as PaymentMetadata })
    world.chain.logs = FORGED
    world.session.facts.length = 0
    let polls = 0
    const { wait } = world.session
    Object.assign(world.session, {
      wait: async (ms: number, signal: AbortSignal) => {
        polls += 1
        if (polls === POLLS) {
          if (world.session.facts.length > 0) wrong.push(name)
          world.chain.isUsed = true
          world.chain.logs = [...FORGED, aPaymentLog(PAID)]
        }
        if (polls === 2 * POLLS) world.session.abort()
        await wait(ms, signal)
      },
    })
    await followCalls(world.session.task, ATTEMPT).catch(() => undefined)
    const fact = world.session.facts.at(-1)
    const isFound = fact?.type === 'sent' && fact.hash === PAID
    const isAskedOnce = world.asked().join() === 'eth_signTypedData_v4'
    if (polls < POLLS || !isFound || !isAskedOnce) wrong.push(`${name} -> ${JSON.stringify(fact)}`)
  }
  expect(wrong).toEqual([])
}, 60_000)
