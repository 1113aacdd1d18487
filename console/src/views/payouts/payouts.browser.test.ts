import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ApprovalRecord, ListedLink } from '../../api.ts'
import { approvalRecord } from '../../testing/approvalRecord.ts'
import {
  type Answer,
  accountSession,
  type Call,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { listedLink } from '../../testing/linkState.ts'
import { en } from '../../text/en.ts'

const ANA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BEN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const HEAD = 'recipient,currency,amount,reference,recipient_id\r\n'
const REQUEST_ID = `01${'a'.repeat(64)}`
const OTHER_REQUEST_ID = `01${'b'.repeat(64)}`
const { payouts } = en

const currency = (symbol: string, decimals: number, address: string) => ({
  id: `${symbol}-devnet`,
  name: symbol,
  symbol,
  decimals,
  address,
  network: 'devnet',
  type: 'ERC20',
  hash: address,
  chainId: 31_337,
})
const CURRENCIES = [
  currency('USDC', 6, `0x${'1'.repeat(40)}`),
  currency('DAI', 18, `0x${'2'.repeat(40)}`),
]
const CREATED_BODY = {
  requestIds: [REQUEST_ID],
  securePaymentUrl: 'https://pay.example.test/',
  token: 'x',
  feePlan: null,
}
const CREATED: Answer = { status: 201, body: CREATED_BODY }
/** A link to two recipients, as the service returns it to the payment page. */
const PAYMENT = {
  network: 'devnet',
  chain: { name: 'Devnet' },
  reference: null,
  items: [
    {
      requestId: REQUEST_ID,
      payee: ANA,
      amount: '12.5',
      symbol: 'USDC',
      decimals: 6,
      invoiceCurrency: 'USDC-devnet',
      status: 'pending',
    },
    {
      requestId: OTHER_REQUEST_ID,
      payee: BEN,
      amount: '3',
      symbol: 'DAI',
      decimals: 18,
      invoiceCurrency: 'DAI-devnet',
      status: 'pending',
    },
  ],
  transactions: [
    {
      requestId: REQUEST_ID,
      txHash: `0x${'5a'.repeat(32)}`,
      status: 'confirmed',
      explorerUrl: null,
    },
  ],
}
const LINK = {
  token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
  securePaymentUrl: 'https://pay.example.test/?token=01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
  status: 'pending',
  paymentType: 'single',
  createdAt: '2026-11-21T09:30:00.000Z',
  expiresAt: '2026-11-28T09:30:00.000Z',
}

/** The same link in the service's list. */
const LISTED: readonly ListedLink[] = [
  listedLink({
    flow: 'pay',
    network: 'devnet',
    title: null,
    itemCount: 2,
    items: PAYMENT.items.map(({ requestId, payee, amount, invoiceCurrency }) => ({
      requestId,
      payee,
      amount,
      amountPaid: '0',
      invoiceCurrency,
      paymentCurrency: invoiceCurrency,
      status: 'created',
      reference: null,
      customerInfo: null,
    })),
  }),
]

const { serve, calls } = prepareConsole()

/** Serves two tokens on one network; `create` responds to the creation of links. */
function serveWith(
  create: (call: Call) => Answer | 'never' = () => CREATED,
  link: object = LINK,
  payment: object | null = null,
  listed: readonly ListedLink[] = [],
  approvals: readonly ApprovalRecord[] = [],
): void {
  serve((path, call) => {
    const { url } = call
    switch (path) {
      case '/v1/auth/session':
        return { status: 200, body: accountSession }
      case '/v1/approvals':
        return { status: 200, body: { approvals, nextCursor: null } }
      case '/v2/currencies':
        return { status: 200, body: CURRENCIES }
      case '/v2/secure-payments/payouts':
        return create(call)
      case '/v2/secure-payments':
        return url.searchParams.get('flow') === 'pay'
          ? { status: 200, body: { securePayments: listed, nextCursor: null } }
          : { status: 200, body: link }
      case `/v2/secure-payments/${LINK.token}`:
        if (payment !== null) return { status: 200, body: payment }
        return { status: 404, body: problem('not_found', 404) }
      default:
        return { status: 404, body: problem('not_found', 404) }
    }
  })
}

const created = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => {
  localStorage.clear()
  serveWith()
})

