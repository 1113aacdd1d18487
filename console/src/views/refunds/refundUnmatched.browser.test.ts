import { describe, expect, test } from 'vitest'
import { find, inspectConsole, mountConsole, textOf } from '../../testing/consolePage.ts'
import { refundRecord } from '../../testing/refundRecord.ts'
import {
  button,
  fill,
  ok,
  prepareRefunds,
  problem,
  SECOND,
  STATED,
  TOKEN,
  unmatchedRecord,
} from '../../testing/refundsPage.ts'
import { en } from '../../text/en.ts'

const { refunds: text } = en
const { answer, calls, posted } = prepareRefunds()

describe('Unmatched payments on the refunds screen', () => {
  test('the merchant refunds an unmatched payment', async () => {
    const id = '01KB5A11B2C3D4E5F6G7H8J9KB'
    answer({
      unmatched: [unmatchedRecord(id), unmatchedRecord(SECOND)],
      created: [ok(refundRecord({}), 201)],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('#unmatched-title').map(textOf)).toEqual([text.decide.unmatched])
    await expect.poll(() => find('.record h3').length).toBe(2)
    await inspectConsole()
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect.poll(() => location.pathname).toBe(`/console/refunds/links/${TOKEN}`)
    expect(posted(`/v2/unmatched-payments/${id}/refunds`)).toEqual([{ amount: 'all' }])
    const read = calls.filter(({ url }) => url.pathname === '/v2/unmatched-payments')
    expect(new Set(read.map(({ url }) => url.searchParams.get('scope')))).toEqual(new Set(['open']))
  })

  test('the refunds screen asks for a wallet for an unmatched payment, with the cause', async () => {
    const id = '01KB5A11B2C3D4E5F6G7H8J9KB'
    answer({
      unmatched: [unmatchedRecord(id), unmatchedRecord(SECOND)],
      created: [
        problem('refund_recipient_needed', { reason: 'contract' }),
        ok(refundRecord({}), 201),
      ],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('.record h3').length).toBe(2)
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect
      .poll(() => find('form [role="status"]').map(textOf))
      .toEqual([text.form.doubts.contract])
    await inspectConsole()
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([en.errors.required])
    fill('recipient', STATED)
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect.poll(() => location.pathname).toBe(`/console/refunds/links/${TOKEN}`)
    expect(posted(`/v2/unmatched-payments/${id}/refunds`)).toEqual([
      { amount: 'all' },
      { amount: 'all', recipient: STATED },
    ])
  })

  test('the refunds screen shows the cause if the receiving wallet itself sent the unmatched payment', async () => {
    answer({
      unmatched: [unmatchedRecord(SECOND)],
      created: [problem('refund_recipient_needed', { reason: 'payee' })],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('.record h3').length).toBe(1)
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect
      .poll(() => find('form [role="status"]').map(textOf))
      .toEqual([text.form.doubts.payee])
  })
})
