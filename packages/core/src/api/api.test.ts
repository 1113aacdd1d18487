import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { AUDIT_ACTIONS } from './auditActions.ts'
import type { EndpointDefinition, ResponseDefinition } from './endpoint.ts'
import { toFieldIssues } from './fieldIssues.ts'
import { problemSchema } from './problem.ts'
import { singlePaySchema } from './securePaymentCalldata.ts'
import { singleExample } from './securePaymentExamples.ts'

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const DESTINATION = `${PAYEE}@eip155:8453#B4FD67BB:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`
const ITEM = {
  payee: PAYEE,
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
  amount: '1',
}

/** Operations whose body schemas rename members; other tests cover these operations. */
const RENAMING = ['createPayout']

/** The operations for an API key that no session may call, with their reasons. */
const KEYS_ONLY: readonly RegExp[] = [
  // Sessions manage the same records under /v1/client-ids.
  /^[A-Z]+ \/v2\/client-ids(?:\/|$)/,
  // The operation may store a bank account, and a link on any page can cause a GET with the cookie.
  /^GET \/v2\/request\/\{requestId\}\/pay$/,
  // Only servers that were written for version 1 call it; each of its operations has a counterpart in version 2.
  /^[A-Z]+ \/v1\/(?:request|pay)(?:\/|$)/,
  // An operation for the operator, whose key is in the host's settings.
  /^[A-Z]+ \/v1\/operator\//,
  // Sessions read the same facts under /v1/auth/session.
  /^GET \/v2\/caller$/,
]

const PAYMENT = 'the list of requests and payments shows it'
const PAYER = 'payers make it with the link'

/** The changes without an audit entry, with their reasons. */
const NO_AUDIT: Readonly<Record<string, string>> = {
  createSignedDestination: 'the author is the wallet that signed: the action writes the entry',
  deactivateSignedDestination: 'the author is the wallet that signed: the action writes the entry',
  createPasskeyOptions: 'changes nothing of the account until the passkey is added',
  createConfirmationOptions: 'changes nothing of the account',
  confirmSession: 'changes only the session; a used recovery code has its own entry',
  previewFees: 'stores nothing',
  createSecurePayment: PAYMENT,
  createRequest: PAYMENT,
  updateRequest: PAYMENT,
  createRequestV1: PAYMENT,
  stopRecurrenceV1: PAYMENT,
  createSecurePaymentIntent: PAYER,
  createSecurePaymentQuote: PAYER,
  createRequestQuote: PAYER,
  createSecurePaymentAttempt: PAYER,
  updateSecurePaymentAttempt: PAYER,
  deleteSecurePaymentAttempt: PAYER,
  broadcastSecurePaymentTronTransaction: PAYER,
  createSecurePaymentUserEvent: PAYER,
  createSecurePaymentEvent: PAYER,
  createSecurePaymentCalldata: 'changes nothing',
  refreshSecurePaymentStep: 'changes nothing',
  sendReceipt: 'sends an e-mail to the payer and changes no record',
  createSecurePaymentPermit: PAYER,
  createSignedPayment: PAYER,
  openSecurePayment: PAYER,
  openRefundClaim: PAYER,
  stateRefundAddress: PAYER,
  proveRefundAddress: PAYER,
  submitPayer: 'the data of a payer; the bank account that follows has an entry',
  updatePayer: 'the data of a payer; the bank account that follows has an entry',
  submitPayerV1: 'the data of a payer; the bank account that follows has an entry',
  updatePayerV1: 'the data of a payer; the bank account that follows has an entry',
  logout: 'it ends only the own session',
  updateContact: 'only the own notices',
  setEmail: 'it changes nothing until its confirmation, which has an entry',
  checkDomain: 'it reads the proof again, as the service does by itself',
  testWebhooks: 'the log of deliveries shows it',
  redeliverWebhookDelivery: 'the log of deliveries shows it',
  redeliverWebhookDeliveries: 'the log of deliveries shows it',
  createRescan: 'the operator’s, about the chain and no merchant account',
}

function hasNoReason(operation: string): boolean {
  return !KEYS_ONLY.some((reason) => reason.test(operation))
}

const endpoints = Object.values(api).flatMap((group) => Object.values<EndpointDefinition>(group))

