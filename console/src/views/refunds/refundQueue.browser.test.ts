import { describe, expect, test } from 'vitest'
import { createConsoleFormat } from '../../createConsoleFormat.ts'
import { find, inspectConsole, mountConsole, textOf } from '../../testing/consolePage.ts'
import { refundCandidate, refundRecord } from '../../testing/refundRecord.ts'
import {
  button,
  fill,
  OTHER_ID,
  ok,
  prepareRefunds,
  problem,
  REQUEST_ID,
  SECOND,
  TOKEN,
} from '../../testing/refundsPage.ts'
import { en } from '../../text/en.ts'

const { refunds: text } = en
const { answer, calls, posted } = prepareRefunds()

const selectBoth = async () => {
  await expect.poll(() => find('input[type="checkbox"]').length).toBe(2)
  for (const box of find('input[type="checkbox"]')) (box as HTMLElement).click()
  await expect
    .poll(() => find('button').map((one) => textOf(one).trim()))
    .toContain(text.decide.refundAll(2))
}

describe('The requests to decide on', () => {
  test('the merchant refunds a double payment with one press, and opens the page that pays the refund', async () => {
    const path = `/v2/request/${REQUEST_ID}/refunds`
    answer({
      candidates: [refundCandidate({})],
      created: [ok({ refunds: [refundRecord({})] }, 201)],
    })
    await mountConsole({ name: 'refunds' }, { previewClientId: 'cli_preview' })
    await expect.poll(() => find('.record h3').map(textOf)).toEqual(['1042'])
    expect(find('.record .badge').map(textOf)).toEqual([text.decide.reasons.overpaid.label])
    expect(find('input[type="checkbox"]')).toEqual([])
    await inspectConsole()
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect.poll(() => location.pathname).toBe(`/console/refunds/links/${TOKEN}`)
    expect(posted(path)).toEqual([{ amount: 'excess' }])
    expect(posted('/v2/secure-payments/refunds')).toEqual([{ refundIds: [refundRecord({}).id] }])
    await expect
      .poll(() => find('secure-payment').map((one) => one.getAttribute('token')))
      .toEqual([TOKEN])
  })

  test('the merchant refunds selected requests together, and waits for an approval where one is needed', async () => {
    answer({
      candidates: [
        refundCandidate({}),
        refundCandidate({ requestId: OTHER_ID, reference: null, reason: 'late', amount: 'all' }),
      ],
      created: [
        ok({ refunds: [refundRecord({})] }, 201),
        ok({ refunds: [refundRecord({ id: SECOND, status: 'waiting_for_approval' })] }, 202),
      ],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('input[type="checkbox"]').length).toBe(2)
    for (const box of find('input[type="checkbox"]')) (box as HTMLElement).click()
    await expect
      .poll(() => find('button').map((one) => textOf(one).trim()))
      .toContain(text.decide.refundAll(2))
    await inspectConsole()
    button(text.decide.refundAll(2)).click()
    await expect
      .poll(() => posted('/v2/secure-payments/refunds'))
      .toEqual([{ refundIds: [refundRecord({}).id] }])
    expect(posted(`/v2/request/${OTHER_ID}/refunds`)).toEqual([{ amount: 'all' }])
  })

  test('the refunds screen allows a selection on one network only', async () => {
    answer({
      candidates: [
        refundCandidate({}),
        refundCandidate({ requestId: OTHER_ID, network: 'base', currency: 'USDC-base' }),
      ],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('input[type="checkbox"]').length).toBe(2)
    for (const box of find('input[type="checkbox"]')) (box as HTMLElement).click()
    await expect.poll(() => find('[role="status"]').map(textOf)).toContain(text.decide.oneNetwork)
  })

  test('the refunds screen links to the payment if the payer must provide a wallet', async () => {
    answer({
      candidates: [refundCandidate({})],
      created: [problem('refund_recipient_needed', { reason: 'contract' })],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('.record').length).toBe(1)
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect.poll(() => find('.record a').map(textOf)).toContain(text.decide.inPage)
    expect(find('[role="alert"]').map(textOf).join()).toContain(text.errors.refund_recipient_needed)
    await inspectConsole()
  })

  test('the refunds screen creates nothing for a selection that needs more than 50 refunds', async () => {
    const [payment] = refundCandidate({}).payments
    if (payment === undefined) throw new Error('There is no payment.')
    const payments = Array.from({ length: 26 }, () => payment)
    answer({
      candidates: [
        refundCandidate({ payments }),
        refundCandidate({ requestId: OTHER_ID, payments }),
      ],
    })
    await mountConsole({ name: 'refunds' })
    await selectBoth()
    button(text.decide.refundAll(2)).click()
    await expect
      .poll(() => find('[role="alert"]').map(textOf).join())
      .toContain(text.decide.tooMany(52))
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('the refunds screen names the refunds that were created before one failed, and leaves the others selected', async () => {
    answer({
      candidates: [
        refundCandidate({}),
        refundCandidate({ requestId: OTHER_ID, reference: '1043' }),
      ],
      created: [
        ok({ refunds: [refundRecord({})] }, 201),
        problem('refund_exceeds_payment', { remaining: '1' }),
      ],
    })
    await mountConsole({ name: 'refunds' })
    await selectBoth()
    button(text.decide.refundAll(2)).click()
    await expect
      .poll(() => find('[role="status"] li').map(textOf))
      .toEqual(['1042: 12.50\u00a0USDC'])
    expect(find('[role="alert"]').map(textOf).join()).toContain(text.errors.refund_exceeds_payment)
    expect(posted('/v2/secure-payments/refunds')).toEqual([])
    await expect
      .poll(() => find('button').map((one) => textOf(one).trim()))
      .toContain(text.decide.refundAll(1))
    await inspectConsole()
  })

  test('the refunds screen has no action for a member who may not refund', async () => {
    answer({
      session: { role: 'read-only', scopes: ['read'] },
      candidates: [refundCandidate({})],
      refunds: [refundRecord({})],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('.record').length).toBe(2)
    expect(find('.record button').filter((one) => one.closest('.record-actions') !== null)).toEqual(
      [],
    )
    await inspectConsole()
  })

  const { keep } = text.decide
  const openKeep = async () => {
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('.record').length).toBe(1)
    button(keep.open).click()
    await expect.poll(() => find('dialog h2').map(textOf)).toEqual([keep.title('12.50\u00a0USDC')])
  }

  test('the merchant keeps a surplus with a reason, after the dialog has asked for one', async () => {
    answer({ candidates: [refundCandidate({})] })
    await openKeep()
    await inspectConsole()
    button(keep.confirm).click()
    await expect.poll(() => find('dialog .field-error').map(textOf)).toEqual([en.errors.required])
    fill('reason', 'A tip')
    answer({})
    button(keep.confirm).click()
    await expect.poll(() => find('dialog')).toEqual([])
    const path = `/v2/refund-candidates/${REQUEST_ID}/keep`
    expect(posted(path)).toEqual([{ amount: '12.5', reason: 'A tip' }])
    await expect.poll(() => find('.record')).toEqual([])
  })

  test('the dialog closes and the screen shows the reason if the amount to decide on has changed', async () => {
    answer({
      candidates: [refundCandidate({ refundAmount: '15' })],
      keeping: problem('refund_candidate_changed', { refundAmount: '15' }),
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('.record').length).toBe(1)
    button(keep.open).click()
    await expect.poll(() => find('dialog').length).toBe(1)
    fill('reason', 'A tip')
    button(keep.confirm).click()
    await expect.poll(() => find('dialog')).toEqual([])
    await expect
      .poll(() => find('[role="alert"]').map(textOf).join())
      .toContain(text.errors.refund_candidate_changed)
  })

  test('a filter shows kept money with its reason, and the merchant can revoke the decision', async () => {
    const kept = { amount: '12.5', reason: 'A tip', decidedAt: '2026-11-03T08:00:00.000Z' }
    answer({ kept: [refundCandidate({ kept })] })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('[name="decision"]').length).toBe(1)
    const [filter] = find('[name="decision"]') as HTMLSelectElement[]
    if (filter === undefined) throw new Error('There is no filter.')
    filter.value = 'kept'
    filter.dispatchEvent(new Event('change'))
    await expect.poll(() => find('.record').length).toBe(1)
    expect(find('.record .facts-list').map(textOf).join()).toContain('A tip')
    expect(find('.record .hint').map(textOf).join()).toContain('12.50\u00a0USDC')
    await inspectConsole()
    button(keep.undo).click()
    await expect
      .poll(() => calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.pathname))
      .toEqual([`/v2/refund-candidates/${REQUEST_ID}/keep`])
  })

  test('a request with kept money and a further surplus shows the kept part', async () => {
    const kept = { amount: '5', reason: 'A tip', decidedAt: '2026-11-03T08:00:00.000Z' }
    answer({ candidates: [refundCandidate({ amount: '12.5', kept })] })
    await mountConsole({ name: 'refunds' })
    await expect
      .poll(() => find('.record .hint').map(textOf))
      .toContain(keep.part(createConsoleFormat('en').money('5', 'USDC')))
  })
})
