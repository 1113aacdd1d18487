import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_MAILS_A_DAY, queueMail } from '../../host/src/mail/queueMail.ts'
import { MAX_RECEIPTS_A_DAY } from '../../host/src/receipts/mailReceipt.ts'
import { sendReceipts } from '../../host/src/receipts/sendReceipts.ts'
import { readMails } from '../support/readMails.ts'
import { recordDeposit } from '../support/recordDeposit.ts'
import { seedMerchant } from '../support/seedMerchant.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const UNITS = 12_500_000n
const EMAIL = 'Ana@example.com'
const CUSTOMER = { customerInfo: { firstName: 'Ana', email: EMAIL } }
const MAIL = { PAY_SMTP_URL: 'smtp://127.0.0.1:1', PAY_MAIL_FROM: 'pay@example.com' }

let test: TestHost
let kysely: TestHost['host']['context']['db']['kysely']
beforeAll(async () => {
  // The host lacks the role `worker`, so each test writes the e-mails itself.
  test = await startTestHost(MAIL)
  kysely = test.host.context.db.kysely
})
afterAll(() => test[Symbol.asyncDispose]())
beforeEach(async () => {
  await kysely.deleteFrom('mails').execute()
  await kysely.updateTable('tenants').set({ sends_receipts: 1 }).execute()
})

async function pay(body: object = CUSTOMER, units = UNITS) {
  const { token, requestIds } = await test.createPayment({ requests: [usdcItem], ...body })
  const [requestId = ''] = requestIds
  await recordDeposit(test.host, { requestId, units })
  return { token, requestId }
}

const run = () => sendReceipts(test.host.context)
const send = (token: string, options: object = {}) =>
  test.call('POST', `/v2/secure-payments/${token}/receipt`, options)

describe('The receipt that the host sends', () => {
  it('the host sends a complete payment’s receipt to its customer once, with its address', async () => {
    const { token, requestId } = await pay({
      ...CUSTOMER,
      reference: 'see evil.example',
      order: { title: '<b>Beans</b>' },
    })
    await run()
    await recordDeposit(test.host, { requestId, units: UNITS, blockNumber: 12n })
    await run()
    const mails = await readMails(test)
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({ to: EMAIL, subject: 'Your receipt from “Test shop”' })
    expect(mail?.text).toContain(`${test.host.url}/receipts/${token}?lang=en`)
    expect(mail?.text).toContain('Total: 12.50')
    expect(mail?.text).toContain('“see evil[.]example”')
    expect(mail?.html).not.toContain('<b>')
  })

  it('the host sends nothing for a partial payment, without an address, or if the merchant does not send receipts', async () => {
    await pay(CUSTOMER, UNITS - 1n)
    await pay({ customerInfo: { firstName: 'Ana' } })
    await pay({})
    await kysely.updateTable('tenants').set({ sends_receipts: 0 }).execute()
    await pay()
    await run()
    expect(await readMails(test)).toEqual([])
  })

  it('a payment that left the chain before its e-mail was sent gets one receipt when it returns', async () => {
    const { token, requestId } = await pay()
    const leave = async () => {
      await kysely.deleteFrom('payments').where('request_id', '=', requestId).execute()
      await kysely
        .updateTable('requests')
        .set({ paid_units: '0', has_been_paid: 0, status: 'created', revocations: 1 })
        .where('id', '=', requestId)
        .execute()
      await kysely
        .updateTable('secure_payments')
        .set({ status: 'pending', completed_at: null })
        .where('token', '=', token)
        .execute()
    }
    await leave()
    await run()
    expect(await readMails(test)).toEqual([])
    await recordDeposit(test.host, { requestId, units: UNITS, blockNumber: 14n })
    await run()
    await leave()
    await recordDeposit(test.host, { requestId, units: UNITS, blockNumber: 15n })
    await run()
    expect(await readMails(test)).toHaveLength(1)
  })

  it('two hosts that run at the same time write one e-mail', async () => {
    await pay()
    await Promise.all([run(), run(), run()])
    expect(await readMails(test)).toHaveLength(1)
  })

  it('the e-mail is in the language of the payer’s page', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem], ...CUSTOMER })
    const clientId = await test.createClientId()
    await test.call('GET', `/v2/secure-payments/${token}`, {
      anonymous: true,
      headers: {
        'x-client-id': clientId.clientId,
        origin: 'https://shop.example.test',
        'accept-language': 'de-CH,de;q=0.9',
      },
    })
    await expect
      .poll(() =>
        kysely
          .selectFrom('secure_payments')
          .select('payer_language')
          .where('token', '=', token)
          .executeTakeFirstOrThrow(),
      )
      .toEqual({ payer_language: 'de' })
    await recordDeposit(test.host, { requestId: requestIds[0] ?? '', units: UNITS })
    await run()
    const [mail] = await readMails(test)
    expect(mail?.subject).toBe('Ihr Zahlungsbeleg von “Test shop”')
    expect(mail?.html).toContain('<html lang="de">')
  })

  it('the host drops a receipt e-mail that has waited for a day', async () => {
    await pay()
    test.clock.advance(86_400_001)
    await run()
    expect(await readMails(test)).toEqual([])
  })
})

