import { describe, expect, test } from 'vitest'
import { createConsoleFormat } from '../../createConsoleFormat.ts'
import { find, inspectConsole, mountConsole, textOf } from '../../testing/consolePage.ts'
import { refundRecord } from '../../testing/refundRecord.ts'
import {
  button,
  CLAIM_URL,
  claim,
  fill,
  ok,
  prepareRefunds,
  problem,
  REQUEST_ID,
  SECOND,
  STATED,
  TOKEN,
} from '../../testing/refundsPage.ts'
import { requestDetail, requestPayment } from '../../testing/requestDetail.ts'
import { en } from '../../text/en.ts'

const { refunds: text } = en
const { answer, posted } = prepareRefunds()

const { money } = createConsoleFormat('en')

describe('A payment', () => {
  const converted = requestPayment({
    amount: '10',
    currency: 'EUR',
    paymentCurrency: 'USDC',
    receivedAmount: '11',
    conversionRateDestination: '1.1',
    payerAddress: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  })
  const paid = requestDetail({
    status: 'paid',
    hasBeenPaid: true,
    invoiceCurrencyId: 'EUR',
    payments: [converted],
  })
  const path = `/v2/payments/${converted.id}/refunds`
  const openForm = async () => {
    await mountConsole({ name: 'payment', requestId: REQUEST_ID })
    await expect.poll(() => find('console-refund-form').length).toBe(1)
    button(text.form.open).click()
    await expect.poll(() => find('dialog h2').map(textOf)).toEqual([text.form.title])
  }

  test('the dialog shows that the surplus is already refunded before the merchant also refunds the order’s price', async () => {
    const refund = refundRecord({
      paymentId: converted.id,
      status: 'confirmed',
      amount: '3.3',
      amountInInvoiceCurrency: '3',
    })
    answer({ request: { ...paid, requestAmount: '7', excessAmount: '3' }, refunds: [refund] })
    await openForm()
    expect(find('dialog .note.warning').map(textOf)).toEqual([
      text.surplus.inForm(money('3', 'EUR')),
    ])
    await inspectConsole()
  })

  test('a payment is refunded in full by default, or by an amount in the price’s currency', async () => {
    answer({ request: paid, created: [ok(refundRecord({}), 201)] })
    await openForm()
    expect(find('dialog p').map(textOf)).toContain(
      text.form.restWorth(money('11', 'USDC'), money('10', 'EUR')),
    )
    const amount = () => (find('dialog [name="amount"]') as HTMLInputElement[])[0]?.value
    expect(amount()).toBe('11')
    await inspectConsole()
    const [unit] = find('[name="unit"]') as HTMLSelectElement[]
    if (unit === undefined) throw new Error('There is no choice of the currency.')
    unit.value = 'price'
    unit.dispatchEvent(new Event('change'))
    await expect.poll(amount).toBe('10')
    fill('amount', '4')
    fill('reason', 'Returned goods')
    button(text.form.create).click()
    await expect
      .poll(() => posted(path))
      .toEqual([{ amountInInvoiceCurrency: '4', reason: 'Returned goods' }])
    await expect.poll(() => location.pathname).toBe(`/console/refunds/links/${TOKEN}`)
  })

  test('the worth of a payment is in whole cents in the dialog and in its field, and refunds the payment in full', async () => {
    const uneven = { ...converted, amount: '117.48751234' }
    answer({ request: { ...paid, payments: [uneven] }, created: [ok(refundRecord({}), 201)] })
    await openForm()
    expect(find('dialog p').map(textOf)).toContain(
      text.form.restWorth(money('11', 'USDC'), '€117.48'),
    )
    const [unit] = find('[name="unit"]') as HTMLSelectElement[]
    if (unit === undefined) throw new Error('There is no choice of the currency.')
    unit.value = 'price'
    unit.dispatchEvent(new Event('change'))
    const amount = () => (find('dialog [name="amount"]') as HTMLInputElement[])[0]?.value
    await expect.poll(amount).toBe('117.48')
    button(text.form.create).click()
    await expect.poll(() => posted(path)).toEqual([{ amount: 'all' }])
  })

  test('the dialog asks for a wallet and shows the cause if the service returns none for the payment', async () => {
    answer({
      request: paid,
      created: [
        problem('refund_recipient_needed', {
          reason: 'bridge',
          errors: [{ field: 'recipient', message: 'send it to POST /v2', code: 'custom' }],
        }),
        ok(refundRecord({ status: 'waiting_for_approval' }), 202),
      ],
    })
    await openForm()
    button(text.form.create).click()
    await expect
      .poll(() => find('dialog [role="status"]').map(textOf))
      .toEqual([text.form.doubts.bridge])
    expect(find('dialog').map(textOf).join()).not.toContain('POST')
    await inspectConsole()
    button(text.form.create).click()
    await expect.poll(() => find('dialog .field-error').map(textOf)).toEqual([en.errors.required])
    fill('recipient', '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65')
    button(text.form.create).click()
    await expect.poll(() => find('dialog')).toEqual([])
    expect(posted(path)).toEqual([
      { amount: 'all' },
      { amount: 'all', recipient: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' },
    ])
    expect(posted('/v2/secure-payments/refunds')).toEqual([])
  })

  test('the dialog asks for the customer’s wallet at once if the merchant’s own wallet paid', async () => {
    const own = { ...converted, payerAddress: paid.payee?.toLowerCase() ?? null }
    answer({
      request: { ...paid, payments: [own] },
      created: [ok(refundRecord({ status: 'waiting_for_approval' }), 202)],
    })
    await openForm()
    expect(find('dialog [role="status"]').map(textOf)).toEqual([text.form.doubts.payee])
    await expect
      .poll(() => find('button').map((one) => textOf(one).trim()))
      .toContain(text.payer.ask)
    expect(posted(path)).toEqual([])
    await inspectConsole()
    fill('recipient', STATED)
    button(text.form.create).click()
    await expect.poll(() => posted(path)).toEqual([{ amount: 'all', recipient: STATED }])
  })

  test('a payment shows the addresses that its payer entered with their proof, and fills one in with one press', async () => {
    answer({
      request: paid,
      claims: [claim({}), claim({ id: SECOND, proof: 'code', failedAttempts: 2 })],
      created: [ok(refundRecord({ status: 'waiting_for_approval' }), 202)],
    })
    await openForm()
    await expect.poll(() => find('#stated-title').map(textOf)).toEqual([text.payer.title])
    const facts = find('.facts-line').map(textOf).join()
    expect(facts).toContain(text.payer.proofs.wallet)
    expect(facts).toContain(text.payer.proofs.code)
    expect(facts).toContain(text.payer.attempts(2))
    expect(find('button').map((one) => textOf(one).trim())).not.toContain(text.payer.ask)
    await inspectConsole()
    button(text.payer.use).click()
    await expect
      .poll(() => (find('dialog [name="recipient"]') as HTMLInputElement[]).map((one) => one.value))
      .toEqual([STATED])
    button(text.form.create).click()
    await expect.poll(() => posted(path)).toEqual([{ amount: 'all', recipient: STATED }])
  })

  test('a payment whose refund needs an address offers a link on which the payer can enter one', async () => {
    answer({
      request: paid,
      created: [problem('refund_recipient_needed', { reason: 'contract' })],
    })
    await openForm()
    button(text.form.create).click()
    await expect
      .poll(() => find('button').map((one) => textOf(one).trim()))
      .toContain(text.payer.ask)
    button(text.payer.ask).click()
    await expect.poll(() => find('.value-line code').map(textOf)).toContain(CLAIM_URL)
    expect(posted(`/v2/payments/${converted.id}/refund-claims`)).toHaveLength(1)
    await inspectConsole()
  })

  test('a payment shows its refunds in the history and in a list, and nothing to refund once everything is refunded', async () => {
    const refund = refundRecord({
      ...{
        paymentId: converted.id,
        status: 'confirmed',
        amount: '11',
        amountPaid: '11',
        currency: 'USDC-mainnet',
      },
      ...{ createdAt: '2026-11-03T08:00:00.000Z', confirmedAt: '2026-11-03T09:00:00.000Z' },
    })
    answer({ request: paid, refunds: [refund] })
    await mountConsole({ name: 'payment', requestId: REQUEST_ID })
    const titles = () =>
      find('.timeline .step > span:first-child').map((step) => textOf(step).trim())
    await expect.poll(titles).toContain(text.history.confirmed(money('11', 'USDC')))
    expect(titles()).toContain(text.history.created(money('11', 'USDC')))
    await expect.poll(() => find('#refunds-title').map(textOf)).toEqual([text.list.ofPayment])
    expect(find('console-refund-form')).toEqual([])
    await inspectConsole()
  })

  test('a payment offers no refund to a member who may not refund, and a payout offers none to any member', async () => {
    answer({ request: { ...paid, flow: 'pay' } })
    await mountConsole({ name: 'payment', requestId: REQUEST_ID })
    await expect.poll(() => find('#chain-1').length).toBe(1)
    expect(find('console-refund-form')).toEqual([])
  })
})
