import { hashTypedData, recoverTypedDataAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { approve } from '../steps/approve.ts'
import { newAttempt } from '../steps/attempts.ts'
import { loadReview } from '../steps/readPayment.ts'
import { anAccount, PAYEE, PAYER } from '../testing/examples.ts'
import { type Answers, walletError } from '../testing/fakes.ts'
import {
  ATTEMPT,
  EARLIER,
  NEEDED,
  type Offer,
  permitting,
  RELAYED,
  START_S,
} from '../testing/permitting.ts'
import { offerPermit } from './permit.ts'

describe('A permit', () => {
  it('a permit is signed for exactly the approval, submitted, and awaited on chain', async () => {
    const { session, handed, offer, typed, asked } = await permitting()
    expect(session.verified?.review.isByPermit).toBe(true)
    await approve(session.task, ATTEMPT)
    expect(session.facts).toEqual([
      { type: 'permitting', isAsked: true },
      { type: 'step_sent', kind: 'approve', hash: RELAYED, isRelayed: true },
      { type: 'step_mined' },
    ])
    expect(asked()).toEqual(['eth_signTypedData_v4'])
    const { EIP712Domain, ...types } = typed().types
    expect(types).toEqual(offer.types)
    expect(EIP712Domain).toHaveLength(4)
    expect(hashTypedData(typed())).toBe(hashTypedData(Object(offer)))
    const [call] = handed
    expect(call).toMatchObject({ attemptId: ATTEMPT, deadline: offer.message.deadline })
    const signature = call?.signature.startsWith('0x') ? call.signature.slice(2) : ''
    const signer = await recoverTypedDataAddress({ ...typed(), signature: `0x${signature}` })
    expect(signer).toBe(PAYER)
    const record = await session.stored.get(ATTEMPT)
    expect(record?.permit).toEqual({
      nonce: '4',
      deadline: offer.message.deadline,
      hash: RELAYED,
    })
    expect(JSON.stringify(record)).not.toContain(signature)
  })

  it.each<[string, (offer: Offer) => void]>([
    ['another owner', ({ message }) => void Object.assign(message, { owner: PAYEE })],
    ['another spender', ({ message }) => void Object.assign(message, { spender: PAYEE })],
    ['more', ({ message }) => void Object.assign(message, { value: String(NEEDED + 1n) })],
    [
      'an unlimited amount',
      ({ message }) => void Object.assign(message, { value: String(2n ** 256n - 1n) }),
    ],
    ['no nonce', ({ message }) => void Object.assign(message, { nonce: 'x' })],
    ['too long', ({ message }) => void Object.assign(message, { deadline: START_S + 31 * 60 })],
    ['a time that is over', ({ message }) => void Object.assign(message, { deadline: START_S })],
    ['no time', (offer) => void Object.assign(offer.message, { deadline: null })],
    ['another token', ({ domain }) => void Object.assign(domain, { verifyingContract: PAYEE })],
    ['another chain', ({ domain }) => void Object.assign(domain, { chainId: 1 })],
    ['another message', (offer) => void Object.assign(offer, { primaryType: 'Order' })],
    ['other types', ({ types }) => void types.Permit.reverse()],
  ])('a permit for %s is not offered: the approval stays', async (_, lie) => {
    const { session, asked, handed } = await permitting({ lie })
    expect(session.verified?.review.isByPermit).toBeUndefined()
    await approve(session.task, ATTEMPT)
    expect([asked(), handed]).toEqual([['eth_sendTransaction'], []])
    expect(session.facts.at(-1)).toEqual({ type: 'step_mined' })
  })

  it('a permit is not offered to a Safe', async () => {
    const account = anAccount()
    const safe = { ...account, wallet: { ...account.wallet, kind: 'safe' as const } }
    const { session } = await permitting({ account: safe })
    expect(session.verified?.review.isByPermit).toBeUndefined()
  })

  it.each<[string, (offer: Offer) => void, Answers]>([
    ['the name', ({ domain }) => void Object.assign(domain, { name: 'USDC' }), {}],
    ['the version', ({ domain }) => void Object.assign(domain, { version: '1' }), {}],
    ['the nonce', ({ message }) => void Object.assign(message, { nonce: '5' }), {}],
    ['a contract’s account', () => undefined, { eth_getCode: '0xef0100' }],
    ['a node that does not respond', () => undefined, { eth_getCode: walletError(-32000) }],
  ])('a permit is not requested if the chain contradicts it: %s', async (_, lie, answers) => {
    const { session, asked, handed } = await permitting({ lie, answers })
    await approve(session.task, ATTEMPT)
    expect([asked(), handed]).toEqual([['eth_sendTransaction'], []])
    expect(session.facts.at(-1)).toEqual({ type: 'step_mined' })
  })

  it.each<[string, Parameters<typeof permitting>[0]]>([
    ['the service does not send it', { relay: 'refused' }],
    ['it is never mined', { isMined: false }],
    ['its result is unknown', { relay: null, isMined: false }],
    ['the wallet cannot sign it', { answers: { eth_signTypedData_v4: walletError(4200) } }],
    ['the wallet signs something else', { answers: { eth_signTypedData_v4: '0x1234' } }],
  ])('a permit is replaced by the approval if %s', async (_, options) => {
    const { session, asked } = await permitting(options)
    await approve(session.task, ATTEMPT)
    expect(asked()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    expect(session.facts).toContainEqual({ type: 'permitting', isAsked: false })
    expect(session.facts.at(-1)).toEqual({ type: 'step_mined' })
  })

  it('a declined permit returns the payer to the review, which then lists the approval', async () => {
    const { session, asked, handed } = await permitting({
      answers: { eth_signTypedData_v4: walletError(4001) },
    })
    await approve(session.task, ATTEMPT)
    expect(session.facts.at(-1)).toMatchObject({
      type: 'step_failed',
      note: { code: 'approve_rejected' },
      verified: { review: { isByPermit: false, steps: ['approve', 'pay'] } },
    })
    await loadReview(session.task)
    expect(session.verified?.permit).toBeUndefined()
    expect([asked(), handed]).toEqual([['eth_signTypedData_v4'], []])
  })

  it.each([
    { what: 'may still be used', nonce: '4', leftS: 60, signs: false },
    { what: 'was used', nonce: '3', leftS: 60, signs: true },
    { what: 'has expired', nonce: '4', leftS: -1, signs: true },
  ])(
    'a permit that was submitted before and $what lets the next attempt sign again: $signs',
    async ({ nonce, leftS, signs }) => {
      const { session, asked } = await permitting()
      if (session.verified === null) throw new Error('The example must verify.')
      const permit = { nonce, deadline: START_S + leftS, hash: RELAYED }
      await session.stored.put({
        ...newAttempt(session, EARLIER, session.verified, anAccount()),
        permit,
      })
      await approve(session.task, ATTEMPT)
      // The earlier permit never arrives in this test, so the approval's transaction follows the wait.
      expect(asked()).toEqual([signs ? 'eth_signTypedData_v4' : 'eth_sendTransaction'])
      const relayed = { type: 'step_sent', kind: 'approve', hash: RELAYED, isRelayed: true }
      expect(session.facts).toContainEqual(relayed)
    },
  )

  it('a permit that was submitted for another account is not awaited', async () => {
    const { session, asked } = await permitting()
    if (session.verified === null) throw new Error('The example must verify.')
    const permit = { nonce: '4', deadline: START_S + 60, hash: RELAYED }
    const earlier = newAttempt(session, EARLIER, session.verified, anAccount())
    await session.stored.put({ ...earlier, from: PAYEE, permit })
    await approve(session.task, ATTEMPT)
    expect(asked()).toEqual(['eth_signTypedData_v4'])
  })

  it('a permit that expired between review and Pay is not requested', async () => {
    const { session, asked, handed } = await permitting()
    await session.wait(21 * 60 * 1_000, session.lifetime)
    await approve(session.task, ATTEMPT)
    expect([asked(), handed]).toEqual([['eth_sendTransaction'], []])
  })

  it('a permit is not submitted when no record could be stored', async () => {
    const { session, asked, handed } = await permitting()
    await approve(session.task, EARLIER)
    expect([asked(), handed]).toEqual([['eth_signTypedData_v4', 'eth_sendTransaction'], []])
  })

  it('a permit that the service did not send is not awaited by the next attempt', async () => {
    const { session } = await permitting({ relay: 'refused' })
    await approve(session.task, ATTEMPT)
    expect((await session.stored.get(ATTEMPT))?.permit).toBeNull()
  })

  it('a permit is not offered when more than one approval is needed', async () => {
    const { session, offer } = await permitting()
    const { permit, ...verified } = session.verified ?? missing()
    expect(permit).toBeDefined()
    const [approval = missing(), payment = missing()] = verified.steps
    const steps = [approval, approval, payment]
    expect(offerPermit(session, { ...verified, steps }, offer).permit).toBeUndefined()
  })
})

function missing(): never {
  throw new Error('The example must verify.')
}
