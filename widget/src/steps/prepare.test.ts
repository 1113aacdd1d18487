import { describe, expect, it } from 'vitest'
import type { ServerAnswer } from '../effects/fact.ts'
import { anAccount, aPayment, aTransaction } from '../testing/examples.ts'
import { fakeApi, fakeProvider, fakeSession } from '../testing/fakes.ts'
import { prepare } from './prepare.ts'
import { loadOptions, loadReview } from './readPayment.ts'

const transactions = [aTransaction({ status: 'confirming' })]
const covered = aPayment({ transactions })

/** A reviewed payment with the locks held. */
async function preparing() {
  const payment = aPayment()
  const api = fakeApi(payment)
  const provider = fakeProvider({ eth_chainId: '0x7a69' })
  const session = fakeSession({ api, provider, state: { account: anAccount(), payment } })
  await loadReview(session.task)
  session.setState({ name: 'preparing', review: session.verified?.review ?? null })
  session.facts.length = 0
  return { api, session }
}

describe('prepare', () => {
  it('is ready when nothing has changed', async () => {
    const { session } = await preparing()
    await prepare(session.task)
    expect(session.facts).toMatchObject([{ type: 'ready', needsSwitch: false }])
  })

  it('ends when a payment is being confirmed', async () => {
    const { api, session } = await preparing()
    api.answer = { kind: 'payment', payment: covered }
    await prepare(session.task)
    expect(session.facts).toMatchObject([
      { type: 'server', answer: { kind: 'processing', payment: { transactions } } },
    ])
  })

  it('ends when the service has no calldata because a payment is being confirmed', async () => {
    const { api, session } = await preparing()
    const answer: ServerAnswer = { kind: 'processing', payment: covered }
    api.calldata = async () => answer
    await prepare(session.task)
    expect(session.facts).toEqual([{ type: 'server', answer }])
  })
})

describe('a payment that is being confirmed', () => {
  it.each([
    ['options', loadOptions],
    ['review', loadReview],
  ])('has no %s', async (_, read) => {
    const { api, session } = await preparing()
    api.answer = { kind: 'payment', payment: covered }
    await read(session.task)
    expect(session.facts).toMatchObject([{ type: 'server', answer: { kind: 'processing' } }])
  })
})