describe('payouts by hand', () => {
  beforeEach(() => mountConsole({ name: 'payouts' }, { networks: 'devnet' }))

  test('Every error appears at its field, and nothing is sent', async () => {
    await button(payouts.add).click()
    await page.getByLabelText(payouts.recipient, { exact: true }).nth(1).fill('nobody')
    await page.getByLabelText(payouts.amount).nth(1).fill('1,000')
    await button(payouts.create(2)).click()
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toEqual([
        en.errors.required,
        en.errors.required,
        payouts.recipientInvalid('Devnet'),
        en.amounts.ambiguous('1000', '1'),
      ])
    await inspectConsole()
    expect(created()).toEqual([])
  })

  test('The error summary disappears with the last error', async () => {
    await button(payouts.create(1)).click()
    await expect.poll(() => find('.note.error').map(textOf).length).toBe(1)
    await page.getByLabelText(payouts.recipient, { exact: true }).fill(ANA)
    await page.getByLabelText(payouts.amount).fill('1.250')
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toEqual([en.amounts.ambiguous('1250', '1.25')])
    expect(find('.note.error')).toHaveLength(1)
    await page.getByLabelText(payouts.amount).fill('1250.00')
    await expect.poll(() => find('.note.error')).toEqual([])
    expect(find('.field-error')).toEqual([])
  })

  test('The hint under an amount shows its reading in the chosen currency', async () => {
    const amount = page.getByLabelText(payouts.amount)
    const hint = () => find('#amount-0-hint').map(textOf)
    await expect.poll(hint).toEqual([en.amounts.currency('USDC')])
    for (const typed of ['1250', '1,250.00', '1.250,00', '1 250']) {
      await amount.fill(typed)
      await expect
        .poll(hint, { message: typed })
        .toEqual([en.amounts.reading('1,250.00\u00a0USDC')])
      await amount.fill('')
      await expect.poll(hint).toEqual([en.amounts.currency('USDC')])
    }
    await amount.fill('1,250')
    await page.getByLabelText(payouts.currency).selectOptions('DAI')
    await expect.poll(hint).toEqual([en.amounts.currency('DAI')])
    await button(payouts.create(1)).click()
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toContain(en.amounts.ambiguous('1250', '1.25'))
    await inspectConsole()
    await amount.fill('1,25')
    await expect.poll(hint).toEqual([en.amounts.reading('1.25\u00a0DAI')])
    expect(created()).toEqual([])
  })

  test('A created link that needs approval is announced as waiting, not as payable', async () => {
    serveWith(() => ({ status: 201, body: { ...CREATED_BODY, approvalId: approvalRecord({}).id } }))
    await page.getByLabelText(payouts.recipient, { exact: true }).fill(ANA)
    await page.getByLabelText(payouts.amount).fill('2500')
    await button(payouts.create(1)).click()
    await expect.element(page.getByText(en.approvals.created)).toBeVisible()
    expect(location.pathname).toBe(`/console/payouts/links/${REQUEST_ID}`)
  })

  test('A link that waits for approval is marked in the list', async () => {
    const [listed] = LISTED
    serveWith(undefined, LINK, null, LISTED, [
      approvalRecord({ securePaymentToken: listed?.token ?? '' }),
    ])
    document.body.replaceChildren()
    await mountConsole({ name: 'payouts' }, { networks: 'devnet' })
    await expect
      .poll(() => find('.records .badge').map(textOf))
      .toEqual([en.approvals.status.waiting])
    await inspectConsole()
  })

  test('A link that pays a refund is marked in the list', async () => {
    const refundOf = {
      ...{ refundId: LINK.token, paymentId: null, requestId: null },
      ...{ reference: 'Order 1042', customerInfo: null },
    }
    const items = LISTED.flatMap(({ items: [first] }) =>
      first === undefined ? [] : [{ ...first, refundOf }],
    )
    const listed = LISTED.map((one) => ({ ...one, reference: null, itemCount: 1, items }))
    serveWith(undefined, LINK, null, listed)
    document.body.replaceChildren()
    await mountConsole({ name: 'payouts' }, { networks: 'devnet' })
    await expect
      .poll(() => find('.records .badge').map(textOf))
      .toEqual([payouts.link.status.pending, en.refunds.marks.one])
    expect(find('.records .record').map(textOf).join()).toContain(en.refunds.of('Order 1042'))
    await inspectConsole()
  })

  test('A link that a member declined is marked as declined in the list', async () => {
    const [listed] = LISTED
    const declined = LISTED.map((one) => ({ ...one, status: 'invalidated' as const }))
    serveWith(undefined, LINK, null, declined, [
      approvalRecord({ status: 'declined', securePaymentToken: listed?.token ?? '' }),
    ])
    document.body.replaceChildren()
    await mountConsole({ name: 'payouts' }, { networks: 'devnet' })
    await expect
      .poll(() => find('.records .badge').map(textOf))
      .toEqual([en.approvals.status.declined])
    await inspectConsole()
  })

  test('Removing a row keeps the text of the others', async () => {
    serveWith(() => ({
      status: 201,
      body: { ...CREATED_BODY, requestIds: [REQUEST_ID, OTHER_REQUEST_ID] },
    }))
    await button(payouts.add).click()
    await button(payouts.add).click()
    for (const [index, address] of [ANA, 'x', BEN].entries()) {
      await page.getByLabelText(payouts.recipient, { exact: true }).nth(index).fill(address)
      await page
        .getByLabelText(payouts.amount)
        .nth(index)
        .fill(`${index + 1}.50`)
    }
    await button(`${payouts.remove}: ${payouts.number(2)}`).click()
    await button(payouts.create(2)).click()
    const item = { network: 'devnet', currency: 'USDC-devnet' }
    await expect.poll(created).toEqual([
      {
        payouts: [
          { ...item, recipient: ANA, amount: '1.5' },
          { ...item, recipient: BEN, amount: '3.5' },
        ],
      },
    ])
    await expect.poll(() => location.pathname).toBe(`/console/payouts/links/${REQUEST_ID}`)
  })

  test('Each error from the service appears at its field', async () => {
    const errors = [{ field: 'amount', message: 'must be less', code: 'amount_too_large' }]
    serveWith(() => ({ status: 400, body: problem('validation_failed', 400, { errors }) }))
    await page.getByLabelText(payouts.recipient, { exact: true }).fill(ANA)
    await page.getByLabelText(payouts.amount).fill('5')
    await page.getByLabelText(payouts.currency).selectOptions('DAI')
    await page.getByLabelText(payouts.recipientId, { exact: false }).fill('emp-7')
    await button(payouts.create(1)).click()
    await expect.poll(() => find('.field-error').map(textOf)).toEqual(['must be less'])
    expect(created()).toEqual([
      {
        recipient: ANA,
        network: 'devnet',
        currency: 'DAI-devnet',
        amount: '5',
        recipientIdentifier: 'emp-7',
      },
    ])
  })
})

