import { setTimeout as delay } from 'node:timers/promises'
import type { api, Output, SecurePayment } from '@secure-payment/core/api'
import type { Hex } from 'viem'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { nonEmpty } from '../../nonEmpty.ts'
import { atNamedQuote } from '../../paying/atNamedQuote.ts'
import { isLive } from '../../paying/attemptLease.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import { AttemptEndedError, AttemptNotFoundError } from '../../paying/errors.ts'
import { findApproval, relaysPermits } from '../../paying/findPermit.ts'
import { guardPayment } from '../../paying/guardPayment.ts'
import { guardPermitCount } from '../../paying/guardPermitCount.ts'
import { guardScreened } from '../../paying/guardScreened.ts'
import { loadSecurePayment, type StoredSecurePayment } from '../../paying/loadSecurePayment.ts'
import { lockForPayer } from '../../paying/lockForPayer.ts'
import { planRemainders } from '../../paying/payable.ts'
import { type PlanContext, planSteps } from '../../paying/planSteps.ts'
import {
  PermitExistsError,
  PermitNotRelayedError,
  RelayUnavailableError,
} from '../../permits/errors.ts'
import type { Permit } from '../../permits/permitTypedData.ts'
import { isRelayAllowed } from '../../relayer/relayAllowance.ts'

type Create = typeof api.securePayments.createPermit
type PermitContext = PlanContext & Pick<Context, 'db' | 'random' | 'screening' | 'signal'>

const MIN_LEFT_S = 60
const MAX_LEFT_S = 30 * 60
/** The executor polls every two seconds, and a chain responds within a few more. */
const WAIT_MS = 10_000
const POLL_MS = 100

/**
 * Submits, through the relayer, a permit that a live attempt's wallet has signed for exactly the approval that the payment needs now.
 * Returns the hash of the transaction once it is signed and stored; idempotent.
 *
 * @throws AttemptEndedError, and what `loadSecurePayment`, `findAttempt`, `guardPayment`, `guardScreened`, `checkPermit` and `storePermit`
 *   throw
 */
