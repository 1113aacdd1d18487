import { createUlid } from '@secure-payment/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordDeposit } from '../support/recordDeposit.ts'
import { seedPayments } from '../support/seedPayments.ts'
import { FEE_ADDRESS, PAYEE, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const UNITS = 12_500_000n
const HASH = `0x${'7d'.repeat(32)}`
const ARRIVAL = `0x${'1c'.repeat(32)}`

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const read = (path: string, headers: Record<string, string> = {}) =>
  test.call('GET', path, { anonymous: true, unchecked: true, headers })
const readPdf = async (token: string, query = '') => {
  const response = await fetch(`${test.host.url}/receipts/${token}/receipt.pdf${query}`, {
    redirect: 'manual',
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Returns a page's text without tags, and with single spaces. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(style|head)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/[\s\u00a0]+/g, ' ')
}

async function createPaid(body: object = {}, units = UNITS) {
  const { token, requestIds } = await test.createPayment({ requests: [usdcItem], ...body })
  const [requestId = ''] = requestIds
  const txHash = await recordDeposit(test.host, { requestId, units })
  return { token, requestId, txHash }
}

/** Stores a verified transaction on another network, as the host does. */
async function seedTransfer(token: string, requestId: string, patch: object = {}): Promise<void> {
  const { db, now, random } = test.host.context
  await db.kysely
    .insertInto('intents')
    .values({
      id: createUlid(now().getTime(), random(10)),
      token,
      request_id: requestId,
      tx_hash: HASH,
      chain: 'BASE',
      currency: 'USDC',
      created_at: now().toISOString(),
      status: 'tracking',
      source_network: 'base',
      source_units: '12560000',
      ...patch,
    })
    .execute()
}

describe('The page of a receipt', () => {
  it('the page states what was paid, for whom, when and where, without a session', async () => {
    const { token, txHash } = await createPaid({
      reference: 'PO-7781',
      order: {
        title: 'Breakfast',
        lines: [
          { name: 'Coffee', quantity: '2', unitPrice: '4.50', taxAmount: '1' },
          { name: 'Bread', quantity: '1', unitPrice: '2.50' },
        ],
      },
    })
    const { status, text, headers } = await read(`/receipts/${token}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const shown = textOf(text)
    for (const fact of [
      'Receipt 12.50 USDC Paid',
      'Coffee 2 × 4.50 USDC · Tax 1.00 USDC 10.00 USDC',
      'Subtotal 11.50 USDC Tax 1.00 USDC Total 12.50 USDC',
      'Paid with 12.50 USDC · Devnet',
      `Transaction ${txHash}`,
      'Reference PO-7781',
      `Paid to ${PAYEE}`,
      `Payment ID ${token}`,
      'UTC',
    ]) {
      expect(shown).toContain(fact)
    }
    expect(text).toContain(`href="/receipts/${token}/receipt.pdf"`)
    expect(text).not.toContain('Still due')
  })

  it('the page states the fee, the network’s fee and the stored worth in the reporting currency', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [usdcItem],
      feePercentage: '2',
      feeAddress: FEE_ADDRESS,
    })
    const [requestId = ''] = requestIds
    await test.host.context.db.kysely
      .updateTable('requests')
      .set({ paid_units: String(UNITS), has_been_paid: 1, status: 'paid' })
      .where('id', '=', requestId)
      .execute()
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'completed' })
      .where('token', '=', token)
      .execute()
    await seedPayments(test.host.context, [
      {
        request_id: requestId,
        credited_units: String(UNITS),
        request_units: String(UNITS),
        fee_units: '250000',
        fee_address: FEE_ADDRESS,
        // The payer also paid the fee of 2%, so the receipt states 12.74867604 USD and 11.628 EUR.
        amount_in_usd: '12.498702',
        fiat_worths: '{"EUR":"11.4"}',
        gas_units: '120123456789012',
        // At 2,400 USDC.
        gas_worth: '0.288296',
      },
    ])
    const usd = textOf((await read(`/receipts/${token}`)).text)
    expect(usd).toContain('Merchant’s fee (2%) 0.25 USDC Total 12.75 USDC')
    expect(usd).toContain('Paid with 12.75 USDC · Devnet Worth when paid $12.74')
    expect(usd).toContain('Network fee 0.000120123 ETH · 0.288296 USDC Transaction')
    const { db } = test.host.context
    await db.kysely.updateTable('tenants').set({ reporting_currency: 'EUR' }).execute()
    const german = textOf((await read(`/receipts/${token}?lang=de`)).text)
    expect(german).toContain('Wert bei Zahlung 11,62 €')
    // Money reads from left to right: without the isolate, the sign of a currency is divided in right-to-left text.
    const { text: arabic } = await read(`/receipts/${token}?lang=ar`)
    expect(arabic).toMatch(/\u2066\u200f11\.62\s€\u2069/)
    expect(arabic).toContain('\u206612.75')
    await db.kysely.updateTable('tenants').set({ reporting_currency: 'USD' }).execute()
  })

  it.each([
    ['has no worth if an earlier release recorded it', null, '0.000120123 ETH Transaction'],
    ['states that no price was known', 'no_price', '0.000120123 ETH · price unknown Transaction'],
  ])('the network’s fee of a payment in tokens %s', async (_, gas_worth, shown) => {
    const { token, requestId } = await createPaid()
    const { kysely } = test.host.context.db
    const cost = { gas_units: '120123456789012', gas_worth }
    await kysely.updateTable('payments').set(cost).where('request_id', '=', requestId).execute()
    const page = textOf((await read(`/receipts/${token}`)).text)
    expect(page).toContain(`Network fee ${shown}`)
  })

  it('the network’s fee of a payment in the same coin has its worth', async () => {
    const coins = {
      payee: usdcItem.payee,
      invoiceCurrency: 'ETH-devnet',
      paymentCurrency: 'ETH-devnet',
      amount: '0.5',
    }
    const { token, requestIds } = await test.createPayment({ requests: [coins] })
    const [requestId = ''] = requestIds
    const paid = { paid_units: '500000000000000000', has_been_paid: 1, status: 'paid' } as const
    const { kysely } = test.host.context.db
    await kysely.updateTable('requests').set(paid).where('id', '=', requestId).execute()
    await kysely
      .updateTable('secure_payments')
      .set({ status: 'completed' })
      .where('token', '=', token)
      .execute()
    // 0.5 ETH at 2,400 dollars; the fee is 0.000120123456789012 ETH, which is 0.2883 dollars.
    await seedPayments(test.host.context, [
      {
        request_id: requestId,
        payment_currency: 'ETH-devnet',
        token_address: null,
        credited_units: '500000000000000000',
        request_units: '500000000000000000',
        amount_in_usd: '1200',
        gas_units: '120123456789012',
      },
    ])
    const page = textOf((await read(`/receipts/${token}`)).text)
    expect(page).toContain('Network fee 0.000120123 ETH · $0.28')
  })

  it('each partial payment has its own facts, and the page states the remaining amount', async () => {
    const { token, requestId, txHash } = await createPaid({}, 5_000_000n)
    const second = await recordDeposit(test.host, {
      requestId,
      units: 2_500_000n,
      blockNumber: 11n,
    })
    const shown = textOf((await read(`/receipts/${token}`)).text)
    expect(shown).toContain('Partly paid')
    expect(shown).toContain('Paid so far 7.50 USDC Still due 5.00 USDC')
    expect(shown).toContain('Amount 5.00 USDC')
    expect(shown).toContain('Amount 2.50 USDC')
    expect(shown.indexOf(txHash)).toBeLessThan(shown.indexOf(second))
  })

  it('a bridged payment shows its source before its arrival, then both', async () => {
    const { token, requestIds } = await test.createPayment()
    const [requestId = ''] = requestIds
    await seedTransfer(token, requestId)
    const first = textOf((await read(`/receipts/${token}`)).text)
    expect(first).toContain('On its way A bridge is carrying the payment')
    expect(first).toContain(`Paid with 12.56 USDC · Base Transaction · Base ${HASH}`)
    expect(first).not.toContain('Arrival · ')
    await test.host.context.db.kysely
      .updateTable('intents')
      .set({ status: 'completed', settled_tx_hash: ARRIVAL })
      .where('token', '=', token)
      .execute()
    const arrived = textOf((await read(`/receipts/${token}`)).text)
    expect(arrived).toContain(`Arrival · Devnet ${ARRIVAL}`)
    expect(arrived).not.toContain('Paid 12.50')
  })

  it('a payment that a bridge sent back does not count as paid, and a stranger’s transaction creates no receipt', async () => {
    const { token, requestIds } = await test.createPayment()
    const [requestId = ''] = requestIds
    await seedTransfer(token, requestId, { status: 'foreign' })
    expect((await read(`/receipts/${token}`)).status).toBe(404)
    await test.host.context.db.kysely
      .updateTable('intents')
      .set({ status: 'refunded' })
      .where('token', '=', token)
      .execute()
    expect(textOf((await read(`/receipts/${token}`)).text)).toMatch(
      /Not paid .*The bridge sent it back/,
    )
  })

  it('a payment that a reorganisation removed no longer counts, and the page states this', async () => {
    const { token, requestId } = await createPaid()
    await test.host.context.db.kysely
      .updateTable('requests')
      .set({ revocations: 1, paid_units: '0', has_been_paid: 0, status: 'created' })
      .where('id', '=', requestId)
      .execute()
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'pending' })
      .where('token', '=', token)
      .execute()
    await test.host.context.db.kysely
      .deleteFrom('payments')
      .where('request_id', '=', requestId)
      .execute()
    const shown = textOf((await read(`/receipts/${token}`)).text)
    expect(shown).toContain('Not paid The network removed the payment')
    expect(shown).toContain('Still due 12.50 USDC')
  })

  it('the receipt page of an unpaid payment is the same as that of an unknown payment', async () => {
    const { token } = await test.createPayment()
    const unknown = createUlid(Date.now(), new Uint8Array(10))
    const [unpaid, none] = [await read(`/receipts/${token}`), await read(`/receipts/${unknown}`)]
    expect([unpaid.status, none.status]).toEqual([404, 404])
    expect(unpaid.text.replaceAll(token, '')).toBe(none.text.replaceAll(unknown, ''))
    expect(unpaid.text).toContain(`href="/?token=${token}"`)
    for (const path of ['x', `${token}x`, token.toLowerCase(), '%00', '..%2f..%2fpay.css']) {
      const { status, text } = await read(`/receipts/${path}`)
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('12.50')
    }
    const { token: link } = await test.createPayment({ requests: [usdcItem], isReusable: true })
    expect((await read(`/receipts/${link}`)).status).toBe(404)
  })

  it('the page shortens payees that the merchant hides, and shows no customer data', async () => {
    const { token } = await createPaid({
      accessPolicy: { hidePayeeAddress: true, allowedPayerAddresses: [PAYEE] },
      customerInfo: { firstName: 'Ana', email: 'ana@example.com' },
    })
    const { text } = await read(`/receipts/${token}`)
    expect(text).toContain('0xf39F…2266')
    for (const hidden of [PAYEE, 'Ana', 'ana@example.com']) expect(text).not.toContain(hidden)
  })

  it('a merchant’s text is never markup, a link or a script', async () => {
    const evil = '</bdi><script src=//evil.test></script>\u202e"\'&'
    const { token } = await createPaid({
      reference: evil,
      order: {
        title: evil,
        description: evil,
        lines: [{ name: evil, quantity: '1', unitPrice: '12.5' }],
      },
    })
    const { text } = await read(`/receipts/${token}`)
    expect(text).not.toContain('<script src=//')
    expect(text).toContain('&#60;script src=//evil.test&#62;')
    expect(text.match(/<script/g)).toHaveLength(1)
    const { response, bytes } = await readPdf(token)
    expect(response.status).toBe(200)
    expect(bytes.toString('latin1')).not.toMatch(/\/JavaScript|\/JS\b|\/Launch|evil\.test/)
  })
})

describe('The PDF of a receipt', () => {
  it('the PDF is a download with the same bytes for the same content', async () => {
    const { token } = await createPaid({ order: { title: 'Şöğüt İşletmesi — 株式会社 — 김밥' } })
    const first = await readPdf(token, '?lang=tr')
    expect(first.response.status).toBe(200)
    expect(Object.fromEntries(first.response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${token}.pdf"`,
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    })
    expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const neighbour = await test.startNeighbour()
    try {
      const url = `${neighbour.host.url}/receipts/${token}/receipt.pdf?lang=tr`
      // The address in the footer is that of the host that serves the receipt.
      const other = Buffer.from(await (await fetch(url)).arrayBuffer())
      expect(Math.abs(other.length - first.bytes.length)).toBeLessThan(200)
    } finally {
      await neighbour[Symbol.asyncDispose]()
    }
    expect((await readPdf(token, '?lang=tr')).bytes.equals(first.bytes)).toBe(true)
  })

  it('a receipt with characters that no font has redirects to its page, which a browser can print', async () => {
    const { token } = await createPaid({ order: { title: 'शुभ दिवाली' } })
    const { response } = await readPdf(token, '?lang=de&zone=Europe%2FBerlin')
    expect(response.status).toBe(303)
    const location = response.headers.get('location') ?? ''
    expect(location).toBe(`/receipts/${token}?lang=de&zone=Europe%2FBerlin&print=1`)
    expect((await read(location)).text).toContain('Als PDF speichern')
  })

  it('a receipt of 100 lines and pictures has a PDF, and an unpaid payment has none', async () => {
    const lines = Array.from({ length: 100 }, () => ({
      name: `🚀 ${'W'.repeat(190)}`,
      quantity: '1',
      unitPrice: '0.125',
    }))
    const { token } = await createPaid({ order: { description: 'x\n'.repeat(400), lines } })
    const { response, bytes } = await readPdf(token)
    expect(response.status).toBe(200)
    expect(bytes.length).toBeLessThan(500_000)
    const { token: unpaid } = await test.createPayment()
    expect((await readPdf(unpaid)).response.status).toBe(404)
  })
})

it('an address that reads too many receipts, or requests too many PDFs, gets a page that states when to retry', async () => {
  const limited = await startTestHost({ PAY_RATE_LIMIT_CLIENT_ID: '5' })
  try {
    const { token, requestIds } = await limited.createPayment()
    await recordDeposit(limited.host, { requestId: requestIds[0] ?? '', units: UNITS })
    const get = (path: string) => fetch(`${limited.host.url}/receipts/${token}${path}`)
    expect((await get('/receipt.pdf')).status).toBe(200)
    const second = await get('/receipt.pdf?lang=de')
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await second.text()).toContain('in einer Minute')
    const statuses = []
    for (let count = 0; count < 4; count += 1) statuses.push((await get('')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  } finally {
    await limited[Symbol.asyncDispose]()
  }
})