describe('payouts from a file', () => {
  beforeEach(() => mountConsole({ name: 'payoutFile' }, { networks: 'devnet' }))

  test('Every invalid cell is reported, and only a file without invalid cells can be sent', async () => {
    await choose(`${HEAD}${ANA},USDC,1,,\r\nnobody,DOGE,0,,\r\n`)
    await expect
      .poll(() => find('.problems li').map(textOf))
      .toEqual([
        `${payouts.file.cell(3, 'recipient')}: ${payouts.recipientInvalid('Devnet')}`,
        `${payouts.file.cell(3, 'currency')}: ${payouts.currencyUnknown('DOGE', 'Devnet')}`,
        `${payouts.file.cell(3, 'amount')}: ${en.amounts.invalid}`,
      ])
    expect(find('.button.primary:not(.create)')).toEqual([])
    expect(find('.card h3').map(textOf)).toEqual([payouts.totalsWithout(1, '3')])
    await inspectConsole()

    await choose(`${HEAD}${ANA},USDC,0.1,"Rent, ""Nov""",emp-1\r\n${BEN},USDC-devnet,0.2,,\r\n`)
    await expect
      .poll(() => find('.totals li').map(textOf))
      .toEqual([`0.30\u00a0USDC ${payouts.recipients(2)}`])
    await inspectConsole()
    await button(payouts.create(2)).click()
    const item = { network: 'devnet', currency: 'USDC-devnet' }
    await expect.poll(created).toEqual([
      {
        payouts: [
          {
            ...item,
            recipient: ANA,
            amount: '0.1',
            reference: 'Rent, "Nov"',
            recipientIdentifier: 'emp-1',
          },
          { ...item, recipient: BEN, amount: '0.2' },
        ],
      },
    ])
  })

  test('The file field accepts a dropped file, and rejects one that is too large or not text', async () => {
    await expect.poll(() => find('.drop').length).toBe(1)
    drop(new File([new Uint8Array([0x50, 0x4b, 0xff, 0x00])], 'payroll.xlsx'))
    await expect
      .poll(() => find('[role=status]').map(textOf).join())
      .toContain(payouts.file.notText)
    await inspectConsole()
    drop(new File(['x'.repeat(1_000_001)], 'large.csv'))
    await expect
      .poll(() => find('[role=status]').map(textOf).join())
      .toContain(payouts.file.tooLarge)
    drop(new File([`${HEAD}${ANA},USDC,1,,\n${ANA},USDC,1.0,,`], 'payroll.csv'))
    await expect
      .poll(() => find('.note.warning').map(textOf).join())
      .toContain(payouts.duplicate('2 and 3', '1\u00a0USDC'))
  })

  test('A cell that only the service rejects is marked in its row', async () => {
    const errors = [{ field: 'payouts[1].recipient', message: 'Must not be this one.', code: 'x' }]
    serveWith(() => ({ status: 400, body: problem('validation_failed', 400, { errors }) }))
    await choose(`${HEAD}${ANA},USDC,1,,\n${BEN},USDC,2,,`)
    await button(payouts.create(2)).click()
    await expect
      .poll(() => find('.problems li').map(textOf))
      .toEqual([`${payouts.file.cell(3, 'recipient')}: Must not be this one.`])
    expect(find('td.wrong').map(textOf)).toEqual([BEN])
  })
})

