import { describe, expect, it } from 'vitest'
import type { ServerAnswer } from '../machine/fact.ts'
import { anAccount, anItem, aPayment, aTransaction } from '../testing/examples.ts'
import { fakeApi, fakeProvider, fakeSession } from '../testing/fakes.ts'
import { prepare } from './prepare.ts'
import { loadOptions, loadReview } from './readPayment.ts'

const transactions = [aTransaction({ status: 'confirming' })]
const covered = aPayment({ transactions })

/** Creates a reviewed payment whose locks are held. */
async function preparing() {
  const payment = aPayment()
  const api = fakeApi(payment)
  const provider = fakeProvider({ eth_chainId: '0x7a69' })
  const session = fakeSession({ api, provider, state: { account: anAccount(), payment } })
  await loadReview(session.task)
  session.setState({ name: 'preparing' })
  session.facts.length = 0
  return { api, session }
}

describe('prepare', () => {
  it('prepare is ready if nothing has changed', async () => {
    const { session } = await preparing()
    await prepare(session.task)
    expect(session.facts).toMatchObject([{ type: 'ready', needsSwitch: false }])
  })

  it('prepare returns the new review when the merchant has changed the amount, even between the two responses of one read', async () => {
    const { api, session } = await preparing()
    const item = anItem({ amount: '25', remainingAmount: '25', fee: null })
    const edited = aPayment({ items: [item] })
    const old = api.calldata
    api.answer = { kind: 'payment', payment: edited }
    let reads = 0
    const changed = fakeApi(edited).calldata
    api.calldata = (options) => {
      reads += 1
      return reads === 1 ? old(options) : changed(options)
    }
    await prepare(session.task)
    expect(session.facts).toMatchObject([
      { type: 'requote', verified: { review: { items: [{ amount: '25' }] } } },
    ])
  })

  it('prepare ends when a payment is being confirmed', async () => {
    const { api, session } = await preparing()
    api.answer = { kind: 'payment', payment: covered }
    await prepare(session.task)
    expect(session.facts).toMatchObject([
      { type: 'server', answer: { kind: 'processing', payment: { transactions } } },
    ])
  })

  it('prepare ends when the service has no calldata because a payment is being confirmed', async () => {
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
  ])('a payment that is being confirmed has no %s', async (_, read) => {
    const { api, session } = await preparing()
    api.answer = { kind: 'payment', payment: covered }
    await read(session.task)
    expect(session.facts).toMatchObject([{ type: 'server', answer: { kind: 'processing' } }])
  })
})
