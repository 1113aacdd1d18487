import { randomBytes, randomUUID } from 'node:crypto'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAddress } from 'viem/accounts'
import { createId } from '../../host/src/id.ts'
import type { CallOptions } from './callApi.ts'
import { plainAccount, plainPayer } from './plainPayer.ts'
import { seedPayments } from './seedPayments.ts'
import { seedRecurringPayout } from './seedRecurringPayout.ts'
import { registerAccount, type SignedIn, signInWallet } from './signIn.ts'
import { PAYEE, PAYER, type TestHost, usdcItem } from './testHost.ts'

/** USDC of devnet. */
const TOKEN_ADDRESS = '0x5ecc000000000000000000000000000000000101'
const CHAIN_ID = 31_337

/** A merchant with one record of every kind, created over HTTP with the merchant's own session and key. */
export type Merchant = {
  tenantId: string
  /** The headers of each working credential. */
  credentials: {
    session: SignedIn['headers']
    apiKey: { 'x-api-key': string }
    clientId: { 'x-client-id': string; origin: string }
    backendClientId: { 'x-client-id': string }
  }
  /** The session's wallet; null for an account's session. */
  wallet: string | null
  email: string | null
  /**
   * The id of each record, by the path up to its parameter. The records do not include the credentials above, which must keep working.
   */
  ids: { readonly [parameter: string]: string }
  /** The ids that bodies and queries can contain. */
  references: {
    clientId: string
    requestId: string
    paymentId: string
    destinationId: string
    destinationRecordId: string | null
    paymentDetailsId: string
  }
  /** Unique texts of this merchant that other callers must never see: names, URLs, secrets. */
  canaries: readonly string[]
}

type Send = (method: string, path: string, options?: CallOptions) => Promise<Fields>
/** Members of a response, as tests read them. */
// biome-ignore lint/suspicious/noExplicitAny: the contract check has proven the shape of what is read here.
type Fields = any

/**
 * Creates a merchant with a new account, or with a given or new wallet. Every text written by people contains one mark, which is the
 * first canary.
 */
