import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../host/src/log.ts'
import { OfframpRefusedError, OfframpUnavailableError } from '../../host/src/offramps/errors.ts'
import type { Answer } from '../support/callApi.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { createFakeOfframp, FAKE_OFFRAMP } from '../support/fakeOfframp.ts'
import { findPlanted, plantPayer } from '../support/plantedData.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

/**
 * Personal data may appear only in the sealed columns, in calls to the provider, and in responses from the operations that return it.
 */
const planted = plantPayer('qx93planted')
const { clientUserId, payer, account, secrets } = planted
const all = [clientUserId, ...secrets]
const path = `/v2/payer/${encodeURIComponent(clientUserId)}`
const offramp = createFakeOfframp()

let test: TestHost
let log = ''
const refusals: Answer[] = []
const webhookTables = ['events', 'webhook_deliveries', 'webhook_attempts']

async function refused(method: string, target: string, body?: object, more: object = {}) {
  const headers = { 'idempotency-key': 'a-key', ...more }
  const answer = await test.call(method, target, {
    headers,
    ...(body !== undefined && { body }),
  })
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
  refusals.push(answer)
}

beforeAll(async () => {
  const destination = {
    write(line: string) {
      log += line
    },
  }
  test = await startTestHost(
    { PAY_LOG_LEVEL: 'trace', PAY_TRUSTED_PROXIES: '1', PAY_RATE_LIMIT_API_KEY: '100000' },
    { offramp, log: createLogger('trace', destination) },
  )
  await test.call('POST', '/v1/webhook', { body: { url: 'https://shop.example.test/hooks' } })
  const unavailable = { provider: FAKE_OFFRAMP, reason: 'it does not answer' }
  offramp.failure = new OfframpUnavailableError(unavailable)
  expect((await test.call('POST', '/v2/payer', { body: payer })).status).toBe(200)
  offramp.failure = new OfframpRefusedError({ provider: FAKE_OFFRAMP, reason: 'of its rules' })
  await refused('POST', '/v2/payer', payer)
  offramp.failure = null
  const headers = { 'idempotency-key': 'another-key' }
  expect((await test.call('POST', '/v2/payer', { headers, body: payer })).status).toBe(200)
  expect((await test.call('PATCH', path, { body: { agreementCompleted: true } })).status).toBe(200)
  const details = `${path}/payment-details`
  expect((await test.call('POST', details, { headers, body: account })).status).toBe(201)
  offramp.failure = new OfframpRefusedError({ provider: FAKE_OFFRAMP, reason: 'of its rules' })
  const other = { ...account, accountName: `${account['accountName']}2` }
  expect((await test.call('POST', details, { body: other })).status).toBe(201)
  offramp.failure = new Error('A fault of the provider’s code')
  await refused('POST', details, { ...account, bankName: `${account['bankName']}2` })
  offramp.failure = null

  await refused('POST', '/v2/payer', { ...payer, city: 'Another' })
  for (const [field, value] of Object.entries(payer)) {
    const body = { ...payer, clientUserId: `${clientUserId}\n`, [field]: `${value}\n` }
    await refused('POST', '/v2/payer', body)
  }
  for (const [field, value] of Object.entries(account)) {
    await refused('POST', details, { ...account, [field]: [value] })
  }
  const numbers = ['iban', 'swiftBic', 'routingNumber', 'accountNumber', 'currency']
  for (const field of numbers)
    await refused('POST', details, { ...account, [field]: `${account['accountNumber']}_` })
  await refused('GET', `${path}-nobody`)
  await refused('PATCH', path, { agreementCompleted: payer['ssn'] })
  await refused('GET', `${details}?paymentDetailsId=${account['accountNumber']}`)
  await refused('POST', '/v2/payer', payer, { 'x-api-key': 'sk_wrong_key_0123456789' })
  await refused('POST', path, payer)
})
afterAll(() => test[Symbol.asyncDispose]())

describe('Personal data', () => {
  it('personal data is sent to the provider, and returned only by the operations for payers', async () => {
    expect(findPlanted(all, JSON.stringify(offramp.payers)).length).toBeGreaterThan(14)
    expect(findPlanted(secrets, JSON.stringify(offramp.accounts)).length).toBeGreaterThan(10)
    const { text } = await test.call('GET', `${path}/payment-details`)
    expect(findPlanted(secrets, text)).toEqual([account['bankName'], account['accountName']])
  })

  it('personal data is only in the sealed columns of the database', async () => {
    const dump = await dumpDatabase(test.host.context.db, { without: webhookTables })
    expect(findPlanted(all, dump)).toEqual([])
    expect(dump).toContain('sealed_profile')
    expect(dump).toContain('sealed_account')
  })

  it('personal data is in no webhook, except the merchant’s own id for the payer', async () => {
    const { db } = test.host.context
    const dump = await dumpDatabase(db)
    expect(findPlanted(all, dump)).toEqual([clientUserId])
    expect(dump).toContain('compliance.updated')
    expect(dump).toContain('payment_detail.updated')
  })

  it('personal data is in no error response', () => {
    expect(refusals.length).toBeGreaterThan(30)
    for (const { text, headers } of refusals) {
      expect(findPlanted(all, `${text}\n${JSON.stringify(headers)}`)).toEqual([])
    }
  })

  it('personal data is in no log line', () => {
    expect(log).toContain('Failed to submit a payer')
    expect(log).toContain('Rejected a call')
    expect(findPlanted(all, log)).toEqual([])
  })
})
