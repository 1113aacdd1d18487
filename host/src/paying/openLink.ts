import { createUlid } from '@secure-payment/core'
import type { NotNull } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { NewRow, Row } from '../db/schema.ts'
import type { IdempotencyClaim } from '../http/idempotency.ts'
import { buildOptionRows } from '../requests/buildOptionRows.ts'
import { buildRequestRow } from '../requests/buildRequestRow.ts'
import { guardUnpaid } from '../requests/guardUnpaid.ts'
import { plannedWith } from '../requests/plannedOf.ts'
import type { PlannedRequest } from '../requests/planRequest.ts'
import { readOptions } from '../requests/requestOptions.ts'
import { securePaymentUrl } from '../requests/securePaymentUrl.ts'
import type { CreatedSecurePayment } from '../requests/storeSecurePayment.ts'
import { describeSecurePayment, statusAt } from './describeSecurePayment.ts'
import { LinkInactiveError, LinkNotReusableError, PaymentNotPayableError } from './errors.ts'
import { findInactive } from './findInactive.ts'
import { guardPayable } from './guardPayment.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'
import { makeRoom } from './makeRoom.ts'

/** One payer's secure payment, and the link that it copies. */
export type OpenedLink = Omit<CreatedSecurePayment, 'feePlan'> & { linkToken: string }

/** The facts about the payer who opens a link. */
export type Opening = {
  /** The digest of the payer's address; null for a server. */
  addressDigest: string | null
  /** The key of the payer's form; another call with the same key returns the same copy. Null without one. */
  key: string | null
  idempotency: IdempotencyClaim | null
}

/** An unpaid copy ends after this time, or with its link. */
export const COPY_LIFETIME_MS = 24 * 3_600_000

const ULID_RANDOM_BYTES = 10
const CREATED = 201

/**
 * Creates the payer's own copy of a reusable link, with the link's current terms, and returns once it is durable. The link is locked during
 * the creation: either a cancellation comes first and the call is rejected, or the cancellation sees the copy.
 *
 * Anyone with the link can open copies. Copies count against the address that opened them, and not against the merchant. The number of open
 * copies is limited; at the limit, an old copy is ended for the next payer.
 *
 * @throws LinkNotReusableError, PaymentNotPayableError, LinkInactiveError, TooManyUnpaidError, TooManyOpenCopiesError
 */
export async function openLink(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  stored: StoredSecurePayment,
  opening: Opening,
): Promise<OpenedLink> {
  const { token: linkToken } = stored.securePayment
  if (stored.securePayment.is_reusable === 0) throw new LinkNotReusableError()
  const payment = describeSecurePayment(context.config, stored, context.now())
  guardPayable(payment)
  const owner = { tenantId: null, clientId: null, addressDigest: opening.addressDigest }
  const settle = await guardUnpaid(context, owner, 1)
  try {
    return await context.db.transaction(async (tx) => {
      const link = await lockLink(tx, linkToken)
      const now = context.now()
      const status = statusAt(link, now)
      if (status !== 'pending') throw new PaymentNotPayableError({ ...payment, status })
      const known = await findOpened(tx, linkToken, opening.key)
      if (known !== null) return describe(context, known, linkToken)
      const terms = await tx
        .selectFrom('requests')
        .selectAll()
        .where('secure_payment_token', '=', linkToken)
        .executeTakeFirstOrThrow()
      const inactive = await findInactive(context.db, tx, [terms])
      if (inactive.has(terms.id)) throw new LinkInactiveError(payment)
      await makeRoom(tx, context.db.dialect, { linkToken, now })
      const options = await readOptions(tx, terms.option_count === 0 ? [] : [terms.id])
      const planned = plannedWith(terms, options.get(terms.id))
      const rows = buildCopy(context, { link, terms, planned, opening, now })
      await tx.insertInto('secure_payments').values(rows.copy).execute()
      await tx.insertInto('requests').values(rows.request).execute()
      if (rows.options.length > 0) {
        await tx.insertInto('request_options').values(rows.options).execute()
      }
      await tx.insertInto('unlisted_requests').values(rows.unlisted).execute()
      const opened = { id: rows.request.id, secure_payment_token: rows.copy.token }
      const answer = describe(context, opened, linkToken)
      const claimed = opening.idempotency?.row(CREATED, answer)
      if (claimed !== undefined) await tx.insertInto('idempotency_keys').values(claimed).execute()
      return answer
    })
  } finally {
    settle()
  }
}

/** Locks the link, so that other openings and its cancellation wait. */
function lockLink(tx: Tx, token: string): Promise<Row<'secure_payments'>> {
  return tx
    .updateTable('secure_payments')
    .set((eb) => ({ token: eb.ref('token') }))
    .where('token', '=', token)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Opened = { id: string; secure_payment_token: string }

async function findOpened(tx: Tx, linkToken: string, key: string | null): Promise<Opened | null> {
  if (key === null) return null
  const found = await tx
    .selectFrom('secure_payments')
    .innerJoin('requests', 'requests.secure_payment_token', 'secure_payments.token')
    .select(['requests.id', 'requests.secure_payment_token'])
    .where('secure_payments.link_token', '=', linkToken)
    .where('secure_payments.open_key', '=', key)
    .$narrowType<{ secure_payment_token: NotNull }>()
    .executeTakeFirst()
  return found ?? null
}

function describe(
  { config }: Pick<Context, 'config'>,
  { id, secure_payment_token: token }: Opened,
  linkToken: string,
): OpenedLink {
  return {
    requestIds: [id],
    securePaymentUrl: securePaymentUrl(config, token),
    token,
    linkToken,
  }
}

/** Builds the rows of a copy, which has the terms of its link. */
function buildCopy(
  context: Pick<Context, 'random'>,
  facts: {
    link: Row<'secure_payments'>
    terms: Row<'requests'>
    planned: PlannedRequest
    opening: Opening
    now: Date
  },
): {
  copy: NewRow<'secure_payments'>
  request: Row<'requests'>
  options: Row<'request_options'>[]
  unlisted: NewRow<'unlisted_requests'>
} {
  const { link, terms, planned, opening, now } = facts
  const token = createUlid(now.getTime(), context.random(ULID_RANDOM_BYTES))
  const latest = new Date(now.getTime() + COPY_LIFETIME_MS).toISOString()
  const expiresAt = link.expires_at < latest ? link.expires_at : latest
  const request = buildRequestRow(context, planned, {
    tenantId: terms.tenant_id,
    clientId: terms.client_id,
    origin: terms.origin,
    addressDigest: opening.addressDigest,
    reference: terms.reference,
    now,
    securePayment: { token, itemIndex: 0, expiresAt },
    order: terms.order_details,
    linkToken: link.token,
  })
  const copy = {
    ...link,
    token,
    status: 'pending',
    created_at: now.toISOString(),
    expires_at: expiresAt,
    completed_at: null,
    event_sequence: 0,
    user_event_count: 0,
    revision: 1,
    opened_at: null,
    is_reusable: 0,
    link_token: link.token,
    open_key: opening.key,
  } as const
  const unlisted = {
    request_id: request.id,
    link_token: link.token,
    copy_token: token,
    expires_at: expiresAt,
  }
  const options = buildOptionRows(context, planned.options, request)
  return { copy, request, options, unlisted }
}
