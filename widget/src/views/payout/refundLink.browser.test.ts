import { createPaymentReference, createRefundSalt } from '@secure-payment/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentItem } from '../../paymentMetadata.ts'
import { anItem, aPayment, PAYEE, PAYER } from '../../testing/examples.ts'
import { fakeProvider, honestCalldata } from '../../testing/fakes.ts'
import { findFixture, type MountedFixture, mountFixture } from '../../testing/mountFixture.ts'
import { openPage } from '../../testing/openPage.ts'
import { toRefundLink } from '../refundFixtures.ts'

const FAR = '2999-01-01T00:00:00.000Z'
const PLACE = {
  refundId: '01KB6B1B2C3D4E5F6G7H8J9KAB',
  txHash: `0x${'5a'.repeat(32)}`,
  logIndex: 7,
}
const REQUEST_ID = `01${'b'.repeat(64)}`
const REFUND_OF = { ...PLACE, paymentId: null, requestId: null, reference: 'INV-7', reason: null }

let mounted: MountedFixture | null = null
let page: ReturnType<typeof openPage> | null = null
beforeEach(() => localStorage.clear())
afterEach(() => {
  mounted?.element.remove()
  page?.close()
  mounted = page = null
})

/** Shows a fixture of a payout as a link that pays refunds. */
async function mount(name: string, attributes: Readonly<Record<string, string>> = {}) {
  const model = findFixture(name)
  if (model.payment === null) throw new Error(`The fixture ${name} has no payment.`)
  const shown = { ...model, payment: toRefundLink(model.payment) }
  mounted = await mountFixture(name, { model: shown, attributes })
  const { root } = mounted
  const purposes = [...root.querySelectorAll('[part~="purpose"]')]
  return {
    text: () => root.textContent?.replaceAll(/\s+/g, ' ') ?? '',
    purposes: purposes.map((one) => one.textContent?.replaceAll(/\s+/g, ' ').trim()),
    root,
  }
}

describe('A link that pays refunds', () => {
  test('a link that pays refunds names the order and the reason before a wallet is chosen', async () => {
    const { text, purposes } = await mount('payout-connect')
    expect(text()).toContain('Refund to 1 recipient')
    expect(purposes).toEqual(['Refund for INV-1000 Reason: Returned the blue cup'])
    expect(text()).not.toMatch(/payout/i)
  })

  test('a link that pays several refunds names each one, by its transaction if it has no reference', async () => {
    const { text, purposes } = await mount('payout-review-batch')
    expect(purposes).toEqual([
      'Refund for INV-1000 Reason: Returned the blue cup',
      'Refund for the payment 0x2f9a…2f4a',
      'Refund for INV-1002',
    ])
    expect(text()).not.toMatch(/payout|pay out/i)
  })

  test.each([
    ['payout-review', 'Refund 10 USDC'],
    ['payout-signing', 'Confirm the refund in'],
    ['payout-succeeded', 'Refund complete'],
    ['payout-failed-mismatch', 'This refund was stopped for your safety'],
    ['payout-expired', 'This refund link has expired'],
  ])('a link that pays refunds speaks of refunds in the state %s', async (name, words) => {
    const { text } = await mount(name)
    expect(text().replaceAll('\u00a0', ' ')).toContain(words)
    expect(text()).not.toMatch(/payout|pay out/i)
  })

  test('a link that pays refunds has text in the language of its page', async () => {
    const { root } = await mount('payout-review', { lang: 'de' })
    const shown = () => root.textContent?.replaceAll(/\s+/g, ' ')
    await expect.poll(shown).toContain('Erstattung für INV-1000')
    expect(shown()).toContain('erstatten')
    expect(shown()).not.toContain('Auszahlung')
  })

  test('a payout that pays no refund is still called a payout', async () => {
    mounted = await mountFixture('payout-connect')
    expect(mounted.root.textContent).toContain('Payout to 1 recipient')
    expect(mounted.root.querySelector('[part~="purpose"]')).toBeNull()
  })
})

describe('A host that sends a false refund', () => {
  const salt = createRefundSalt({ network: 'devnet', ...PLACE })
  const bound = {
    requestId: REQUEST_ID,
    payee: PAYEE,
    paymentReference: createPaymentReference(REQUEST_ID, salt, PAYEE),
    amount: '12.5',
    remainingAmount: '12.5',
    fee: null,
  }
  const open = (refundOf: object) => {
    const wallet = fakeProvider({
      eth_chainId: '0x7a69',
      eth_accounts: [PAYER],
      eth_requestAccounts: [PAYER],
    })
    const item: PaymentItem = Object.assign(anItem(bound), { refundOf })
    const payment = aPayment({ flow: 'pay', items: [item], expiresAt: FAR })
    const honest = honestCalldata(payment)
    page = openPage(payment, wallet, (call) => (call === 'calldata' ? Response.json(honest) : null))
    return { page, wallet }
  }

  test('a host that sends a correct refund gets a review that names the refunded order', async () => {
    const { page } = open(REFUND_OF)
    await page.connect()
    await page.expectState('review', 'Refund for INV-7')
  })

  test.each([
    ['refund', { refundId: '01KB6B1B2C3D4E5F6G7H8J9KAC' }],
    ['transaction', { txHash: `0x${'5b'.repeat(32)}` }],
    ['log', { logIndex: 8 }],
    ['shape', { txHash: null, logIndex: '7' }],
  ])(
    'a host that names another %s is refused, and the wallet receives no request',
    async (_, lie) => {
      const { page, wallet } = open({ ...REFUND_OF, ...lie })
      await page.connect()
      await page.expectState('failed', 'This refund was stopped for your safety')
      expect(wallet.calls.map(({ method }) => method)).not.toContain('eth_sendTransaction')
    },
  )
})
