import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendResets } from '../../host/src/contacts/sendResets.ts'
import type { Tx } from '../../host/src/db/openDatabase.ts'
import { createId } from '../../host/src/id.ts'
import { acquireLease } from '../../host/src/leases/leases.ts'
import { assignUnmatched } from '../../host/src/payments/assignUnmatched.ts'
import { revokePayments } from '../../host/src/payments/revokePayments.ts'
import { UNKNOWN_REFERENCE } from '../../host/src/settlement/detectedPayment.ts'
import { claim as claimDeliveries } from '../../host/src/webhooks/claim.ts'
import { markDeliveries } from '../../host/src/webhooks/markDeliveries.ts'
import { addPasskey, callAs, openGuardedAccount, passPassword } from '../support/passkeyMember.ts'
import { readMails } from '../support/readMails.ts'
import { recordDeposit } from '../support/recordDeposit.ts'
import { seedPaid, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS, registerAccount, type SignedIn } from '../support/signIn.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

/** SQLite has one writer, so its transactions cannot deadlock. */
const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
const UNITS = 12_500_000n

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({
    ...NO_LIMITS,
    PAY_SMTP_URL: 'file:///nowhere',
    PAY_MAIL_FROM: 'shop@example.test',
  })
})
afterAll(() => test[Symbol.asyncDispose]())

/** Returns whether any transaction in this database waits for another transaction's lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql<{ waiting: number | string }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(
    test.host.context.db.kysely,
  )
  return Number(rows[0]?.waiting) > 0
}

/**
 * Runs `rival` while another transaction holds its first rows, and then lets that transaction lock its second rows. Returns the
 * number of times that the rival's transactions began, which is more than one after a deadlock.
 */
async function countTries<T>(
  transaction: { first: (tx: Tx) => Promise<unknown>; second: (tx: Tx) => Promise<unknown> },
  rival: () => Promise<T>,
): Promise<{ tries: number; result: T }> {
  const { db } = test.host.context
  const { transaction: run } = db
  let tries = 0
  db.transaction = (fn) =>
    run((tx) => {
      tries += 1
      return fn(tx)
    })
  try {
    const running = await db.kysely.transaction().execute(async (tx) => {
      await transaction.first(tx)
      const pending = rival()
      await waitUntil(isWaiting)
      await transaction.second(tx)
      return { pending }
    })
    return { result: await running.pending, tries }
  } finally {
    db.transaction = run
  }
}

async function verifyEmail(by: SignedIn & { email: string }): Promise<string> {
  await callAs(test, by, 'POST', '/v1/auth/email', { email: by.email })
  const mails = await readMails(test, by.email)
  const code = /#confirm-email=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1]
  const answer = await callAs(test, by, 'POST', '/v1/auth/email/confirm', { code })
  expect(answer.status).toBe(200)
  return idOf(by.email)
}

async function idOf(email: string): Promise<string> {
  const { db, sealer } = test.host.context
  const { id } = await db.kysely
    .selectFrom('accounts')
    .select('id')
    .where('email_digest', '=', sealer.digest('email', email))
    .executeTakeFirstOrThrow()
  return id
}