export async function createPermit(
  context: PermitContext,
  { params, body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const stored = await loadSecurePayment(context, {
    token: params.token,
    caller,
    option: body.option,
  })
  const { attemptId, deadline, quote } = body
  // The schema has validated the hex string.
  const signature = body.signature.toLowerCase() as Hex
  const attempt = await findAttempt(context, params.token, attemptId)
  const before = await findRow(context, attemptId)
  if (before !== null) return answer(context, refuseOther(before, signature))
  const now = context.now()
  const payment = describeSecurePayment(context.config, stored, now)
  guardPayment(payment, stored, { now })
  if (attempt.tx_hash !== null || !isLive(attempt, now)) throw new AttemptEndedError()
  await guardScreened(context, stored, attempt.wallet)
  guardDeadline(deadline, now)
  const permit = await checkPermit(context, { stored, attempt, deadline, signature, quote })
  return answer(
    context,
    await storePermit(context, { payment, stored, attempt, permit, signature }),
  )
}

async function findAttempt(
  { db }: Pick<Context, 'db'>,
  token: string,
  attemptId: string,
): Promise<Row<'attempts'>> {
  const attempt = await db.kysely
    .selectFrom('attempts')
    .selectAll()
    .where('token', '=', token)
    .where('id', '=', attemptId)
    .executeTakeFirst()
  if (attempt === undefined) throw new AttemptNotFoundError()
  return attempt
}

async function findRow(
  { db }: { db: Pick<Context['db'], 'kysely'> },
  attemptId: string,
): Promise<Row<'permits'> | null> {
  const row = await db.kysely
    .selectFrom('permits')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
  return row ?? null
}

function refuseOther(row: Row<'permits'>, signature: Hex): Row<'permits'> {
  if (row.signature !== signature) throw new PermitExistsError()
  return row
}

function guardDeadline(deadlineS: number, now: Date): void {
  const leftS = deadlineS - now.getTime() / 1_000
  if (leftS < MIN_LEFT_S || leftS > MAX_LEFT_S) {
    throw new PermitNotRelayedError({ problem: 'wrong_deadline' })
  }
}

/**
 * The message that the wallet must have signed follows from the payment; only the deadline, the quote and the signature come from the call.
 */
async function checkPermit(
  context: PermitContext,
  facts: {
    stored: StoredSecurePayment
    attempt: Row<'attempts'>
    deadline: number
    signature: Hex
    quote: string | undefined
  },
): Promise<Permit> {
  const { stored, attempt, deadline, signature, quote } = facts
  const { network, payment_type } = stored.securePayment
  if (!relaysPermits(context.config) || attempt.chain !== network || payment_type !== 'single') {
    throw new PermitNotRelayedError({ problem: 'not_relayed' })
  }
  if (!(await isRelayAllowed(context, stored.securePayment.tenant_id))) {
    throw new PermitNotRelayedError({ problem: 'not_relayed' })
  }
  const planned = await planSteps(
    context,
    nonEmpty(atNamedQuote(planRemainders(stored.requests), quote)),
    attempt.wallet,
  )
  // No node returned the wallet's balance and allowance.
  if (planned.means === null) throw new RelayUnavailableError()
  const allowed = findApproval(planned, attempt.wallet)
  if (allowed === null) throw new PermitNotRelayedError({ problem: 'not_needed' })
  if (!planned.means.hasEnoughBalance) throw new PermitNotRelayedError({ problem: 'no_balance' })
  const { planPermit } = await import('../../permits/planPermit.ts')
  const permit = await planPermit(context.chains.get(network), allowed, BigInt(deadline))
  if (permit === null) throw new PermitNotRelayedError({ problem: 'no_permits' })
  const { findSigner } = await import('../../permits/permitTypedData.ts')
  if ((await findSigner(permit, signature)) !== permit.owner) {
    throw new PermitNotRelayedError({ problem: 'wrong_signature' })
  }
  return permit
}

async function storePermit(
  context: PermitContext,
  facts: {
    payment: SecurePayment
    stored: StoredSecurePayment
    attempt: Row<'attempts'>
    permit: Permit
    signature: Hex
  },
): Promise<Row<'permits'>> {
  const { stored, attempt, permit, signature } = facts
  const { token, tenant_id, network } = stored.securePayment
  return context.db.transaction(async (tx) => {
    await lockForPayer(tx, facts.payment)
    const known = await findRow({ db: { kysely: tx } }, attempt.id)
    if (known !== null) return refuseOther(known, signature)
    await guardPermitCount(tx, context, { token, tenant_id })
    const now = context.now().toISOString()
    const row: Row<'permits'> = {
      id: createId(context),
      tenant_id,
      token,
      attempt_id: attempt.id,
      network,
      token_address: permit.domain.verifyingContract,
      owner: permit.owner,
      spender: permit.spender,
      value_units: String(permit.valueUnits),
      deadline_s: permit.deadlineS,
      signature,
      status: 'due',
      tx_hash: null,
      created_at: now,
      updated_at: now,
    }
    await tx.insertInto('permits').values(row).execute()
    return row
  })
}

/**
 * Waits for the relayer, which may run on another host. A permit that the relayer did not send in time is never sent.
 */
async function answer(
  context: Pick<PermitContext, 'db' | 'now' | 'signal'>,
  row: Row<'permits'>,
): Promise<Output<Create>> {
  const deadline = performance.now() + WAIT_MS
  for (let last = row; ; last = (await findRow(context, row.attempt_id)) ?? last) {
    if (last.tx_hash !== null) return { txHash: last.tx_hash }
    if (last.status === 'refused') throw new PermitNotRelayedError({ problem: 'refused' })
    if (last.status === 'dropped') throw new RelayUnavailableError()
    if (performance.now() > deadline || context.signal.aborted) await drop(context, row)
    else await delay(POLL_MS)
  }
}

/** Drops the permit only while it is due; a permit that was sent in the meantime stays sent. */
async function drop(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id }: Row<'permits'>,
): Promise<void> {
  await db.kysely
    .updateTable('permits')
    .set({ status: 'dropped', updated_at: now().toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .execute()
}