describe('the contract', () => {
  /** API contract, section 4, and this project's additions. K = API key, C = client ID, B = backend client ID, S = session. */
  it('the API contract has the operations, credentials and errors of the endpoint index', () => {
    expect(endpoints.map(describeEndpoint)).toEqual([
      'api POST /v2/secure-payments KCS 201: 400 401 403 429',
      'api GET /v2/secure-payments KS 200: 400 401 404 429',
      'api POST /v2/secure-payments/payouts KCS 201: 400 401 403 429',
      'api POST /v2/secure-payments/fees/preview KCS 200: 400 401 403 429',
      'api POST /v2/secure-payments/batch-payouts KCS 201: 400 401 403 404 429',
      'api GET /v2/secure-payments/batch-payouts KS 200: 400 401 429',
      'api GET /v2/secure-payments/multicall-payouts KS 200: 400 401 429',
      'api POST /v2/secure-payments/multicall-payouts KCS 201: 400 401 403 404 429',
      'api GET /v2/secure-payments/multicall-payouts/{token} KCS 200: 401 404 429',
      'api POST /v2/secure-payments/refunds KS 201: 400 401 403 404 409 429',
      'api POST /v2/secure-payments/{token}/open KCS 201: 400 401 403 404 409 410 429',
      'api POST /v2/secure-payments/{token}/cancel KS 200: 401 404 409 429',
      'api PATCH /v2/secure-payments/{token} KS 200: 400 401 404 409 410 429',
      'api GET /v2/secure-payments/{token} KCS 200: 400 401 403 404 409 410 423 429',
      'api GET /v2/secure-payments/{token}/pay KCS 200: 400 401 403 404 409 410 423 429',
      'api POST /v2/secure-payments/{token}/intent KCS 200: 400 401 403 404 409 410 423 429',
      'api GET /v2/secure-payments/{token}/options KCS 200: 400 401 403 404 409 410 429',
      'api POST /v2/secure-payments/{token}/attempts KCS 201: 400 401 403 404 409 410 423 429',
      'api PATCH /v2/secure-payments/{token}/attempts/{attemptId} KCS 200: 400 401 404 409 410 429',
      'api DELETE /v2/secure-payments/{token}/attempts/{attemptId} KCS 200: 401 404 409 429',
      'api POST /v2/secure-payments/{token}/quotes KCS 201: 400 401 403 404 409 410 423 429',
      'api POST /v2/secure-payments/{token}/tron/broadcast KCS 200: 400 401 403 404 409 410 429',
      'api POST /v2/secure-payments/{token}/user-events KCS 202: 400 401 403 404 429',
      'api POST /v2/secure-payments/{token}/permit KCS 202: 400 401 403 404 409 410 423 429',
      'api POST /v2/secure-payments/{token}/signed-payments KCS 202: 400 401 403 404 409 410 423 429',
      'api GET /v2/secure-payments/{token}/signed-payments/{signedPaymentId} KCS 200: 400 401 403 404 429',
      'api GET /v2/secure-payments/{token}/events KCS 200: 401 403 404 429',
      'api POST /v2/secure-payments/{token}/receipt KS 200: 401 404 409 429',
      'api POST /v2/secure-payments/{token}/calldata KCS 200: 400 401 403 404 409 410 423 429',
      'api POST /v2/secure-payments/{token}/refresh-step-transaction KCS 200: 400 401 403 404 409 410 423 429',
      'api POST /v2/secure-payments/{token}/events KCS 202: 400 401 403 404 429',
      'api POST /v2/request KCS 201: 400 401 403 429',
      'api GET /v2/request KCS 200: 400 401 429',
      'api GET /v2/request/export KCS 200: 400 401 429',
      'api PATCH /v2/request/{requestId} KCS 200: 400 401 404 410 429',
      'api GET /v2/request/{requestId}/routes KCS 200: 400 401 403 404 429',
      'api GET /v2/request/{requestId}/pay KC 200: 400 401 403 404 409 410 423 429',
      'api POST /v2/request/{requestId}/quotes KCS 201: 400 401 403 404 409 410 423 429',
      'api POST /v2/request/{requestId}/cancel KS 200: 401 404 409 429',
      'api GET /v2/request/{requestId} KCS 200: 401 404 429',
      'api GET /v2/request/{requestId}/status KCS 200: 401 404 429',
      'api GET /v2/payments KCS 200: 400 401 429',
      'api GET /v2/payments/export KCS 200: 400 401 429',
      'api GET /v2/payments/events KS 200: 401 429',
      'api GET /v2/payments/totals KS 200: 400 401 429',
      'api GET /v2/unmatched-payments KS 200: 400 401 429',
      'api POST /v2/unmatched-payments/{id}/claim KS 200: 400 401 404 409 429 503',
      'api POST /v2/payouts KCS 201 202: 400 401 403 404 429',
      'api POST /v2/payouts/batch KCS 201 202: 400 401 403 404 409 410 423 429',
      'api POST /v2/payouts/recurring/{id} KCS 201: 400 401 403 404 429',
      'api GET /v2/payouts/recurring KS 200: 400 401 429',
      'api GET /v2/payouts/recurring/{id} KCS 200: 401 404 429',
      'api PATCH /v2/payouts/recurring/{id} KCS 200: 400 401 403 404 429',
      'api POST /v2/payments/{id}/refunds KS 201 202: 400 401 403 404 409 429',
      'api POST /v2/request/{requestId}/refunds KS 201 202: 400 401 403 404 409 429',
      'api POST /v2/unmatched-payments/{id}/refunds KS 201 202: 400 401 403 404 409 429 503',
      'api GET /v2/refunds KS 200: 400 401 429',
      'api GET /v2/refund-candidates KS 200: 400 401 429',
      'api POST /v2/refund-candidates/{requestId}/keep KS 200: 400 401 403 404 409 429',
      'api DELETE /v2/refund-candidates/{requestId}/keep KS 200: 401 403 404 429',
      'api GET /v2/refunds/{id} KS 200: 401 404 429',
      'api POST /v2/refunds/{id}/cancel KS 200: 401 404 409 429',
      'api POST /v2/payments/{id}/refund-claims KS 201: 400 401 403 404 409 429',
      'api GET /v2/refund-claims KS 200: 400 401 429',
      'api GET /v2/refund-claims/{id} KS 200: 401 404 429',
      'api POST /v2/refund-claims/{id}/open C 200: 400 401 403 404 409 410 429',
      'api POST /v2/refund-claims/{id}/address C 200: 400 401 403 404 409 410 429',
      'api POST /v2/secure-payments/{token}/refund-claims C 201: 400 401 403 404 409 429',
      'api POST /v2/payer KS 200: 400 401 409 429',
      'api GET /v2/payer/{clientUserId} KS 200: 401 404 429',
      'api PATCH /v2/payer/{clientUserId} KS 200: 400 401 404 429',
      'api POST /v2/payer/{clientUserId}/payment-details KS 201: 400 401 404 409 429',
      'api GET /v2/payer/{clientUserId}/payment-details KS 200: 400 401 404 429',
      'auth GET /v1/payers S 200: 400 401 429',
      'auth GET /v1/offramps S 200: 400 401 429',
      'api POST /v2/offramp/callbacks  200: 400 401 404 429',
      'api GET /v2/currencies KCS 200: 400 401 404 429',
      'api GET /v2/currencies/{currencyId}/conversion-routes KCS 200: 400 401 404 429',
      'api POST /v2/client-ids K 201: 400 401 409 429',
      'api GET /v2/client-ids K 200: 401 429',
      'api GET /v2/client-ids/{id} K 200: 401 404 429',
      'api PUT /v2/client-ids/{id} K 200: 400 401 404 429',
      'api DELETE /v2/client-ids/{id} K 200: 401 404 429',
      'auth POST /v1/auth/wallet/challenge  201: 400 429',
      'auth POST /v1/auth/wallet/verify  200: 400 401 409 429',
      'auth POST /v1/auth/register  201: 400 409 429',
      'auth POST /v1/auth/login  200: 400 401 429',
      'auth POST /v1/auth/logout S 200: 401 429',
      'auth GET /v1/auth/session S 200: 401 429',
      'auth POST /v1/auth/password S 200: 400 401 403 429',
      'auth GET /v1/auth/contact S 200: 401 429',
      'auth PATCH /v1/auth/contact S 200: 400 401 403 429',
      'auth POST /v1/auth/email S 200: 400 401 403 409 429',
      'auth POST /v1/auth/email/confirm S 200: 400 401 403 409 429',
      'auth POST /v1/auth/password-reset  200: 400 403 409 429',
      'auth POST /v1/auth/password-reset/confirm  200: 400 403 429',
      'auth GET /v1/auth/passkeys S 200: 401 429',
      'auth POST /v1/auth/passkeys/options S 201: 401 403 409 429',
      'auth POST /v1/auth/passkeys S 201: 400 401 403 409 429',
      'auth PATCH /v1/auth/passkeys/{id} S 200: 400 401 403 404 429',
      'auth DELETE /v1/auth/passkeys/{id} S 200: 401 403 404 429',
      'auth POST /v1/auth/passkey-sign-in/options  201: 403 429',
      'auth POST /v1/auth/passkey-sign-in  200: 400 401 403 429',
      'auth POST /v1/auth/second-factor S 201: 401 403 409 429',
      'auth DELETE /v1/auth/second-factor S 200: 401 403 409 429',
      'auth POST /v1/auth/recovery-codes S 201: 401 403 409 429',
      'auth POST /v1/auth/confirmation/options S 201: 401 403 429',
      'auth POST /v1/auth/confirmation S 200: 400 401 403 429',
      'auth POST /v1/auth/second-factor/options  201: 401 403 429',
      'auth POST /v1/auth/second-factor/verify  200: 400 401 403 429',
      'auth POST /v1/auth/second-factor/cancel  200: 401 403 429',
      'auth GET /v1/tenant S 200: 401 429',
      'auth PUT /v1/tenant S 200: 400 401 409 429',
      'api GET /v2/caller K 200: 401 429',
      'api GET /v2/audit-log KS 200: 400 401 429',
      'auth POST /v1/invitations S 201: 400 401 403 409 429',
      'auth GET /v1/invitations S 200: 401 429',
      'auth DELETE /v1/invitations/{id} S 200: 401 404 429',
      'auth POST /v1/auth/invitation  200: 400 403 429',
      'auth GET /v1/members S 200: 401 429',
      'auth PATCH /v1/members/{id} S 200: 400 401 403 404 409 429',
      'auth DELETE /v1/members/{id} S 200: 401 403 404 409 429',
      'auth GET /v1/approvals S 200: 400 401 429',
      'auth POST /v1/approvals/{id}/approve S 200: 401 403 404 409 429',
      'auth POST /v1/approvals/{id}/decline S 200: 400 401 403 404 409 429',
      'auth GET /v1/approval-limit S 200: 401 429',
      'auth PUT /v1/approval-limit S 200: 400 401 403 429',
      'auth GET /v1/reporting-currency S 200: 401 429',
      'auth PUT /v1/reporting-currency S 200: 400 401 403 429',
      'auth GET /v1/domains KS 200: 401 403 429',
      'auth POST /v1/domains KS 201: 400 401 403 409 429',
      'auth POST /v1/domains/{id}/check KS 200: 401 403 404 429',
      'auth DELETE /v1/domains/{id} KS 200: 401 403 404 429',
      'auth GET /v1/branding KS 200: 400 401 403 404 429',
      'auth PUT /v1/branding KS 200: 400 401 403 404 429',
      'auth DELETE /v1/branding KS 200: 400 401 403 404 429',
      'auth POST /v1/api-keys S 201: 400 401 409 429',
      'auth GET /v1/api-keys S 200: 401 429',
      'auth PUT /v1/api-keys/{id} S 200: 400 401 404 429',
      'auth DELETE /v1/api-keys/{id} S 200: 401 404 429',
      'auth POST /v1/client-ids S 201: 400 401 409 429',
      'auth GET /v1/client-ids S 200: 401 429',
      'auth GET /v1/client-ids/{id} S 200: 401 404 429',
      'auth PUT /v1/client-ids/{id} S 200: 400 401 404 429',
      'auth DELETE /v1/client-ids/{id} S 200: 401 404 429',
      'auth POST /v1/payee-destination W 201: 400 401 403 409 429',
      'auth PUT /v1/payee-destination W 200: 400 401 403 404 409 429',
      'auth GET /v1/payee-destination W 200: 401 403 429',
      'auth GET /v1/payee-destination/lookup W 200: 400 401 403 404 429',
      'auth GET /v1/payee-destination/payout-lookup KS 200: 400 401 429',
      'auth PATCH /v1/payee-destination/deactivate W 200: 400 401 403 404 429',
      'auth GET /v1/payee-destination/signing-data W 200: 400 401 403 404 429',
      'auth PATCH /v1/payee-destination/wallet-change W 200: 400 401 403 404 409 429',
      'api GET /v2/payee-destination/signing-data C 200: 400 401 403 429',
      'api POST /v2/payee-destination C 201: 400 401 403 409 429',
      'api GET /v2/payee-destination C 200: 400 401 429',
      'api GET /v2/payee-destination/{destinationId} C 200: 400 401 404 429',
      'api DELETE /v2/payee-destination/{destinationId} C 200: 400 401 403 404 409 429',
      'auth POST /v1/webhook KBS 201: 400 401 404 409 429',
      'auth GET /v1/webhook KBS 200: 401 429',
      'auth PUT /v1/webhook/{webhookId} KS 200: 400 401 404 429',
      'auth DELETE /v1/webhook/{webhookId} KS 200: 401 404 429',
      'auth POST /v1/webhook/test KS 201: 400 401 404 429',
      'auth POST /v1/webhook/{webhookId}/rotate-secret KS 200: 400 401 404 429',
      'auth POST /v1/webhook/{webhookId}/promote-secret KS 200: 401 404 409 429',
      'auth GET /v1/webhook/{webhookId}/deliveries KS 200: 400 401 404 429',
      'auth GET /v1/webhook/{webhookId}/deliveries/{deliveryId} KS 200: 401 404 429',
      'auth POST /v1/webhook/{webhookId}/deliveries/{deliveryId}/redeliver KS 200: 401 404 409 429',
      'auth POST /v1/webhook/{webhookId}/redeliver KS 200: 400 401 404 429',
      'auth GET /v1/webhook/events KS 200: 400 401 429',
      'auth GET /v1/operator/unmatched-payments K 200: 400 401 403 429',
      'auth POST /v1/operator/rescans K 202: 400 401 403 409 429',
      'auth GET /v1/operator/rescans/{id} K 200: 401 403 404 429',
      'api POST /v1/request K 201: 400 401 404 429',
      'api GET /v1/request/{paymentReference} K 200: 400 401 404 429',
      'api GET /v1/request/{paymentReference}/status K 200: 400 401 404 429',
      'api GET /v1/request/{paymentReference}/routes K 200: 400 401 404 429',
      'api GET /v1/request/{paymentReference}/pay K 200: 400 401 403 404 409 410 423 429',
      'api POST /v1/pay K 201: 400 401 404 429',
      'api PATCH /v1/request/{paymentReference}/stop-recurrence K 200: 401 404 429',
      'api GET /v1/currencies KCS 200: 400 401 404 429',
      'api GET /v1/currencies/{currencyId}/conversion-routes KCS 200: 400 401 404 429',
      'api POST /v1/payer KS 200: 400 401 409 429',
      'api GET /v1/payer/{clientUserId} KS 200: 401 404 429',
      'api PATCH /v1/payer/{clientUserId} KS 200: 400 401 404 429',
      'api POST /v1/payer/{clientUserId}/payment-details KS 201: 400 401 404 409 429',
      'api GET /v1/payer/{clientUserId}/payment-details KS 200: 400 401 404 429',
      'api GET /livez  200: ',
      'api GET /v2/health  200: ',
      'api GET /readyz  200: 503',
    ])
  })

  it('the API contract accepts a session for every operation that an API key may call, except those with a reason', () => {
    const only = endpoints.filter(
      ({ auth }) => auth.includes('apiKey') && !auth.includes('session'),
    )
    expect(only.map(({ method, path }) => `${method} ${path}`).filter(hasNoReason)).toEqual([])
    expect(only.every(({ auth }) => !auth.includes('walletSession'))).toBe(true)
  })

  it('the API contract names the audit action of every change by a member or key, except those with a reason', () => {
    const silent = endpoints.filter(
      ({ method, auth, audit }) => method !== 'GET' && auth.length > 0 && audit === undefined,
    )
    const reasons = Object.entries(NO_AUDIT)
    expect(silent.map(({ id }) => id).filter((id) => !Object.hasOwn(NO_AUDIT, id))).toEqual([])
    expect(reasons.filter(([id]) => !silent.some((one) => one.id === id))).toEqual([])
    const named = endpoints.filter(({ audit }) => audit !== undefined)
    expect(named.filter(({ method }) => method === 'GET')).toEqual([])
    const used = new Set(named.map(({ audit }) => audit))
    // No `audit` member names these actions: the caller may have no credential yet, or only some of the calls cause the action.
    expect(AUDIT_ACTIONS.filter((action) => !used.has(action))).toEqual([
      'member.joined',
      'recovery_code.used',
      'approval_limit.requested',
    ])
  })

  it('the API contract limits the public sign-in operations per IP at the strict limit', () => {
    const limited = endpoints.filter((definition) => definition.limit === 'signIn')
    expect(limited.map(({ path }) => path)).toEqual([
      '/v1/auth/wallet/challenge',
      '/v1/auth/wallet/verify',
      '/v1/auth/register',
      '/v1/auth/login',
      '/v1/auth/password-reset',
      '/v1/auth/password-reset/confirm',
      '/v1/auth/passkey-sign-in/options',
      '/v1/auth/passkey-sign-in',
      '/v1/auth/second-factor/options',
      '/v1/auth/second-factor/verify',
      '/v1/auth/second-factor/cancel',
      '/v1/auth/invitation',
    ])
    expect(limited.filter(({ auth }) => auth.length > 0)).toEqual([])
  })

  it('the API contract names every operation once', () => {
    expect(new Set(endpoints.map((definition) => definition.id)).size).toBe(endpoints.length)
  })

  it.each(endpoints.map((definition) => [definition.id, definition] as const))(
    '%s declares each parameter of its path',
    (_, definition) => {
      const inPath = [...definition.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(Object.keys(definition.params?.shape ?? {})).toEqual(inPath)
    },
  )

  it.each(endpoints.map((definition) => [definition.id, definition] as const))(
    '%s has examples that pass its schemas unchanged',
    (_, definition) => {
      const bodies = [definition.bodyExample, ...Object.values(definition.otherBodyExamples ?? {})]
      for (const body of bodies) {
        const parsed = definition.body?.parse(body)
        if (!RENAMING.includes(definition.id)) expect(parsed).toEqual(body)
      }
      for (const response of Object.values<ResponseDefinition>(definition.responses)) {
        for (const example of [response.example, ...Object.values(response.otherExamples ?? {})]) {
          expect(response.schema.parse(example)).toEqual(example)
        }
      }
    },
  )
})

describe('securePayments.create', () => {
  const { body } = api.securePayments.create

  it.each([
    ['payee and currencies', { requests: [ITEM] }],
    ['a destination', { requests: [{ destinationId: DESTINATION, amount: '1' }] }],
    ['an amount alone, for a bound client ID', { requests: [{ amount: '1' }] }],
    ['200 items', { requests: Array.from({ length: 200 }, () => ITEM) }],
    ['a fee with its address', { requests: [ITEM], feePercentage: '2.5', feeAddress: PAYEE }],
    [
      'texts of 255 characters',
      { requests: [ITEM], reference: 'x'.repeat(255), payerIdentifier: 'x'.repeat(255) },
    ],
  ])('securePayments.create accepts %s', (_, input) => {
    expect(body.parse(input)).toEqual(input)
  })

  it('securePayments.create ignores unknown members', () => {
    const input = {
      requests: [{ ...ITEM, note: 1 }],
      orchestratorId: 'x',
    }
    expect(body.parse(input)).toEqual({ requests: [ITEM] })
  })

  it.each([
    ['no requests', {}, ['requests required']],
    ['no item', { requests: [] }, ['requests too_few_items']],
    [
      '201 items',
      { requests: Array.from({ length: 201 }, () => ITEM) },
      ['requests too_many_items'],
    ],
    [
      'a number as amount',
      { requests: [{ ...ITEM, amount: 1 }] },
      ['requests[0].amount invalid_type'],
    ],
    [
      'an amount of zero',
      { requests: [ITEM, { ...ITEM, amount: '0' }] },
      ['requests[1].amount amount_not_positive'],
    ],
    [
      'a payee without currencies',
      { requests: [{ amount: '1', payee: PAYEE }] },
      ['requests[0].invoiceCurrency required', 'requests[0].paymentCurrency required'],
    ],
    [
      'currencies without a payee',
      { requests: [{ ...ITEM, payee: undefined }] },
      ['requests[0].payee required'],
    ],
    [
      'a destination and a payee',
      { requests: [{ ...ITEM, destinationId: DESTINATION }] },
      ['requests[0].destinationId conflicting_fields'],
    ],
    [
      'a malformed destination',
      { requests: [{ amount: '1', destinationId: PAYEE }] },
      ['requests[0].destinationId invalid_destination'],
    ],
    [
      'a malformed payee',
      { requests: [{ ...ITEM, payee: 'ana.eth' }] },
      ['requests[0].payee invalid_address'],
    ],
    [
      'a fee without its address',
      { requests: [ITEM], feePercentage: '0' },
      ['feeAddress required'],
    ],
    [
      'a fee address without a fee',
      { requests: [ITEM], feeAddress: PAYEE },
      ['feePercentage required'],
    ],
    [
      'a fee above 100',
      { requests: [ITEM], feePercentage: '100.1', feeAddress: PAYEE },
      ['feePercentage out_of_range'],
    ],
    ['a long reference', { requests: [ITEM], reference: 'x'.repeat(256) }, ['reference too_long']],
    [
      'a NUL in the reference',
      { requests: [ITEM], reference: 'a\u0000' },
      ['reference control_characters'],
    ],
    [
      'several faults at once',
      { requests: [{ ...ITEM, amount: '-1', payee: '0x' }], reference: 1 },
      [
        'requests[0].payee invalid_address',
        'requests[0].amount invalid_amount',
        'reference invalid_type',
      ],
    ],
  ])('securePayments.create rejects %s', (_, input, issues) => {
    expect(issuesOf(body, input)).toEqual(issues)
  })
})

describe('securePayments.pay', () => {
  const { query } = api.securePayments.pay

  it('securePayments.pay requires chain and token together, or neither', () => {
    expect(issuesOf(query, {})).toEqual([])
    expect(issuesOf(query, { chain: 'BASE', token: 'USDC' })).toEqual([])
    expect(issuesOf(query, { chain: 'devnet-b', token: 'ETH' })).toEqual([])
    expect(issuesOf(query, { chain: 'BASE' })).toEqual(['token required'])
    expect(issuesOf(query, { token: 'USDC' })).toEqual(['chain required'])
  })

  it('securePayments.pay rejects a repeated key and a malformed wallet', () => {
    expect(issuesOf(query, { wallet: [PAYEE, PAYEE] })).toEqual(['wallet invalid_type'])
    expect(issuesOf(query, { wallet: '0x12' })).toEqual(['wallet invalid_address'])
  })

  it.each([
    ['the number 0', 0, true],
    ['a hex string', '0xde0b6b3a7640000', true],
    ['a BigNumber object', { type: 'BigNumber', hex: '0x00' }, true],
    ['a decimal string', '1000000000000000000', false],
    ['a negative number', -1, false],
    ['an object without hex', { type: 'BigNumber' }, false],
  ])(
    'securePayments.pay returns a transaction with %s as its value, here %j: %s',
    (_, value, isValid) => {
      const transactions = [{ to: PAYEE, data: '0x', value }]
      const metadata = {
        stepsRequired: 1,
        needsApproval: false,
        approvalTransactionIndex: null,
        paymentTransactionIndex: 0,
        hasEnoughBalance: true,
      }
      expect(singlePaySchema.safeParse({ transactions, metadata }).success).toBe(isValid)
    },
  )

  it('securePayments.pay requires paymentTransactionIndex in its response', () => {
    const metadata = {
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionIndex: null,
      hasEnoughBalance: true,
    }
    expect(issuesOf(singlePaySchema, { transactions: [], metadata })).toEqual([
      'metadata.paymentTransactionIndex required',
    ])
  })
})

describe('securePayments.intent and attempts', () => {
  it('securePayments.intent and attempts require every member', () => {
    expect(issuesOf(api.securePayments.intent.body, {})).toEqual([
      'chain required',
      'token required',
      'txHash required',
    ])
    expect(issuesOf(api.securePayments.createAttempt.body, {})).toEqual([
      'attemptId required',
      'wallet required',
      'chain required',
      'token required',
      'calldataHash required',
    ])
    expect(issuesOf(api.securePayments.updateAttempt.body, {})).toEqual(['phase required'])
  })

  it.each([65, 67])('securePayments.intent rejects a hash of %i characters', (length) => {
    const txHash = `0x${'a'.repeat(length - 2)}`
    expect(
      issuesOf(api.securePayments.intent.body, { txHash, chain: 'BASE', token: 'USDC' }),
    ).toEqual(['txHash invalid_tx_hash'])
  })

  it.each([-1, 1.5, '7', 2 ** 53])('securePayments.createAttempt rejects the nonce %j', (nonce) => {
    const input = { ...api.securePayments.createAttempt.bodyExample, nonce }
    expect(issuesOf(api.securePayments.createAttempt.body, input)).toHaveLength(1)
  })
})

describe('currencies.list', () => {
  const { query } = api.currencies.list

  it('currencies.list accepts firstOnly only with network and symbol', () => {
    expect(issuesOf(query, { firstOnly: 'true', network: 'base', symbol: 'USDC' })).toEqual([])
    expect(issuesOf(query, { firstOnly: 'false' })).toEqual([])
    expect(issuesOf(query, { firstOnly: 'true', symbol: 'USDC' })).toEqual(['network required'])
    expect(issuesOf(query, { firstOnly: 'yes' })).toEqual(['firstOnly invalid_value'])
  })
})

describe('clientIds.create', () => {
  const { body } = api.clientIds.create
  const MINIMAL = { label: 'Shop', allowedDomains: ['https://shop.example.test'] }

  it('clientIds.create normalises origins to the form that browsers send', () => {
    const input = { ...MINIMAL, allowedDomains: ['HTTPS://Shop.example.test:443/'] }
    expect(body.parse(input)).toEqual(MINIMAL)
  })

  it.each([
    ['nothing', {}, ['label required', 'allowedDomains required']],
    ['an empty label', { ...MINIMAL, label: '' }, ['label too_short']],
    ['a label of 101 characters', { ...MINIMAL, label: 'x'.repeat(101) }, ['label too_long']],
    ['no domain', { ...MINIMAL, allowedDomains: [] }, ['allowedDomains too_few_items']],
    [
      '11 domains',
      {
        ...MINIMAL,
        allowedDomains: Array.from({ length: 11 }, (_, i) => `https://s${i}.example.test`),
      },
      ['allowedDomains too_many_items'],
    ],
    [
      'a path',
      { ...MINIMAL, allowedDomains: ['https://a.example.test', 'https://shop.example.test/x'] },
      ['allowedDomains[1] invalid_origin'],
    ],
    [
      'a fee of three decimals',
      { ...MINIMAL, feePercentage: '0.125', feeAddress: PAYEE },
      ['feePercentage too_many_decimals'],
    ],
    [
      'a fee without an address',
      { ...MINIMAL, feePercentage: '1', feeAddress: null },
      ['feeAddress required'],
    ],
    [
      'an expiry of 0',
      { ...MINIMAL, defaultPreApprovalExpiry: 0 },
      ['defaultPreApprovalExpiry out_of_range'],
    ],
    [
      'an expiry as text',
      { ...MINIMAL, defaultAuthorizationExpiry: '60' },
      ['defaultAuthorizationExpiry invalid_type'],
    ],
  ])('clientIds.create rejects %s', (_, input, issues) => {
    expect(issuesOf(body, input)).toEqual(issues)
  })

  it('clientIds.create accepts a fee of 0 with an address, and null for each optional member', () => {
    expect(issuesOf(body, { ...MINIMAL, feePercentage: '0', feeAddress: PAYEE })).toEqual([])
    expect(
      issuesOf(body, {
        ...MINIMAL,
        feePercentage: null,
        feeAddress: null,
        operatorWalletAddress: null,
      }),
    ).toEqual([])
  })
})

describe('clientIds.update', () => {
  const { body } = api.clientIds.update

  it('clientIds.update accepts an empty body, one member, and null for members that can be unset', () => {
    expect(issuesOf(body, {})).toEqual([])
    expect(issuesOf(body, { status: 'inactive' })).toEqual([])
    expect(issuesOf(body, { feePercentage: null, feeAddress: null })).toEqual([])
    expect(issuesOf(body, { payeeDestinationId: null })).toEqual([])
  })

  it.each([
    ['no domain', { allowedDomains: [] }, ['allowedDomains too_few_items']],
    ['null as label', { label: null }, ['label invalid_type']],
    ['an unknown status', { status: 'deleted' }, ['status invalid_value']],
    ['three decimals', { feePercentage: '0.125' }, ['feePercentage too_many_decimals']],
    ['an expiry of 0', { defaultPreApprovalExpiry: 0 }, ['defaultPreApprovalExpiry out_of_range']],
  ])('clientIds.update rejects %s', (_, input, issues) => {
    expect(issuesOf(body, input)).toEqual(issues)
  })

  it.each([DESTINATION, '01KB4T3F6V3M2N5P7R9T0W1X2Y'])(
    'clientIds.update binds to %s',
    (payeeDestinationId) => {
      expect(body.parse({ payeeDestinationId })).toEqual({ payeeDestinationId })
    },
  )

  it.each(['', PAYEE, '01kb4t3f6v3m2n5p7r9t0w1x2y', `${DESTINATION} `])(
    'clientIds.update does not bind to %j',
    (payeeDestinationId) => {
      const issues = ['payeeDestinationId invalid_destination']
      expect(issuesOf(body, { payeeDestinationId })).toEqual(issues)
    },
  )

  it('sessionClientIds accepts an empty list of domains, which clientIds rejects', () => {
    const { create, update } = api.sessionClientIds
    expect(issuesOf(create.body, { label: 'Server', allowedDomains: [] })).toEqual([])
    expect(issuesOf(update.body, { allowedDomains: [] })).toEqual([])
    const forPages = { label: 'Shop', isBackend: false, allowedDomains: [] }
    expect(issuesOf(create.body, forPages)).toEqual(['allowedDomains too_few_items'])
    expect(issuesOf(create.body, { label: 'Shop' })).toEqual(['allowedDomains required'])
  })
})

describe('auth', () => {
  const { body } = api.auth.register
  const PASSWORD = 'correct horse'

  it.each([
    [' Ana@Example.TEST\n', 'ana@example.test'],
    [`${'a'.repeat(241)}@example.test`, `${'a'.repeat(241)}@example.test`],
  ])('authentication normalizes the e-mail address %j to %j', (email, normalized) => {
    const parsed = body.parse({ email, password: PASSWORD })
    expect(parsed).toEqual({ email: normalized, password: PASSWORD })
  })

  it.each([
    ['', 'email invalid_email'],
    ['ana', 'email invalid_email'],
    ['@example.test', 'email invalid_email'],
    ['ana@b@example.test', 'email invalid_email'],
    ['ana b@example.test', 'email invalid_email'],
    ['ana\u0000@example.test', 'email invalid_email'],
    ['ana\ud800@example.test', 'email invalid_email'],
    [`${'a'.repeat(242)}@example.test`, 'email too_long'],
    [' '.repeat(100_000), 'email too_long'],
    [undefined, 'email required'],
    [7, 'email invalid_type'],
  ])('authentication rejects the e-mail address %#', (email, issue) => {
    expect(issuesOf(body, { email, password: PASSWORD })).toEqual([issue])
  })

  it.each([
    ['p'.repeat(8), []],
    ['p'.repeat(100), []],
    ['\u{1f511}'.repeat(100), []],
    ['\ttab and \u0001 8', []],
    ['p'.repeat(7), ['password too_short']],
    ['\u{1f511}'.repeat(7), ['password too_short']],
    ['p'.repeat(101), ['password too_long']],
    ['\u{1f511}'.repeat(101), ['password too_long']],
    ['password\u0000', ['password control_characters']],
    ['password\ud800', ['password invalid_text']],
    [undefined, ['password required']],
  ])('authentication responds to the password %j with %j', (password, issues) => {
    expect(issuesOf(body, { email: 'ana@example.test', password })).toEqual(issues)
    const change = { currentPassword: PASSWORD, newPassword: password }
    const expected = issues.map((issue) => issue.replace('password', 'newPassword'))
    expect(issuesOf(api.auth.changePassword.body, change)).toEqual(expected)
  })

  it('authentication keeps white space and letter case in a password', () => {
    const password = '  Mixed Case \u00e9  '
    expect(body.parse({ email: 'ana@example.test', password }).password).toBe(password)
  })

  it.each([
    ['65 bytes', `0x${'ab'.repeat(65)}`, []],
    ['65 bytes without 0x', 'AB'.repeat(65), []],
    ['8192 bytes', `0x${'ab'.repeat(8_192)}`, []],
    ['64 bytes', `0x${'ab'.repeat(64)}`, ['signature invalid_signature']],
    ['8193 bytes', `0x${'ab'.repeat(8_193)}`, ['signature invalid_signature']],
    ['half a byte', `0x${'ab'.repeat(65)}a`, ['signature invalid_signature']],
    ['another letter', `0x${'ag'.repeat(65)}`, ['signature invalid_signature']],
    ['a line feed', `0x${'ab'.repeat(65)}\n`, ['signature invalid_signature']],
    ['nothing', undefined, ['signature required']],
  ])('authentication responds to a signature of %s', (_, signature, issues) => {
    const verification = { ...api.auth.verify.bodyExample, signature }
    expect(issuesOf(api.auth.verify.body, verification)).toEqual(issues)
  })

  it('authentication accepts a challenge for a wallet on any chain, and rejects ids that are empty or contain NUL', () => {
    const { body: challenge } = api.auth.challenge
    expect(issuesOf(challenge, { address: PAYEE, chainId: 728126428 })).toEqual([])
    expect(issuesOf(challenge, { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })).toEqual([])
    expect(issuesOf(challenge, { address: 'ana.eth' })).toEqual(['address invalid_address'])
    expect(issuesOf(challenge, { address: PAYEE, chainId: 0 })).toEqual(['chainId out_of_range'])
    expect(issuesOf(challenge, { address: PAYEE, chainId: '1' })).toEqual(['chainId invalid_type'])
    const verification = { ...api.auth.verify.bodyExample, challengeId: 'a\u0000', nonce: '' }
    const issues = ['challengeId invalid_id', 'nonce invalid_id']
    expect(issuesOf(api.auth.verify.body, verification)).toEqual(issues)
  })
})

describe('tenant.update', () => {
  it('tenant.update accepts a name of at most 100 characters, or none', () => {
    const { body } = api.tenant.update
    expect(issuesOf(body, { name: '' })).toEqual([])
    expect(issuesOf(body, { name: 'x'.repeat(100) })).toEqual([])
    expect(issuesOf(body, { name: 'x'.repeat(101) })).toEqual(['name too_long'])
    expect(issuesOf(body, { name: 'a\u0007' })).toEqual(['name control_characters'])
    expect(issuesOf(body, {})).toEqual(['name required'])
  })
})

describe('apiKeys', () => {
  it('apiKeys.create normalises the expiry to one form in UTC', () => {
    const { body } = api.apiKeys.create
    const parsed = body.parse({ label: 'Server', expiresAt: '2027-11-01T00:00:00Z' })
    expect(parsed.expiresAt).toBe('2027-11-01T00:00:00.000Z')
    for (const expiresAt of ['2027-11-01', '2027-11-01T00:00:00+01:00', '2027-13-01T00:00:00Z']) {
      expect(issuesOf(body, { label: 'Server', expiresAt })).toEqual(['expiresAt invalid_datetime'])
    }
    expect(issuesOf(body, { label: '' })).toEqual(['label too_short'])
  })

  it('apiKeys.update rejects the status revoked', () => {
    const { body } = api.apiKeys.update
    expect(issuesOf(body, {})).toEqual([])
    expect(issuesOf(body, { label: 'New', status: 'inactive' })).toEqual([])
    expect(issuesOf(body, { status: 'revoked' })).toEqual(['status invalid_value'])
  })
})

describe('payeeDestinations', () => {
  it.each([
    [{ tokenAddress: PAYEE, chainId: 8453 }, []],
    [{ tokenAddress: `0x${'0'.repeat(40)}`, chainId: 8453 }, []],
    [{ tokenAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', chainId: 728126428 }, []],
    [{}, ['tokenAddress required', 'chainId required']],
    [{ tokenAddress: 'USDC', chainId: 8453 }, ['tokenAddress invalid_address']],
    [{ tokenAddress: PAYEE, chainId: '8453' }, ['chainId invalid_type']],
    [{ tokenAddress: PAYEE, chainId: 1.5 }, ['chainId invalid_type']],
    [{ tokenAddress: PAYEE, chainId: -1 }, ['chainId out_of_range']],
    [{ tokenAddress: PAYEE, chainId: 2 ** 53 }, ['chainId out_of_range']],
  ])('payeeDestinations respond to the route %j with %j', (route, issues) => {
    expect(issuesOf(api.payeeDestinations.create.body, route)).toEqual(issues)
    expect(issuesOf(api.payeeDestinations.update.body, route)).toEqual(issues)
  })

  it('payeeDestinations.lookup and deactivate require a composite id', () => {
    const { lookup, deactivate } = api.payeeDestinations
    for (const schema of [lookup.query, deactivate.body]) {
      expect(issuesOf(schema, { destinationId: DESTINATION })).toEqual([])
      expect(issuesOf(schema, { destinationId: PAYEE })).toEqual([
        'destinationId invalid_destination',
      ])
      expect(issuesOf(schema, {})).toEqual(['destinationId required'])
    }
  })
})

describe('securePayments.list', () => {
  it('securePayments.list accepts filters and a page, or only a request’s id', () => {
    const { query } = api.securePayments.list
    const requestId = `01${'ab'.repeat(32)}`
    const [fromDate, toDate] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z']
    expect(issuesOf(query, {})).toEqual([])
    expect(issuesOf(query, { requestId })).toEqual([])
    expect(issuesOf(query, { requestId: '01' })).toEqual(['requestId invalid_request_id'])
    expect(issuesOf(query, { status: 'pending', reference: 'a', fromDate, toDate })).toEqual([])
    expect(issuesOf(query, { fromDate: toDate, toDate: fromDate })).toEqual(['toDate out_of_range'])
    expect(issuesOf(query, { fromDate, toDate: fromDate })).toEqual(['toDate out_of_range'])
    expect(issuesOf(query, { requestId, status: 'pending', limit: '1' })).toEqual([
      'status conflicting_fields',
      'limit conflicting_fields',
    ])
  })
})

describe('webhooks', () => {
  it('webhooks.update and webhooks.rotateSecret accept an absent body', () => {
    expect(issuesOf(api.webhooks.update.body, undefined)).toEqual([])
    expect(issuesOf(api.webhooks.rotateSecret.body, undefined)).toEqual([])
  })

  it.each([
    [{}, []],
    [{ isActive: false, events: null, signatureHeaderAliases: null }, []],
    [{ events: ['payment.confirmed', 'payment.failed'] }, []],
    [{ signatureHeaderAliases: [] }, []],
    [{ signatureHeaderAliases: ['x-request-network-signature'] }, []],
    [null, [' invalid_type']],
    [{ isActive: 'false' }, ['isActive invalid_type']],
    [{ url: 'ftp://shop.example.test' }, ['url invalid_url']],
    [{ events: [] }, ['events too_few_items']],
    [{ events: ['payment.confirmed', 'payment.lost'] }, ['events[1] invalid_value']],
    [
      { signatureHeaderAliases: ['X-Shop-Signature'] },
      ['signatureHeaderAliases[0] invalid_header_name'],
    ],
    [
      { signatureHeaderAliases: ['authorization'] },
      ['signatureHeaderAliases[0] invalid_header_name'],
    ],
    [
      { signatureHeaderAliases: Array.from({ length: 6 }, (_, i) => `x-s${i}-signature`) },
      ['signatureHeaderAliases too_many_items'],
    ],
  ])('webhooks respond to the change %j with %j', (change, issues) => {
    expect(issuesOf(api.webhooks.update.body, change)).toEqual(issues)
  })

  it('webhooks.test accepts only event types that exist', () => {
    const { body } = api.webhooks.test
    expect(issuesOf(body, { eventType: 'payment.confirmed' })).toEqual([])
    expect(issuesOf(body, { eventType: 'payment.lost' })).toEqual(['eventType invalid_value'])
    expect(issuesOf(body, {})).toEqual(['eventType required'])
  })

  it.each([
    [{}, []],
    [{ status: 'delivered', from: '2026-11-01T00:00:00Z', to: '2026-11-01T00:00:00.001Z' }, []],
    [{ status: 'pending' }, ['status invalid_value']],
    [{ from: '2026-11-01' }, ['from invalid_datetime']],
    [{ from: '2026-11-01T00:00:00Z', to: '2026-11-01T00:00:00.000Z' }, ['to out_of_range']],
  ])('webhooks respond to the redelivery of %j with %j', (range, issues) => {
    expect(issuesOf(api.webhooks.redeliverMany.body, range)).toEqual(issues)
  })
})

describe('webhooks.create', () => {
  it.each([
    ['https://shop.example.test/hooks?x=1', []],
    ['http://127.0.0.1:9000/', []],
    ['ftp://shop.example.test', ['url invalid_url']],
    ['https://user:pass@shop.example.test', ['url invalid_url']],
    ['https://shop.example.test/#x', ['url invalid_url']],
    ['https://shop.example.test\\@evil.test', ['url invalid_url']],
    ['javascript:alert(1)', ['url invalid_url']],
    ['https://', ['url invalid_url']],
    ['https://shop.example.test/\u0000', ['url invalid_url']],
    ['https://shop.example.test/\u0001', ['url invalid_url']],
    ['https://shop.example.test/\u007f', ['url invalid_url']],
    ['https://shop.example.test/\ud800', ['url invalid_url']],
    ['https://shop.example.test/caf\u00e9', []],
    [`https://shop.example.test/${'x'.repeat(2_048)}`, ['url too_long']],
    [undefined, ['url required']],
  ])('webhooks.create responds to the URL %j with %j', (url, issues) => {
    expect(issuesOf(api.webhooks.create.body, { url })).toEqual(issues)
  })
})

describe('problemSchema', () => {
  const BASE = {
    type: 'https://api.example.test/errors/payment_expired',
    title: 'Payment expired',
    detail: 'The payment has expired.',
    statusCode: 403,
    error: 'Forbidden',
    message: 'The payment has expired.',
    code: 'payment_expired',
  }

  it('problemSchema keeps a payment, and its status as paymentStatus', () => {
    const payment = { ...singleExample, status: 'expired' }
    const problem = { ...BASE, status: 403, paymentStatus: 'expired', payment }
    expect(problemSchema.parse(problem)).toEqual(problem)
  })

  it('problemSchema accepts only a number as the HTTP status, as in RFC 9457', () => {
    expect(problemSchema.safeParse({ ...BASE, status: 'expired' }).success).toBe(false)
    expect(problemSchema.safeParse({ ...BASE, status: 403 }).success).toBe(true)
    expect(problemSchema.safeParse({ ...BASE, status: '403' }).success).toBe(false)
  })
})

function describeEndpoint(definition: EndpointDefinition): string {
  const letters = {
    apiKey: 'K',
    clientId: 'C',
    backendClientId: 'B',
    session: 'S',
    walletSession: 'W',
  }
  const auth = definition.auth.map((credential) => letters[credential]).join('')
  const statuses = Object.keys(definition.responses).join(' ')
  return `${definition.host} ${definition.method} ${definition.path} ${auth} ${statuses}: ${definition.errors.join(' ')}`
}

function issuesOf(schema: Parameters<typeof parseWith>[0], input: unknown): string[] {
  const result = parseWith(schema, input)
  if (result.success) return []
  return toFieldIssues(result.error, input).map((issue) => `${issue.field} ${issue.code}`)
}

function parseWith(schema: NonNullable<EndpointDefinition['body']>, input: unknown) {
  return schema.safeParse(input)
}