export async function seedMerchant(
  test: TestHost,
  kind: 'account' | 'wallet' | PrivateKeyAccount,
): Promise<Merchant> {
  const mark = `canary${randomBytes(8).toString('hex')}`
  const email = kind === 'account' ? `${mark}@example.test` : null
  const account = typeof kind === 'object' ? kind : undefined
  const wallet = email === null ? await signInWallet(test, account) : null
  const session = wallet ?? (await registerAccount(test, email ?? ''))
  const bySession = sender(test, session.headers)
  const origin = `https://${mark}.example.test`

  await bySession('PUT', '/v1/tenant', { body: { name: `${mark} name` } })
  const key = await bySession('POST', '/v1/api-keys', { body: { label: `${mark} key` } })
  const spareKey = await bySession('POST', '/v1/api-keys', { body: { label: `${mark} spare key` } })
  const invitation = await bySession('POST', '/v1/invitations')
  const memberId = await addMember(test, { tenantId: session.tenantId, mark })
  const passkeyId = await addPasskey(test, { tenantId: session.tenantId, email, wallet, mark })
  const domain = await bySession('POST', '/v1/domains', {
    body: { domain: `${mark}.example.test` },
  })
  const destination = wallet && (await createDestination(bySession))
  const ownDestinationId =
    destination?.destinationId ?? (await addDestination(test, session.tenantId))
  const newClientId = { label: `${mark} client`, allowedDomains: [origin] }
  const clientId = await bySession('POST', '/v1/client-ids', { body: newClientId })
  const backend = await bySession('POST', '/v1/client-ids', {
    body: { label: `${mark} backend`, allowedDomains: [] },
  })
  const spareClientId = await bySession('POST', '/v1/client-ids', { body: newClientId })

  const apiKey = { 'x-api-key': String(key.key) }
  const byKey = sender(test, apiKey)
  const webhook = await byKey('POST', '/v1/webhook', { body: { url: `${origin}/hooks` } })
  const scope = { url: `${origin}/scoped`, clientId: clientId.clientId }
  await byKey('POST', '/v1/webhook', { body: scope })
  const { token, requestIds, attemptId } = await createPayment(byKey, mark)
  const multicallToken = await createMulticall(byKey, mark)
  const requestId = String(requestIds[0])
  const signedPaymentId = await addSignedPayment(test, {
    tenantId: session.tenantId,
    token: String(token),
    requestId,
    attemptId: String(attemptId),
  })
  const request = await byKey('GET', `/v2/request/${requestId}`)
  await writeCanaries(test, { mark, origin, token, requestId })
  await makeRecurring(test, { requestId, clientId: clientId.clientId })
  const payout = await byKey('POST', '/v2/request', {
    body: { ...usdcItem, payer: PAYER, reference: `${mark} payout` },
  })
  const recurringId = await seedRecurringPayout(test.host.context, {
    request_id: payout.requestId,
    client_id: clientId.clientId,
    customer_info: JSON.stringify({ firstName: mark }),
  })
  const approvalId = await addApproval(test, {
    tenantId: session.tenantId,
    requestId: payout.requestId,
  })
  const clientUserId = `${mark}@payers.example.test`
  const paymentDetailsId = await createPayer(byKey, clientUserId, mark)
  // The payment is created after the texts of its request, because it copies these texts. The request stays open.
  const [paymentId = ''] = await seedPayments(test.host.context, [{ request_id: requestId }])
  const refundClaim = await byKey('POST', `/v2/payments/${paymentId}/refund-claims`)
  const refundRequest = await byKey('POST', '/v2/request', { body: usdcItem })
  const refundId = await addRefund(test, {
    ...{ tenantId: session.tenantId, mark, requestId, paymentId },
    refundRequestId: refundRequest.requestId,
  })
  const deliveryId = await addDelivery(test, {
    mark,
    tenantId: session.tenantId,
    endpointId: webhook.id,
    requestId,
  })
  return {
    tenantId: session.tenantId,
    credentials: {
      session: session.headers,
      apiKey,
      clientId: { 'x-client-id': clientId.clientId, origin },
      backendClientId: { 'x-client-id': backend.secretClientId },
    },
    wallet: wallet?.account.address ?? null,
    email,
    ids: {
      '/v2/secure-payments/{token}': token,
      '/v2/secure-payments/{token}/attempts/{attemptId}': attemptId,
      '/v2/secure-payments/{token}/signed-payments/{signedPaymentId}': signedPaymentId,
      '/v2/secure-payments/multicall-payouts/{token}': multicallToken,
      '/v2/request/{requestId}': requestId,
      '/v2/refund-candidates/{requestId}': requestId,
      '/v1/request/{paymentReference}': request.paymentReference,
      '/v2/payouts/recurring/{id}': recurringId,
      '/v2/payments/{id}': paymentId,
      '/v2/refunds/{id}': refundId,
      '/v2/refund-claims/{id}': refundClaim.id,
      '/v2/payer/{clientUserId}': clientUserId,
      '/v1/payer/{clientUserId}': clientUserId,
      '/v2/currencies/{currencyId}': 'USD',
      '/v1/currencies/{currencyId}': 'USD',
      // Only the operator has a record of this kind, and the operator is not a merchant of these suites.
      '/v1/operator/rescans/{id}': createId(test.host.context),
      '/v2/unmatched-payments/{id}': createId(test.host.context),
      '/v2/client-ids/{id}': spareClientId.id,
      '/v2/payee-destination/{destinationId}': encodeURIComponent(ownDestinationId),
      '/v1/client-ids/{id}': spareClientId.id,
      '/v1/domains/{id}': domain.id,
      '/v1/invitations/{id}': invitation.id,
      '/v1/members/{id}': memberId,
      '/v1/auth/passkeys/{id}': passkeyId,
      '/v1/approvals/{id}': approvalId,
      '/v1/api-keys/{id}': spareKey.id,
      '/v1/webhook/{webhookId}': webhook.id,
      '/v1/webhook/{webhookId}/deliveries/{deliveryId}': deliveryId,
    },
    references: {
      clientId: clientId.clientId,
      requestId,
      paymentId,
      destinationId: destination?.destinationId ?? foreignDestination(),
      destinationRecordId: destination?.id ?? null,
      paymentDetailsId,
    },
    canaries: [
      mark,
      session.tenantId,
      session.headers.cookie.replace('session=', ''),
      key.key,
      spareKey.key,
      backend.secretClientId,
      webhook.secret,
    ],
  }
}

