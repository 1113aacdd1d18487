import { afterAll, describe, expect, it } from 'vitest'
import { exampleBody, exampleQuery, referencesTo } from '../support/accessRules.ts'
import type { Answer } from '../support/callApi.ts'
import { failTestDeliveries } from '../support/failTestDeliveries.ts'
import { createFakeOfframp } from '../support/fakeOfframp.ts'
import { type Document, fillPath, listOperations, type Operation } from '../support/operations.ts'
import { seedMerchant } from '../support/seedMerchant.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { pageHeaders, SHOP_ORIGIN, startTestHost } from '../support/testHost.ts'

/**
 * A page's client ID is public: whoever reads the page can send it from any program, with the page's origin. This suite calls every
 * operation with such a client ID, on records of the same merchant that the client ID did not create. The list is written by hand. A new
 * operation is added only with a reason why it gives a stranger nothing.
 */
const test = await startTestHost(
  { ...NO_LIMITS, PAY_TRUSTED_PROXIES: '1' },
  { offramp: createFakeOfframp() },
)
failTestDeliveries(test.host)
afterAll(() => test[Symbol.asyncDispose]())

const document: Document = (await test.call('GET', '/openapi.json')).json
const operations = listOperations(document)

/**
 * The operations that a public client ID may call, with the responses for records that it did not create. `reference` marks a response
 * that contains the merchant's reference of the payment, which the payment's page shows to its payer.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  // Creates only payments to the merchant's own wallets and destinations, and accepts no fee.
  'POST /v2/request': '403 payee_not_allowed',
  'POST /v2/secure-payments': '403 payee_not_allowed',
  'POST /v2/secure-payments/payouts': '403 payee_not_allowed',
  'POST /v2/payouts': '403 fee_not_allowed',
  // Computes a fee, and stores nothing.
  'POST /v2/secure-payments/fees/preview': '403 fee_not_allowed',
  // Returns transactions for requests; only a payer's signature moves money.
  'POST /v2/payouts/batch': '201',
  // Combines only links that it created.
  'POST /v2/secure-payments/batch-payouts': '404 secure_payment_not_found',
  'POST /v2/secure-payments/multicall-payouts': '404 secure_payment_not_found',
  // Reads and pays payments by tokens and ids, which only their payers and their merchant have.
  'GET /v2/secure-payments/multicall-payouts/{token}': '200 reference',
  'GET /v2/secure-payments/{token}': '200 reference',
  'GET /v2/secure-payments/{token}/events': '200',
  'GET /v2/secure-payments/{token}/options': '200',
  'GET /v2/secure-payments/{token}/pay': '200',
  // The same response as GET /pay, with the parameters in the body.
  'POST /v2/secure-payments/{token}/calldata': '200',
  // Reads a quote again for the step in the body.
  'POST /v2/secure-payments/{token}/refresh-step-transaction': '400 validation_failed',
  'POST /v2/secure-payments/{token}/open': '409 link_not_reusable',
  'POST /v2/secure-payments/{token}/quotes': '400 quote_not_needed',
  'GET /v2/request/{requestId}': '200 reference',
  'GET /v2/request/{requestId}/pay': '200',
  'GET /v2/request/{requestId}/routes': '200',
  'GET /v2/request/{requestId}/status': '200',
  'POST /v2/request/{requestId}/quotes': '400 quote_not_needed',
  // Reports a payer's steps, which the service verifies on the chain.
  'POST /v2/secure-payments/{token}/attempts': '409 attempt_in_progress',
  'PATCH /v2/secure-payments/{token}/attempts/{attemptId}': '200',
  'DELETE /v2/secure-payments/{token}/attempts/{attemptId}': '409 attempt_already_sent',
  'POST /v2/secure-payments/{token}/intent': '200',
  'POST /v2/secure-payments/{token}/permit': '409 attempt_ended',
  'POST /v2/secure-payments/{token}/signed-payments': '404 attempt_not_found',
  'GET /v2/secure-payments/{token}/signed-payments/{signedPaymentId}': '200',
  'POST /v2/secure-payments/{token}/tron/broadcast': '400 tron_transaction_mismatch',
  'POST /v2/secure-payments/{token}/user-events': '202',
  // The same operation as user-events, at the path that Request Network uses.
  'POST /v2/secure-payments/{token}/events': '202',
  // Lists only records that it created. The files have the same rows as the lists.
  'GET /v2/payments': '200',
  'GET /v2/payments/export': '200',
  'GET /v2/request': '200',
  'GET /v2/request/export': '200',
  // Changes only records that it created.
  'PATCH /v2/request/{requestId}': '404 request_not_found',
  'GET /v2/payouts/recurring/{id}': '404 recurring_payment_not_found',
  'POST /v2/payouts/recurring/{id}': '404 recurring_payment_not_found',
  'PATCH /v2/payouts/recurring/{id}': '404 recurring_payment_not_found',
  // Claims refunds as the payer: with a code or the payer's signature.
  'POST /v2/secure-payments/{token}/refund-claims': '403 refund_claim_refused',
  'POST /v2/refund-claims/{id}/open': '404 refund_claim_not_found',
  'POST /v2/refund-claims/{id}/address': '404 refund_claim_not_found',
  // Reads destinations that payers may pay and see. Only the signature of a wallet that may manage the merchant account changes them.
  'GET /v2/payee-destination': '200',
  'GET /v2/payee-destination/{destinationId}': '200',
  'GET /v2/payee-destination/signing-data': '200',
  'POST /v2/payee-destination': '400 signing_nonce_invalid',
  'DELETE /v2/payee-destination/{destinationId}': '400 signing_nonce_invalid',
  // Reads public data.
  'GET /v1/currencies': '200',
  'GET /v1/currencies/{currencyId}/conversion-routes': '200',
  'GET /v2/currencies': '200',
  'GET /v2/currencies/{currencyId}/conversion-routes': '200',
}

const merchant = await seedMerchant(test, 'wallet')
const { json: leaked } = await test.call('POST', '/v1/client-ids', {
  anonymous: true,
  headers: merchant.credentials.session,
  body: { label: 'Page', allowedDomains: [SHOP_ORIGIN], allowAnyPayee: false },
})

const [mark = '', ...secrets] = merchant.canaries

/** Calls an operation with the leaked client ID, and names the merchant's records. */
async function attack(operation: Operation, sent: Record<string, string> = {}): Promise<Answer> {
  const path = fillPath(operation, (parameter) => merchant.ids[parameter])
  const references = referencesTo(operation, merchant)
  const query = new URLSearchParams({ ...exampleQuery(operation), ...references.query })
  const body = exampleBody(operation)
  return test.call(operation.method, query.size === 0 ? path : `${path}?${query}`, {
    anonymous: true,
    headers: { ...pageHeaders(leaked.clientId), ...sent },
    ...(body !== undefined && { body: { ...body, ...references.body } }),
  })
}

function describeAnswer({ status, json, text }: Answer): string {
  const code = json?.code === undefined ? '' : ` ${json.code}`
  return `${status}${code}${text.includes(mark) ? ' reference' : ''}`
}

describe('A page’s client ID in the hands of a stranger', () => {
  const closed = operations.filter(({ accepts }) => accepts.length > 0)

  it('only the listed operations accept a stranger’s calls, and they return what the list states', async () => {
    const found: Record<string, string> = {}
    for (const operation of closed) {
      const answer = await attack(operation)
      expect(secrets.filter((secret) => answer.text.includes(secret))).toEqual([])
      if (answer.json?.code === 'credential_not_accepted') continue
      found[`${operation.method} ${operation.path}`] = describeAnswer(answer)
    }
    expect(found).toEqual(ALLOWED)
  })

  it('a stranger’s page on another origin is rejected by every operation', async () => {
    const statuses = new Set<string>()
    for (const operation of closed) {
      const { status, json } = await attack(operation, { origin: 'https://evil.example.test' })
      statuses.add(`${status} ${json.code}`)
    }
    expect([...statuses]).toEqual(['403 origin_not_allowed'])
  })
})
