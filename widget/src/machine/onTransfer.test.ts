import { describe, expect, it } from 'vitest'
import type { Crossing } from '../crossing.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { aPayment } from '../testing/examples.ts'
import type { ServerAnswer } from './fact.ts'
import { onServer } from './onServer.ts'
import { initialState, type Loose, type State } from './state.ts'

const HASH = `0x${'ab'.repeat(32)}`
const crossing: Crossing = {
  sourceName: 'Devnet B',
  destinationName: 'Devnet',
  chainId: 31_338,
  explorerUrl: null,
  cost: { symbol: 'USDT', amount: '12.525' },
  transfer: null,
}
const hash = HASH.toUpperCase().replace('0X', '0x')
const bridging: State = {
  ...initialState,
  name: 'settling',
  payment: aPayment(),
  attempt: null,
  attemptId: 'attempt',
  hash,
  transactions: [{ hash, chainId: 31_338, kind: 'pay', explorerUrl: null }],
  crossing,
}

const told = (status: string, isCounted = false, change: Partial<PaymentMetadata> = {}) => ({
  kind: 'payment' as const,
  payment: {
    ...aPayment(change),
    raw: {
      transfers: [
        {
          txHash: HASH,
          chain: 'DEVNET-B',
          token: 'USDT',
          sourceAmount: '12.525',
          status,
          isCounted,
          settledTxHash: null,
          explorerUrl: null,
        },
      ],
    },
  },
})

/** Returns the state after the service's responses. */
const hear = (...answers: readonly ServerAnswer[]): State & Pick<Loose, 'error'> =>
  answers.reduce<State>(
    (state, answer) => onServer(state, { type: 'server', answer, at: 1 }, answer).state,
    bridging,
  )

describe('a payment over a bridge', () => {
  it('a payment over a bridge is awaited while in transit, and while the bridge does not respond', () => {
    for (const status of ['tracking', 'unanswered', 'something new']) {
      const state = hear(told(status), told(status))
      expect(state.name).toBe('settling')
      expect(state.crossing?.transfer?.status).toBe(status)
    }
  })

  it('a payment over a bridge ends with the money returned after a refund, and may be paid again', () => {
    const { name, error } = hear(told('refunded'))
    expect(name).toBe('failed')
    expect(error).toMatchObject({
      code: 'bridge_refunded',
      moneyState: 'refunded',
      recoverable: true,
    })
  })

  it('a payment over a bridge ends without a retry after a failure', () => {
    const { error } = hear(told('failed'))
    expect(error).toMatchObject({ code: 'bridge_failed', moneyState: 'sent', recoverable: false })
  })

  it('a payment over a bridge fails only after the service has twice reported a delivery that does not count', () => {
    expect(hear(told('completed')).name).toBe('settling')
    const { name, error } = hear(told('completed'), told('completed'))
    expect(name).toBe('failed')
    expect(error?.code).toBe('bridge_not_counted')
  })

  it('a payment over a bridge is awaited, if it counts, until the service reports it as paid', () => {
    expect(hear(told('completed', true), told('completed', true)).name).toBe('settling')
    const paid: ServerAnswer = { kind: 'completed', payment: aPayment({ status: 'completed' }) }
    expect(hear(told('completed', true), paid).name).toBe('succeeded')
  })

  it('a payment over a bridge leaves the remainder if a part counts', () => {
    const [item] = aPayment().items
    if (item === undefined) throw new Error('The example has no item.')
    const items = [{ ...item, amountPaid: '1', remainingAmount: '2' }]
    expect(hear(told('partial', true, { items }))).toMatchObject({
      name: 'partial',
      verified: null,
      options: [],
    })
  })

  it('a payment over a bridge is unaffected by a report about another payment', () => {
    const { payment } = told('refunded')
    const raw = { transfers: [{ ...payment.raw.transfers[0], txHash: `0x${'cd'.repeat(32)}` }] }
    expect(hear({ kind: 'payment', payment: { ...payment, raw } }).name).toBe('settling')
  })

  it('a payment over a bridge is awaited if the response is unreadable', () => {
    const { payment } = told('refunded')
    expect(hear({ kind: 'payment', payment: { ...payment, raw: { transfers: 'x' } } }).name).toBe(
      'settling',
    )
  })
})
