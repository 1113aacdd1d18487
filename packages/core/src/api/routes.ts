import type { Api } from './api.ts'
import type { EndpointDefinition, RawDefinition } from './endpoint.ts'

/** The operations on secure payments that the payment element does not call, or only from a later file. */
export type ServerOnly =
  | 'create'
  | 'list'
  | 'createPayout'
  | 'createRefund'
  | 'open'
  | 'cancel'
  | 'get'
  | 'createUserEvent'
  | 'sendReceipt'
  | 'update'
  | 'previewFees'
  | 'createBatchPayout'
  | 'listBatchPayouts'
  | 'listMulticalls'
  | 'createMulticall'
  | 'getMulticall'
  | 'calldata'
  | 'refreshStep'
  | 'createEvent'
  | 'createSignedPayment'
  | 'getSignedPayment'

/** Contains only the routes for payment pages, because the payment element must not bundle the others. */
export const securePaymentRoutes: Omit<Routes['securePayments'], ServerOnly> = {
  pay: 'api GET /v2/secure-payments/{token}/pay',
  intent: 'api POST /v2/secure-payments/{token}/intent',
  options: 'api GET /v2/secure-payments/{token}/options',
  createAttempt: 'api POST /v2/secure-payments/{token}/attempts',
  quote: 'api POST /v2/secure-payments/{token}/quotes',
  updateAttempt: 'api PATCH /v2/secure-payments/{token}/attempts/{attemptId}',
  deleteAttempt: 'api DELETE /v2/secure-payments/{token}/attempts/{attemptId}',
  broadcastTron: 'api POST /v2/secure-payments/{token}/tron/broadcast',
  createPermit: 'api POST /v2/secure-payments/{token}/permit',
}

/**
 * The host, method and path of every operation. Routes are the only part of the definitions that the client needs at run time, and they do
 * not load zod. Event streams and CSV files are not included. The type derives each string from its definition, so a wrong, missing or extra route does
 * not compile.
 */