describe('POST /v2/secure-payments/{token}/receipt', () => {
  it('the call sends the receipt again, at most five times per day', async () => {
    await kysely.updateTable('tenants').set({ sends_receipts: 0 }).execute()
    const { token } = await pay()
    for (let count = 0; count < 5; count += 1) {
      const { status, json } = await send(token)
      expect([status, json]).toEqual([200, { token, email: EMAIL }])
    }
    const refused = await send(token)
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_receipts'])
    expect(refused.headers['retry-after']).toBe('3600')
    expect(await readMails(test)).toHaveLength(5)
    test.clock.advance(86_400_001)
    expect((await send(token)).status).toBe(200)
  })

  it('the call rejects an incomplete payment, a payment without an address, and another merchant’s payment', async () => {
    const { token: unpaid } = await test.createPayment({ requests: [usdcItem], ...CUSTOMER })
    const { token: nameless } = await pay({})
    const { token } = await pay()
    expect((await send(unpaid)).json.code).toBe('receipt_not_ready')
    expect((await send(nameless)).json.code).toBe('customer_email_missing')
    expect((await send('01KB4Z8Q6V3M2N5P7R9T0W1X2Y')).status).toBe(404)
    const { apiKey } = await test.createTenant()
    const foreign = await send(token, { anonymous: true, headers: { 'x-api-key': apiKey } })
    expect(foreign.status).toBe(404)
  })

  it('receipts have a separate limit, so they do not use up the limit of notices', async () => {
    const { token } = await pay()
    const { context } = test.host
    const { tenant_id: tenantId } = await kysely
      .selectFrom('secure_payments')
      .select('tenant_id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    const row = { tenant_id: tenantId, sealed_message: '', status: 'sent' as const, attempt: 1 }
    const at = context.now().toISOString()
    const rows = Array.from({ length: MAX_RECEIPTS_A_DAY }, (_, index) => ({
      ...row,
      id: `fill-${index}`,
      cause: null,
      due_at: at,
      created_at: at,
      completed_at: at,
      last_error: null,
      receipt_token: 'x',
    }))
    for (let start = 0; start < rows.length; start += 500) {
      await kysely
        .insertInto('mails')
        .values(rows.slice(start, start + 500))
        .execute()
    }
    expect((await send(token)).json.code).toBe('too_many_receipts')
    expect(MAX_RECEIPTS_A_DAY).toBeGreaterThan(MAX_MAILS_A_DAY)
    const notice = { to: 'm@example.com', subject: 'x', paragraphs: ['x'] }
    const queued = await context.db.transaction((tx) =>
      queueMail(tx, context, notice, { tenantId, cause: null }),
    )
    expect(queued).toMatchObject({ id: expect.any(String) })
  })

  it('a host without e-mail rejects the call and the setting', async () => {
    const plain = await startTestHost()
    try {
      const { token, requestIds } = await plain.createPayment({
        requests: [usdcItem],
        ...CUSTOMER,
      })
      await recordDeposit(plain.host, { requestId: requestIds[0] ?? '', units: UNITS })
      const { json } = await plain.call('POST', `/v2/secure-payments/${token}/receipt`)
      expect(json.code).toBe('mail_not_set_up')
      const merchant = await seedMerchant(plain, 'account')
      expect(merchant.tenantId).not.toBe('')
    } finally {
      await plain[Symbol.asyncDispose]()
    }
  })
})