/** Locks rows through an update that changes nothing. */
const touch = (table: string, column: string, key: string) => (tx: Tx) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}
    where ${sql.ref(column)} = ${key}`.execute(tx)

describe.runIf(isPostgres)('Two transactions do not deadlock', () => {
  it('two transactions do not deadlock when a password is reset while it is changed', async () => {
    const account = await registerAccount(test)
    const id = await idOf(account.email)
    await callAs(test, null, 'POST', '/v1/auth/password-reset', { email: account.email })
    while ((await sendResets(test.host.context)).more);
    const mails = await readMails(test, account.email)
    const code = /#reset-password=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1]
    const body = { code, newPassword: 'another horse battery staple' }
    const { tries, result } = await countTries(
      { first: touch('accounts', 'id', id), second: touch('mail_codes', 'member_id', id) },
      () => callAs(test, null, 'POST', '/v1/auth/password-reset/confirm', body),
    )
    expect([result.status, tries]).toEqual([200, 1])
  })

  it('two transactions do not deadlock when a member removes a passkey while the member’s role changes', async () => {
    const account = await registerAccount(test)
    const id = await verifyEmail(account)
    const { id: passkeyId } = await addPasskey(test, account)
    const { tries, result } = await countTries(
      {
        first: touch('tenants', 'id', account.tenantId),
        second: touch('accounts', 'id', id),
      },
      () => callAs(test, account, 'DELETE', `/v1/auth/passkeys/${passkeyId}`),
    )
    expect([result.status, tries]).toEqual([200, 1])
  })

  it('two transactions do not deadlock when a recovery code signs a member in while the member’s role changes', async () => {
    const account = await openGuardedAccount(test)
    const id = await verifyEmail(account)
    const pending = await passPassword(test, account.email)
    const [recoveryCode] = account.recoveryCodes
    const { tries, result } = await countTries(
      {
        first: touch('tenants', 'id', account.tenantId),
        second: touch('accounts', 'id', id),
      },
      () => callAs(test, pending, 'POST', '/v1/auth/second-factor/verify', { recoveryCode }),
    )
    expect([result.status, tries]).toEqual([200, 1])
  })

  it('two transactions do not deadlock when a refund is created while another change to its request locks the merchant account', async () => {
    const { rates, db } = test.host.context
    stateChain(test)
    const payment = await seedPaid(test)
    await db.kysely.updateTable('tenants').set({ approval_limit_cents: 10_000_000n }).execute()
    const { latest } = rates
    rates.latest = async () => ({ rate: 10n ** 20n, maxAgeS: 0 }) as never
    try {
      const { tries, result } = await countTries(
        {
          first: touch('requests', 'id', payment.request_id),
          second: touch('tenants', 'id', payment.tenant_id),
        },
        () => test.call('POST', `/v2/payments/${payment.id}/refunds`, { body: { amount: 'all' } }),
      )
      expect([result.status, tries]).toEqual([201, 1])
    } finally {
      rates.latest = latest
      await db.kysely.updateTable('tenants').set({ approval_limit_cents: null }).execute()
    }
  })

  it('two transactions do not deadlock when a receiver returns 410 while its endpoint is removed', async () => {
    const { context } = test.host
    const endpoint = await test.call('POST', '/v1/webhook', {
      body: { url: 'https://hooks.example.test/a' },
    })
    const endpointId = String(endpoint.json.id)
    const { requestIds } = await test.createPayment()
    await recordDeposit(test.host, { requestId: requestIds[0] ?? '', units: UNITS })
    const [claim] = await claimDeliveries(context, [{ endpointId, limit: 1 }])
    if (claim === undefined) throw new Error('No delivery is due.')
    const tried = {
      ...{ claim, headers: {}, startedAt: context.now(), durationMs: 1 },
      ...{ responseStatus: 410, responseBody: '', error: null },
      next: { kind: 'gone' } as const,
    }
    const { tries, result } = await countTries(
      {
        first: touch('webhook_endpoints', 'id', endpointId),
        second: touch('webhook_deliveries', 'endpoint_id', endpointId),
      },
      () => markDeliveries(context, [tried]),
    )
    expect([result, tries]).toEqual([[endpointId], 1])
  })

  it('two transactions do not deadlock when a reorganisation revokes payments while a payment completes their link', async () => {
    const { context } = test.host
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
    for (const requestId of requestIds) await recordDeposit(test.host, { requestId, units: UNITS })
    const { tenant_id } = await context.db.kysely
      .selectFrom('requests')
      .select('tenant_id')
      .where('id', '=', requestIds[0] ?? '')
      .executeTakeFirstOrThrow()
    const lease = await acquireLease(context, 'watch', 'tests')
    if (lease === null) throw new Error('The lease is taken.')
    const cursor = { blockNumber: 9n, blockHash: `0x${'00'.repeat(32)}` }
    const { tries, result } = await countTries(
      {
        first: touch('secure_payments', 'token', token),
        second: touch('payment_totals', 'tenant_id', tenant_id),
      },
      () => revokePayments(context, { network: 'devnet', lease, cursor }),
    )
    expect([result.paymentCount >= 2, tries]).toEqual([true, 1])
  })
})

/** Locks a row without changing it. */
const hold = (table: string, id: string) => (tx: Tx) =>
  sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(tx)

describe.runIf(isPostgres)('A change that waits for a lock', () => {
  it('an assignment that waits for an unmatched payment’s lock is rejected once a refund returns that payment', async () => {
    const { context } = test.host
    const { kysely } = context.db
    stateChain(test)
    const { id: paymentId, tenant_id } = await seedPaid(test)
    const { json } = await test.call('POST', `/v2/payments/${paymentId}/refunds`, {
      body: { amount: 'all' },
    })
    const id = createId(context)
    await kysely
      .insertInto('unmatched_payments')
      .values({
        ...{ id, tenant_id, request_id: '', network: 'devnet', log_index: 7, block_number: 1n },
        ...{ tx_hash: `0x${'a7'.repeat(32)}`, contract: '0x', token_address: null, payee: '0x' },
        ...{
          amount_units: '1',
          reason: UNKNOWN_REFERENCE,
          detected_at: '2026-01-01T00:00:00.000Z',
        },
      })
      .execute()
    const { tenantId: other } = await registerAccount(test)
    const { result } = await countTries(
      {
        first: hold('unmatched_payments', id),
        second: (tx) =>
          tx.updateTable('refunds').set({ unmatched_id: id }).where('id', '=', json.id).execute(),
      },
      () => assignUnmatched(context, id, other),
    )
    expect(result.isDone).toBe(false)
  })

  it('a cancellation that waits for a refund’s lock is rejected once the refund is paid', async () => {
    stateChain(test)
    const { id: paymentId } = await seedPaid(test)
    const { json } = await test.call('POST', `/v2/payments/${paymentId}/refunds`, {
      body: { amount: 'all' },
    })
    const { refundRequestId: id } = json
    const paid = { paid_units: String(UNITS), has_been_paid: 1 } as const
    const { result } = await countTries(
      {
        first: hold('requests', id),
        second: (tx) => tx.updateTable('requests').set(paid).where('id', '=', id).execute(),
      },
      () => test.call('POST', `/v2/refunds/${json.id}/cancel`),
    )
    expect(result).toMatchObject({
      status: 409,
      json: { code: 'refund_not_cancellable', reason: 'paid' },
    })
  })
})