export const routes: Routes = {
  securePayments: {
    ...securePaymentRoutes,
    create: 'api POST /v2/secure-payments',
    list: 'api GET /v2/secure-payments',
    createPayout: 'api POST /v2/secure-payments/payouts',
    createRefund: 'api POST /v2/secure-payments/refunds',
    open: 'api POST /v2/secure-payments/{token}/open',
    cancel: 'api POST /v2/secure-payments/{token}/cancel',
    get: 'api GET /v2/secure-payments/{token}',
    createUserEvent: 'api POST /v2/secure-payments/{token}/user-events',
    sendReceipt: 'api POST /v2/secure-payments/{token}/receipt',
    update: 'api PATCH /v2/secure-payments/{token}',
    previewFees: 'api POST /v2/secure-payments/fees/preview',
    createBatchPayout: 'api POST /v2/secure-payments/batch-payouts',
    listBatchPayouts: 'api GET /v2/secure-payments/batch-payouts',
    listMulticalls: 'api GET /v2/secure-payments/multicall-payouts',
    createMulticall: 'api POST /v2/secure-payments/multicall-payouts',
    getMulticall: 'api GET /v2/secure-payments/multicall-payouts/{token}',
    calldata: 'api POST /v2/secure-payments/{token}/calldata',
    refreshStep: 'api POST /v2/secure-payments/{token}/refresh-step-transaction',
    createEvent: 'api POST /v2/secure-payments/{token}/events',
    createSignedPayment: 'api POST /v2/secure-payments/{token}/signed-payments',
    getSignedPayment: 'api GET /v2/secure-payments/{token}/signed-payments/{signedPaymentId}',
  },
  requests: {
    create: 'api POST /v2/request',
    list: 'api GET /v2/request',
    update: 'api PATCH /v2/request/{requestId}',
    routes: 'api GET /v2/request/{requestId}/routes',
    pay: 'api GET /v2/request/{requestId}/pay',
    quote: 'api POST /v2/request/{requestId}/quotes',
    get: 'api GET /v2/request/{requestId}',
    cancel: 'api POST /v2/request/{requestId}/cancel',
    status: 'api GET /v2/request/{requestId}/status',
  },
  payments: { search: 'api GET /v2/payments', totals: 'api GET /v2/payments/totals' },
  unmatchedPayments: {
    list: 'api GET /v2/unmatched-payments',
    claim: 'api POST /v2/unmatched-payments/{id}/claim',
  },
  payouts: {
    create: 'api POST /v2/payouts',
    batch: 'api POST /v2/payouts/batch',
    activate: 'api POST /v2/payouts/recurring/{id}',
    list: 'api GET /v2/payouts/recurring',
    get: 'api GET /v2/payouts/recurring/{id}',
    update: 'api PATCH /v2/payouts/recurring/{id}',
  },
  refunds: {
    create: 'api POST /v2/payments/{id}/refunds',
    createForRequest: 'api POST /v2/request/{requestId}/refunds',
    createForUnmatched: 'api POST /v2/unmatched-payments/{id}/refunds',
    list: 'api GET /v2/refunds',
    candidates: 'api GET /v2/refund-candidates',
    keep: 'api POST /v2/refund-candidates/{requestId}/keep',
    unkeep: 'api DELETE /v2/refund-candidates/{requestId}/keep',
    get: 'api GET /v2/refunds/{id}',
    cancel: 'api POST /v2/refunds/{id}/cancel',
  },
  refundClaims: {
    create: 'api POST /v2/payments/{id}/refund-claims',
    list: 'api GET /v2/refund-claims',
    get: 'api GET /v2/refund-claims/{id}',
    open: 'api POST /v2/refund-claims/{id}/open',
    state: 'api POST /v2/refund-claims/{id}/address',
    prove: 'api POST /v2/secure-payments/{token}/refund-claims',
  },
  approvals: {
    list: 'auth GET /v1/approvals',
    approve: 'auth POST /v1/approvals/{id}/approve',
    decline: 'auth POST /v1/approvals/{id}/decline',
    getLimit: 'auth GET /v1/approval-limit',
    setLimit: 'auth PUT /v1/approval-limit',
  },
  reportingCurrency: {
    get: 'auth GET /v1/reporting-currency',
    set: 'auth PUT /v1/reporting-currency',
  },
  payers: {
    submit: 'api POST /v2/payer',
    get: 'api GET /v2/payer/{clientUserId}',
    update: 'api PATCH /v2/payer/{clientUserId}',
    createPaymentDetails: 'api POST /v2/payer/{clientUserId}/payment-details',
    listPaymentDetails: 'api GET /v2/payer/{clientUserId}/payment-details',
  },
  payerRecords: {
    listPayers: 'auth GET /v1/payers',
    listOfframps: 'auth GET /v1/offramps',
  },
  offrampCallbacks: { receive: 'api POST /v2/offramp/callbacks' },
  currencies: {
    list: 'api GET /v2/currencies',
    conversionRoutes: 'api GET /v2/currencies/{currencyId}/conversion-routes',
  },
  clientIds: {
    create: 'api POST /v2/client-ids',
    list: 'api GET /v2/client-ids',
    get: 'api GET /v2/client-ids/{id}',
    update: 'api PUT /v2/client-ids/{id}',
    remove: 'api DELETE /v2/client-ids/{id}',
  },
  auth: {
    challenge: 'auth POST /v1/auth/wallet/challenge',
    verify: 'auth POST /v1/auth/wallet/verify',
    register: 'auth POST /v1/auth/register',
    login: 'auth POST /v1/auth/login',
    logout: 'auth POST /v1/auth/logout',
    session: 'auth GET /v1/auth/session',
    changePassword: 'auth POST /v1/auth/password',
  },
  contact: {
    get: 'auth GET /v1/auth/contact',
    update: 'auth PATCH /v1/auth/contact',
    setEmail: 'auth POST /v1/auth/email',
    confirmEmail: 'auth POST /v1/auth/email/confirm',
    requestReset: 'auth POST /v1/auth/password-reset',
    resetPassword: 'auth POST /v1/auth/password-reset/confirm',
  },
  passkeys: {
    list: 'auth GET /v1/auth/passkeys',
    start: 'auth POST /v1/auth/passkeys/options',
    add: 'auth POST /v1/auth/passkeys',
    update: 'auth PATCH /v1/auth/passkeys/{id}',
    remove: 'auth DELETE /v1/auth/passkeys/{id}',
    startSignIn: 'auth POST /v1/auth/passkey-sign-in/options',
    signIn: 'auth POST /v1/auth/passkey-sign-in',
  },
  secondFactor: {
    enable: 'auth POST /v1/auth/second-factor',
    disable: 'auth DELETE /v1/auth/second-factor',
    createCodes: 'auth POST /v1/auth/recovery-codes',
    startConfirmation: 'auth POST /v1/auth/confirmation/options',
    confirm: 'auth POST /v1/auth/confirmation',
    start: 'auth POST /v1/auth/second-factor/options',
    verify: 'auth POST /v1/auth/second-factor/verify',
    drop: 'auth POST /v1/auth/second-factor/cancel',
  },
  auditLog: { list: 'api GET /v2/audit-log' },
  tenant: { get: 'auth GET /v1/tenant', update: 'auth PUT /v1/tenant' },
  caller: { get: 'api GET /v2/caller' },
  domains: {
    list: 'auth GET /v1/domains',
    create: 'auth POST /v1/domains',
    check: 'auth POST /v1/domains/{id}/check',
    remove: 'auth DELETE /v1/domains/{id}',
  },
  invitations: {
    create: 'auth POST /v1/invitations',
    list: 'auth GET /v1/invitations',
    remove: 'auth DELETE /v1/invitations/{id}',
    read: 'auth POST /v1/auth/invitation',
  },
  members: {
    list: 'auth GET /v1/members',
    update: 'auth PATCH /v1/members/{id}',
    remove: 'auth DELETE /v1/members/{id}',
  },
  branding: {
    get: 'auth GET /v1/branding',
    update: 'auth PUT /v1/branding',
    remove: 'auth DELETE /v1/branding',
  },
  apiKeys: {
    create: 'auth POST /v1/api-keys',
    list: 'auth GET /v1/api-keys',
    update: 'auth PUT /v1/api-keys/{id}',
    remove: 'auth DELETE /v1/api-keys/{id}',
  },
  sessionClientIds: {
    create: 'auth POST /v1/client-ids',
    list: 'auth GET /v1/client-ids',
    get: 'auth GET /v1/client-ids/{id}',
    update: 'auth PUT /v1/client-ids/{id}',
    remove: 'auth DELETE /v1/client-ids/{id}',
  },
  payeeDestinations: {
    create: 'auth POST /v1/payee-destination',
    update: 'auth PUT /v1/payee-destination',
    get: 'auth GET /v1/payee-destination',
    lookup: 'auth GET /v1/payee-destination/lookup',
    payoutLookup: 'auth GET /v1/payee-destination/payout-lookup',
    deactivate: 'auth PATCH /v1/payee-destination/deactivate',
    signingData: 'auth GET /v1/payee-destination/signing-data',
    changeWallet: 'auth PATCH /v1/payee-destination/wallet-change',
  },
  signedDestinations: {
    signingData: 'api GET /v2/payee-destination/signing-data',
    create: 'api POST /v2/payee-destination',
    get: 'api GET /v2/payee-destination',
    read: 'api GET /v2/payee-destination/{destinationId}',
    remove: 'api DELETE /v2/payee-destination/{destinationId}',
  },
  webhooks: {
    create: 'auth POST /v1/webhook',
    list: 'auth GET /v1/webhook',
    remove: 'auth DELETE /v1/webhook/{webhookId}',
    update: 'auth PUT /v1/webhook/{webhookId}',
    test: 'auth POST /v1/webhook/test',
    rotateSecret: 'auth POST /v1/webhook/{webhookId}/rotate-secret',
    promoteSecret: 'auth POST /v1/webhook/{webhookId}/promote-secret',
    deliveries: 'auth GET /v1/webhook/{webhookId}/deliveries',
    delivery: 'auth GET /v1/webhook/{webhookId}/deliveries/{deliveryId}',
    redeliver: 'auth POST /v1/webhook/{webhookId}/deliveries/{deliveryId}/redeliver',
    redeliverMany: 'auth POST /v1/webhook/{webhookId}/redeliver',
    events: 'auth GET /v1/webhook/events',
  },
  operator: {
    unmatchedPayments: 'auth GET /v1/operator/unmatched-payments',
    rescan: 'auth POST /v1/operator/rescans',
    get: 'auth GET /v1/operator/rescans/{id}',
  },
  v1: {
    create: 'api POST /v1/request',
    get: 'api GET /v1/request/{paymentReference}',
    status: 'api GET /v1/request/{paymentReference}/status',
    routes: 'api GET /v1/request/{paymentReference}/routes',
    pay: 'api GET /v1/request/{paymentReference}/pay',
    payDirectly: 'api POST /v1/pay',
    stopRecurrence: 'api PATCH /v1/request/{paymentReference}/stop-recurrence',
    currencies: 'api GET /v1/currencies',
    conversionRoutes: 'api GET /v1/currencies/{currencyId}/conversion-routes',
    submitPayer: 'api POST /v1/payer',
    getPayer: 'api GET /v1/payer/{clientUserId}',
    updatePayer: 'api PATCH /v1/payer/{clientUserId}',
    createPaymentDetails: 'api POST /v1/payer/{clientUserId}/payment-details',
    listPaymentDetails: 'api GET /v1/payer/{clientUserId}/payment-details',
  },
  health: { livez: 'api GET /livez', check: 'api GET /v2/health', readyz: 'api GET /readyz' },
}

type Routes = {
  readonly [G in keyof Api]: {
    readonly [O in keyof Api[G] as Api[G][O] extends RawDefinition ? never : O]: RouteOf<Api[G][O]>
  }
}

type RouteOf<E> = E extends EndpointDefinition ? `${E['host']} ${E['method']} ${E['path']}` : never
