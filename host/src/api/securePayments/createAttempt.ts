import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { isLive, leaseUntil } from './attemptLease.ts'
import { describeSecurePayment } from './describeSecurePayment.ts'
import { AttemptInProgressError } from './errors.ts'
import { guardNotProcessing } from './guardNotProcessing.ts'
import { guardPayable } from './guardPayable.ts'
import { guardSameChain } from './guardSameChain.ts'
import { loadSecurePayment } from './loadSecurePayment.ts'
import { lockSecurePayment } from './lockSecurePayment.ts'
import { maskWallet } from './maskWallet.ts'
import { readWallet } from './readWallet.ts'

type Create = typeof api.securePayments.createAttempt

/** Takes the lock of a secure payment for one attempt, or renews it. Two devices that ask at once: one gets it. */
export async function createAttempt(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  { params, body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const wallet = readWallet(body.wallet) ?? body.wallet
  const stored = await loadSecurePayment(context, { token: params.token, caller })
  const payment = describeSecurePayment(context.config, stored, context.now())
  guardPayable(payment)
  guardNotProcessing(payment, stored)
  guardSameChain(payment, body)
  return context.db.transaction(async (tx) => {
    await lockSecurePayment(tx, params.token)
    const now = context.now()
    const attempts = await tx
      .selectFrom('attempts')
      .selectAll()
      .where('token', '=', params.token)
      .execute()
    refuseSecond(attempts, { attemptId: body.attemptId, now })
    const known = attempts.find((attempt) => attempt.id === body.attemptId)
    if (known === undefined) await refuseForeignId(tx, body.attemptId)
    const until = leaseUntil(now, known?.tx_hash ?? null)
    await saveAttempt(tx, {
      id: body.attemptId,
      token: params.token,
      wallet,
      chain: payment.network,
      currency: body.token,
      calldata_hash: body.calldataHash,
      nonce: body.nonce ?? null,
      phase: known !== undefined && isLive(known, now) ? known.phase : 'created',
      tx_hash: known?.tx_hash ?? null,
      lease_until: until,
      created_at: known?.created_at ?? now.toISOString(),
      updated_at: now.toISOString(),
    })
    return { attemptId: body.attemptId, leaseUntil: until }
  })
}

function refuseSecond(
  attempts: readonly Row<'attempts'>[],
  asked: { attemptId: string; now: Date },
): void {
  const other = attempts.find(
    (attempt) => attempt.id !== asked.attemptId && isLive(attempt, asked.now),
  )
  if (other === undefined) return
  const ageMs = asked.now.getTime() - Date.parse(other.created_at)
  throw new AttemptInProgressError({
    ageSeconds: Math.max(0, Math.floor(ageMs / 1_000)),
    wallet: maskWallet(other.wallet),
    phase: other.phase,
  })
}

async function refuseForeignId(tx: Tx, attemptId: string): Promise<void> {
  const taken = await tx
    .selectFrom('attempts')
    .select('id')
    .where('id', '=', attemptId)
    .executeTakeFirst()
  if (taken === undefined) return
  throw new InvalidInputError([
    { field: 'attemptId', code: 'already_used', message: 'is used by another payment' },
  ])
}

async function saveAttempt(tx: Tx, row: Row<'attempts'>): Promise<void> {
  const { id, created_at, token, ...changes } = row
  await tx
    .insertInto('attempts')
    .values({ id, created_at, token, ...changes })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}
