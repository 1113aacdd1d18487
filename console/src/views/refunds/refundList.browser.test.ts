import { describe, expect, test } from 'vitest'
import { find, inspectConsole, mountConsole, textOf } from '../../testing/consolePage.ts'
import { refundRecord } from '../../testing/refundRecord.ts'
import { button, prepareRefunds, SECOND, TOKEN } from '../../testing/refundsPage.ts'
import { en } from '../../text/en.ts'

const { refunds: text } = en
const { answer, calls, posted } = prepareRefunds()

describe('The refund list', () => {
  test('the refunds screen lists refunds with their state, filters them, and cancels one', async () => {
    const held = refundRecord({
      id: SECOND,
      status: 'held',
      heldReason: 'payment_left_chain',
      reason: 'Returned',
    })
    const done = refundRecord({
      id: '01KB6B1B2C3D4E5F6G7H8J9KAD',
      status: 'confirmed',
      amountPaid: '12.5',
      txHash: `0x${'6b'.repeat(32)}`,
    })
    answer({ refunds: [refundRecord({}), held, done] })
    await mountConsole({ name: 'refunds' })
    await expect
      .poll(() => find('.record .badge').map(textOf))
      .toEqual([text.list.statuses.open, text.list.statuses.held, text.list.statuses.confirmed])
    expect(find('.record .hint').map(textOf)).toContain(text.list.held.payment_left_chain)
    expect(find('button').filter((one) => textOf(one).trim() === text.list.pay)).toHaveLength(1)
    await inspectConsole()
    const [filter] = find('[name="status"]') as HTMLSelectElement[]
    if (filter === undefined) throw new Error('There is no filter.')
    filter.value = 'held'
    filter.dispatchEvent(new Event('change'))
    await expect
      .poll(() =>
        calls.some(
          ({ url }) => url.pathname === '/v2/refunds' && url.searchParams.get('status') === 'held',
        ),
      )
      .toBe(true)
    await expect.poll(() => find('.record').length).toBe(3)
    button(text.list.cancel).click()
    await expect
      .poll(() => find('dialog h2').map(textOf))
      .toEqual([text.list.cancelTitle('12.50\u00a0USDC')])
    await inspectConsole()
    const [confirm] = find('dialog button.danger') as HTMLElement[]
    confirm?.click()
    await expect.poll(() => find('dialog')).toEqual([])
    expect(posted(`/v2/refunds/${refundRecord({}).id}/cancel`)).toHaveLength(1)
  })

  test('the refunds screen shows the worth of a refund in whole cents', async () => {
    const worth = { invoiceCurrency: 'EUR', amountInInvoiceCurrency: '11.49876543' }
    answer({ refunds: [refundRecord(worth)] })
    await mountConsole({ name: 'refunds' })
    await expect
      .poll(() => find('.record .facts-line').map(textOf).join())
      .toContain(text.list.worth('€11.49'))
  })

  test('the refunds screen shows an empty state without payments to decide on and without refunds', async () => {
    answer({})
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('h2').map(textOf)).toContain(text.decide.title)
    await expect
      .poll(() => find('.empty h2, .empty h3, .empty strong').map(textOf).join())
      .toContain(text.decide.empty)
    await inspectConsole()
  })
})

describe('A refund link', () => {
  const open = async (refunds: readonly ReturnType<typeof refundRecord>[]) => {
    answer({ refunds })
    await mountConsole({ name: 'refundLink', token: TOKEN })
    await expect.poll(() => find('.record').length).toBe(refunds.length)
  }
  const hints = () => find('.hint').map(textOf)

  test('a refund link asks for a payment while one of its refunds can be paid', async () => {
    await open([refundRecord({}), refundRecord({ id: SECOND, status: 'cancelled' })])
    expect(find('h1').map(textOf)).toEqual([text.link.title])
    expect(hints()).toContain(text.link.addressHint)
    await inspectConsole()
  })

  test.each(['confirmed', 'cancelled'] as const)(
    'a refund link asks for no payment once its refund is %s',
    async (status) => {
      const isPaid = status === 'confirmed'
      await open([refundRecord({ status, amountPaid: isPaid ? '12.5' : '0' })])
      await expect.poll(() => find('h1').map(textOf)).toEqual([text.marks.one])
      expect(hints()).not.toContain(text.link.addressHint)
      expect(find('p').map(textOf).includes(text.link.cancelled(1))).toBe(!isPaid)
      await inspectConsole()
    },
  )
})