function sender(test: TestHost, headers: Record<string, string>): Send {
  return async (method, path, options = {}) => {
    const answer = await test.call(method, path, { anonymous: true, ...options, headers })
    if (answer.status === 200 || answer.status === 201) return answer.json
    throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`)
  }
}

/** Combines two payout links, and returns the token of the new link. */
async function createMulticall(send: Send, mark: string): Promise<string> {
  const childTokens: string[] = []
  for (const amount of ['1', '2']) {
    const payout = { recipient: PAYEE, network: 'devnet', currency: 'USDC-devnet', amount }
    const body = { ...payout, reference: `${mark} multicall` }
    childTokens.push((await send('POST', '/v2/secure-payments/payouts', { body })).token)
  }
  const body = { childTokens }
  return (await send('POST', '/v2/secure-payments/multicall-payouts', { body })).token
}

async function createDestination(send: Send): Promise<Fields> {
  const body = { tokenAddress: TOKEN_ADDRESS, chainId: CHAIN_ID }
  return send('POST', '/v1/payee-destination', { body })
}

/** Adds a destination of a merchant whose wallet has not signed in, and returns its composite id. */
async function addDestination({ host }: TestHost, tenantId: string): Promise<string> {
  const walletAddress = privateKeyToAddress(generatePrivateKey())
  const route = { walletAddress, chainId: CHAIN_ID, tokenAddress: TOKEN_ADDRESS }
  const { destinationId } = formatDestinationId(route)
  const at = host.context.now().toISOString()
  const row = {
    id: createId(host.context),
    tenant_id: tenantId,
    wallet_address: walletAddress,
    chain_id: BigInt(CHAIN_ID),
    token_address: TOKEN_ADDRESS,
    destination_id: destinationId,
    is_active: 1,
    created_at: at,
    updated_at: at,
  }
  await host.context.db.kysely.insertInto('payee_destinations').values(row).execute()
  return destinationId
}

/** Adds another member, who never signs in. */
async function addMember(
  { host }: TestHost,
  { tenantId, mark }: { tenantId: string; mark: string },
): Promise<string> {
  const { db, now, sealer } = host.context
  const id = createId(host.context)
  const email = `${mark}.member@example.test`
  const row = {
    id,
    tenant_id: tenantId,
    email_digest: sealer.digest('email', email),
    sealed_email: sealer.seal('email', email),
    password_hash: 'none',
    role: 'finance' as const,
    created_at: now().toISOString(),
  }
  await db.kysely.insertInto('accounts').values(row).execute()
  return id
}

/** Adds a paid refund of a payment. */
async function addRefund(
  { host }: TestHost,
  facts: {
    tenantId: string
    mark: string
    requestId: string
    paymentId: string
    refundRequestId: string
  },
): Promise<string> {
  const { db, now } = host.context
  const id = createId(host.context)
  const at = now().toISOString()
  await db.kysely
    .updateTable('requests')
    .set({ is_payout: 1, paid_units: '1' })
    .where('id', '=', facts.refundRequestId)
    .execute()
  const payment = await db.kysely
    .selectFrom('payments')
    .select(['network', 'tx_hash', 'log_index', 'token_address'])
    .where('id', '=', facts.paymentId)
    .executeTakeFirstOrThrow()
  const ids = { request_id: facts.requestId, refund_request_id: facts.refundRequestId }
  await db.kysely
    .insertInto('refunds')
    .values({
      ...{ id, ...ids, ...payment, tenant_id: facts.tenantId, payment_id: facts.paymentId },
      ...{ client_id: null, currency: 'USDC-devnet', amount_units: '1', recipient: PAYER },
      ...{ invoice_currency: 'USDC-devnet', invoice_units: null, reason: `${facts.mark} reason` },
      ...{ reference: null, created_by: 'nobody', created_at: at, updated_at: at },
      ...{ held_at: null, confirmed_at: null, cancelled_at: null },
    })
    .execute()
  return id
}

/** Adds a passkey with an unknown key to the signed-in member. */
async function addPasskey(
  { host }: TestHost,
  facts: {
    tenantId: string
    email: string | null
    wallet: { account: { address: string } } | null
    mark: string
  },
): Promise<string> {
  const { db, now, sealer } = host.context
  const account = await db.kysely
    .selectFrom('accounts')
    .select('id')
    .where('email_digest', '=', sealer.digest('email', facts.email ?? ''))
    .executeTakeFirst()
  const member_id = facts.wallet?.account.address ?? account?.id ?? ''
  const id = createId(host.context)
  const created_at = now().toISOString()
  const member = { member_id, tenant_id: facts.tenantId, created_at }
  await db.kysely
    .insertInto('member_factors')
    .values({ ...member, user_handle: `${facts.mark} handle`, is_second_factor: 0 })
    .execute()
  await db.kysely
    .insertInto('passkeys')
    .values({
      ...member,
      id,
      credential_id: `${facts.mark} credential`,
      name: `${facts.mark} passkey`,
      public_key: 'none',
      sign_count: 0n,
      transports: '[]',
      is_synced: 0,
      last_used_at: null,
    })
    .execute()
  return id
}

/** Returns a destination for a wallet that has never signed in. */
function foreignDestination(): string {
  return formatDestinationId({
    walletAddress: PAYER,
    chainId: CHAIN_ID,
    tokenAddress: TOKEN_ADDRESS,
  }).destinationId
}

async function createPayment(send: Send, mark: string): Promise<Fields> {
  const { token, requestIds } = await send('POST', '/v2/secure-payments', {
    body: { requests: [usdcItem], reference: `${mark} order`, payerIdentifier: `${mark} payer` },
  })
  const attempt = {
    attemptId: randomUUID(),
    wallet: PAYER,
    chain: 'devnet',
    token: 'USDC',
    calldataHash: `0x${'5b'.repeat(32)}`,
  }
  await send('POST', `/v2/secure-payments/${token}/attempts`, { body: attempt })
  return { token, requestIds, attemptId: attempt.attemptId }
}

/** Stores a payment that a payer signed and that expired; returns its id. */
async function addSignedPayment(
  { host }: TestHost,
  ids: { tenantId: string; token: string; requestId: string; attemptId: string },
): Promise<string> {
  const id = createId(host.context)
  const now = host.context.now().toISOString()
  await host.context.db.kysely
    .insertInto('signed_payments')
    .values({
      id,
      tenant_id: ids.tenantId,
      client_id: null,
      token: ids.token,
      request_id: ids.requestId,
      attempt_id: ids.attemptId,
      network: 'devnet',
      kind: 'eip3009',
      contract: TOKEN_ADDRESS,
      payer: PAYER,
      payment_hash: `0x${Buffer.from(id).toString('hex').padEnd(64, '0').slice(0, 64)}`,
      data: '0x',
      deadline_s: 1n,
      from_block: 0n,
      cost_gwei: 1n,
      status: 'expired',
      reason: null,
      tx_hash: null,
      sent_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** Creates a payer with a bank account; returns the account's id. */
async function createPayer(send: Send, clientUserId: string, mark: string): Promise<string> {
  const payer = { ...plainPayer, clientUserId, firstName: mark, email: clientUserId }
  await send('POST', '/v2/payer', { body: payer })
  const account = { ...plainAccount, bankName: `${mark} bank`, accountName: mark }
  const created = await send('POST', `/v2/payer/${clientUserId}/payment-details`, { body: account })
  return created.payment_detail.id
}

/** Writes canaries directly to the database, because no current operation accepts these texts. */
async function writeCanaries(
  { host }: TestHost,
  facts: { mark: string; origin: string; token: string; requestId: string },
): Promise<void> {
  const { mark, origin, token, requestId } = facts
  const { kysely } = host.context.db
  const customer_info = JSON.stringify({ firstName: mark, email: `${mark}@example.test` })
  await kysely
    .updateTable('requests')
    .set({ customer_info, origin, reference: `${mark} item` })
    .where('id', '=', requestId)
    .execute()
  await kysely.updateTable('secure_payments').set({ origin }).where('token', '=', token).execute()
}

/** Turns a request into a recurring request that a page with the client ID created. */
async function makeRecurring(
  { host }: TestHost,
  { requestId, clientId }: { requestId: string; clientId: string },
): Promise<void> {
  await host.context.db.kysely
    .updateTable('requests')
    .set({
      client_id: clientId,
      recurrence: JSON.stringify({ startDate: '2090-01-01', frequency: 'YEARLY' }),
      next_recurrence_at: '2091-01-01T00:00:00.000Z',
    })
    .where('id', '=', requestId)
    .execute()
}

/** Adds an abandoned delivery, with its request and response. */
async function addDelivery(
  { host }: TestHost,
  facts: { mark: string; tenantId: string; endpointId: string; requestId: string },
): Promise<string> {
  const { mark, tenantId, endpointId, requestId } = facts
  const { db, now } = host.context
  const id = createId(host.context)
  const event_id = createId(host.context)
  const at = now().toISOString()
  await db.transaction(async (tx) => {
    await tx
      .insertInto('events')
      .values({
        id: event_id,
        tenant_id: tenantId,
        request_id: requestId,
        client_id: null,
        type: 'payment.confirmed',
        sequence: 1,
        body: JSON.stringify({ event: 'payment.confirmed', requestId, reference: `${mark} event` }),
        created_at: at,
      })
      .execute()
    await tx
      .insertInto('webhook_deliveries')
      .values({
        id,
        event_id,
        endpoint_id: endpointId,
        request_id: requestId,
        sequence: 1,
        status: 'dead',
        attempt: 1,
        due_at: at,
        lease_until: null,
        created_at: at,
        completed_at: at,
        last_response_status: 500,
        last_error: `${mark} error`,
      })
      .execute()
    await tx
      .insertInto('webhook_attempts')
      .values({
        id: createId(host.context),
        delivery_id: id,
        attempt: 0,
        started_at: at,
        duration_ms: 1,
        response_status: 500,
        response_body: `${mark} body`,
        error: `${mark} error`,
      })
      .execute()
  })
  return id
}

/** A payout that waits for the approval of any member. */
async function addApproval(
  { host }: TestHost,
  { tenantId, requestId }: { tenantId: string; requestId: string },
): Promise<string> {
  const { context } = host
  const id = createId(context)
  await context.db.kysely
    .insertInto('approvals')
    .values({
      id,
      tenant_id: tenantId,
      kind: 'payout',
      status: 'waiting',
      subject_id: null,
      request_ids: JSON.stringify([requestId]),
      worth_cents: null,
      limit_cents: null,
      requested_by: null,
      api_key_id: null,
      expires_at: null,
      created_at: context.now().toISOString(),
      decided_by: null,
      decided_at: null,
    })
    .execute()
  return id
}