test('A wide file shows every column, as cards on a phone', async () => {
  await mountConsole({ name: 'payoutFile' }, { networks: 'devnet' })
  const long = 'Reference of an invoice with a long name and its number '.repeat(3)
  await choose(
    `${HEAD}${ANA},USDC,1250.5,${long},employee-number-1234567890\r\n${BEN},USDC,3,,\r\n`,
  )
  await expect.poll(() => find('.sheet tbody tr').length).toBe(2)
  const [sheet] = find('.sheet')
  for (const width of [1280, 900, 320]) {
    await page.viewport(width, 800)
    expect(sheet?.scrollWidth, `${width} px`).toBe(sheet?.clientWidth)
    const amounts = find('.sheet td.number').map((cell) => cell.getBoundingClientRect())
    expect(amounts.every(({ right }) => right > 0 && right <= width)).toBe(true)
  }
  expect(find('.sheet td.number').map(textOf)).toEqual(['1,250.50', '3.00'])
  await inspectConsole()
})

describe('a payout link', () => {
  test.each(['pending', 'completed', 'expired', 'invalidated'] as const)(
    'a payout link shows that it is %s',
    async (status) => {
      serveWith(undefined, { ...LINK, status })
      await mountConsole({ name: 'payoutLink', requestId: REQUEST_ID })
      await expect.poll(() => find('.badge').map(textOf)).toEqual([payouts.link.status[status]])
      expect(find('a.button.primary:not(.create)')).toHaveLength(status === 'pending' ? 1 : 0)
      await inspectConsole()
    },
  )

  test('a payout link is cancelled after a confirmation', async () => {
    const isCancelled = () => calls.some(({ method }) => method === 'POST')
    serveWith(undefined, LINK)
    await mountConsole({ name: 'payoutLink', requestId: REQUEST_ID })
    await button(en.cancelling.link).click()
    await expect.poll(() => find('dialog h2').map(textOf)).toEqual([payouts.link.cancelTitle])
    await inspectConsole()
    expect(isCancelled()).toBe(false)
    serve((path, { method }) => {
      if (method === 'POST') return { status: 200, body: { ...LINK, status: 'invalidated' } }
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (path === '/v1/approvals')
        return { status: 200, body: { approvals: [], nextCursor: null } }
      return { status: 200, body: { ...LINK, status: 'invalidated' } }
    })
    await page.getByRole('dialog').getByRole('button', { name: en.cancelling.link }).click()
    await expect.poll(() => find('.badge').map(textOf)).toEqual([payouts.link.status.invalidated])
    const post = calls.find(({ method }) => method === 'POST')
    expect(post?.url.pathname).toBe(`/v2/secure-payments/${LINK.token}/cancel`)
    await expect.poll(() => find('dialog')).toEqual([])
    expect(find('button').map(textOf).join()).not.toContain(en.cancelling.link)
  })

  test('a payout link is read again when the merchant returns from paying it', async () => {
    await mountConsole({ name: 'payoutLink', requestId: REQUEST_ID })
    await expect.poll(() => find('.badge').map(textOf)).toEqual([payouts.link.status.pending])
    serve(() => ({ status: 503, body: problem('unavailable', 503) }))
    const before = calls.length
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => calls.length).toBeGreaterThan(before)
    // A failed read leaves the screen unchanged.
    expect(find('.badge').map(textOf)).toEqual([payouts.link.status.pending])
    serveWith(undefined, { ...LINK, status: 'completed' })
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => find('.badge').map(textOf)).toEqual([payouts.link.status.completed])
  })

  test('a payout link shows recipients by the entered names, with totals and a link back', async () => {
    await makeLink()
    serveWith(undefined, LINK, { ...PAYMENT, transactions: [] })
    await mountConsole(
      { name: 'payoutLink', requestId: REQUEST_ID },
      { previewClientId: 'preview' },
    )
    await expect
      .poll(() => find('.names').map(textOf).map(squeeze))
      .toEqual([`${payouts.recipientId}emp-1 ${payouts.reference}Rent, Nov`])
    expect(find('.totals li').map(textOf)).toEqual([
      `12.50\u00a0USDC ${payouts.recipients(1)}`,
      `3\u00a0DAI ${payouts.recipients(1)}`,
    ])
    await inspectConsole()
    document.body.replaceChildren()
    serveWith(undefined, LINK, null, LISTED)
    await mountConsole({ name: 'payouts' }, { networks: 'devnet' })
    await expect
      .poll(() => find('.records h3').map(textOf))
      .toEqual(['12.50\u00a0USDC + 3\u00a0DAI'])
    expect(find('.records .badge').map(textOf)).toEqual([payouts.link.status.pending])
    expect(find('.records a').map((link) => link.getAttribute('href'))).toEqual([
      `/console/payouts/links/${REQUEST_ID}`,
    ])
    await inspectConsole()
    await button(payouts.made.forget).click()
    await expect.poll(() => find('.flush')).toEqual([])
    expect(find('.records h3')).toHaveLength(1)
  })

  test('a payout link shows no name for a payee other than the entered one', async () => {
    await makeLink()
    const [first, second] = PAYMENT.items
    serveWith(undefined, LINK, { ...PAYMENT, items: [{ ...first, payee: BEN }, second] })
    await mountConsole(
      { name: 'payoutLink', requestId: REQUEST_ID },
      { previewClientId: 'preview' },
    )
    await expect.poll(() => find('.records .record').length).toBe(2)
    expect(find('.names')).toEqual([])
  })

  test('a payout link that cannot be read shows the entered payouts', async () => {
    await makeLink()
    await mountConsole({ name: 'payoutLink', requestId: REQUEST_ID })
    await expect
      .poll(() => find('.note.info').map(textOf).join())
      .toContain(payouts.link.remembered)
    expect(find('.records h3').map(textOf)).toEqual(['12.50\u00a0USDC', '3\u00a0DAI'])
    await inspectConsole()
  })

  test('a payout link with transactions has a button that copies each hash', async () => {
    serveWith(undefined, { ...LINK, status: 'completed' }, PAYMENT)
    await mountConsole(
      { name: 'payoutLink', requestId: REQUEST_ID },
      { previewClientId: 'preview' },
    )
    await expect.poll(() => find('.records .icon-button').length).toBe(1)
    await inspectConsole()
  })

  test('a payout link with an invalid URL is not rendered as a link', async () => {
    serveWith(undefined, { ...LINK, securePaymentUrl: 'javascript:alert(1)' })
    await mountConsole({ name: 'payoutLink', requestId: REQUEST_ID })
    await expect.poll(() => find('a.button.primary:not(.create)')).toHaveLength(1)
    expect(find('a[href^="javascript:"]')).toEqual([])
  })
})

/** Creates a link for two recipients from a file in this browser. */
async function makeLink(): Promise<void> {
  serveWith(() => ({
    status: 201,
    body: { ...CREATED_BODY, requestIds: [REQUEST_ID, OTHER_REQUEST_ID] },
  }))
  await mountConsole({ name: 'payoutFile' }, { networks: 'devnet' })
  await choose(`${HEAD}${ANA},USDC,12.50,"Rent, Nov",emp-1\r\n${BEN},DAI,3,,\r\n`)
  await button(payouts.create(2)).click()
  await expect.poll(() => location.pathname).toBe(`/console/payouts/links/${REQUEST_ID}`)
  document.body.replaceChildren()
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim()

async function choose(content: string): Promise<void> {
  await expect.poll(() => find('input[type=file]').length).toBe(1)
  const [input] = find('input[type=file]')
  if (input === undefined) throw new Error('There is no field for a file.')
  await userEvent.upload(input, new File([content], 'payroll.csv', { type: 'text/csv' }))
}

function drop(file: File): void {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  find('.drop').forEach((field) => {
    field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
}
