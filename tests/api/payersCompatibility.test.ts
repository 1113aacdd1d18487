import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../support/callApi.ts'
import { createFakeOfframp } from '../support/fakeOfframp.ts'
import { plainAccount, plainPayer } from '../support/plainPayer.ts'
import { findBroken, publishedOperations } from '../support/publishedCheck.ts'
import publishedPayers from '../support/publishedPayers.json' with { type: 'json' }
import { startTestHost, type TestHost } from '../support/testHost.ts'

/**
 * Clients of the published API work with this service: the host accepts the published bodies unchanged, and its responses match
 * the published schemas. One difference is intended: an account's missing routing number is null. The host also accepts other common
 * input from real clients.
 */
let test: TestHost
beforeAll(async () => {
  test = await startTestHost({}, { offramp: createFakeOfframp() })
})
afterAll(() => test[Symbol.asyncDispose]())

function expectPublished(operation: string, answer: Answer) {
  expect(answer.status, answer.text).toBeLessThan(300)
  const schema = publishedOperations[operation]?.responses[answer.status]
  if (schema === undefined) throw new Error(`${operation} has no schema for ${answer.status}.`)
  expect(findBroken(schema, answer.json), answer.text).toEqual([])
}

const payers = Object.entries(publishedPayers['POST /v2/payer'])
const accounts = Object.entries(publishedPayers['POST /v2/payer/{clientUserId}/payment-details'])

describe('Existing clients’ calls', () => {
  it.each(payers)(
    'existing clients’ calls are accepted and match the published payer schema: %s',
    async (_, body) => {
      const submitted = await test.call('POST', '/v2/payer', { body })
      expectPublished('POST /v2/payer', submitted)
      expect(Object.keys(submitted.json).sort()).toEqual([
        'agreementUrl',
        'kycUrl',
        'status',
        'userId',
      ])
      const path = `/v2/payer/${body.clientUserId}`
      expectPublished('GET /v2/payer/{clientUserId}', await test.call('GET', path))
      const update = publishedPayers['PATCH /v2/payer/{clientUserId}'].example
      const updated = await test.call('PATCH', path, { body: update })
      expectPublished('PATCH /v2/payer/{clientUserId}', updated)
      expect(updated.json).toEqual({ success: true })
    },
  )

  it('existing clients’ calls to the paths of version 1 read and write the records of version 2, and return the same responses', async () => {
    const body = { ...plainPayer, clientUserId: 'version-1' }
    const submitted = await test.call('POST', '/v1/payer', { body })
    expectPublished('POST /v2/payer', submitted)
    const path = '/payer/version-1'
    const read = await test.call('GET', `/v1${path}`)
    expect(read.json).toEqual((await test.call('GET', `/v2${path}`)).json)
    const update = { body: { agreementCompleted: true } }
    expect((await test.call('PATCH', `/v1${path}`, update)).json).toEqual({ success: true })
    const account = await test.call('POST', `/v1${path}/payment-details`, { body: plainAccount })
    expectPublished('POST /v2/payer/{clientUserId}/payment-details', account)
    const listed = await test.call('GET', `/v1${path}/payment-details`)
    expect(listed.json).toEqual((await test.call('GET', `/v2${path}/payment-details`)).json)
    expect(listed.json.paymentDetails).toHaveLength(1)
    expect((await test.call('GET', '/v1/payer/unknown')).status).toBe(404)
    expect((await test.call('GET', `/v1${path}`, { anonymous: true })).status).toBe(401)
  })

  it.each(accounts)(
    'existing clients’ calls are accepted and match the published bank account schema: %s',
    async (name, body) => {
      const payer = { ...plainPayer, clientUserId: name }
      await test.call('POST', '/v2/payer', { body: payer })
      const path = `/v2/payer/${name}/payment-details`
      const created = await test.call('POST', path, { body })
      expect(created.status).toBe(201)
      expectPublished('POST /v2/payer/{clientUserId}/payment-details', created)
      const listed = await test.call('GET', path)
      expectPublished('GET /v2/payer/{clientUserId}/payment-details', listed)
      expect(listed.json.paymentDetails[0].currency).toBe(body.currency)
    },
  )

  it('calls by existing clients are accepted with a business’s empty date of birth, and with unknown keys', async () => {
    const payer = { ...plainPayer, clientUserId: 'tolerant' }
    expect((await test.call('POST', '/v2/payer', { body: payer })).status).toBe(200)
    const body = {
      ...plainAccount,
      beneficiaryType: 'business',
      dateOfBirth: '',
      accountNumber: '',
      routingNumber: '',
      gender: 'x',
      activity: 'x',
      nationality: 'PT',
      phone: '+351912345678',
    }
    const { status } = await test.call('POST', '/v2/payer/tolerant/payment-details', { body })
    expect(status).toBe(201)
  })
})
