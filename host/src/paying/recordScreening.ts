import type { Context } from '../context.ts'
import { lockSecurePayment } from '../db/lockSecurePayment.ts'
import type { Tx } from '../db/openDatabase.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import { isCurrent } from '../screening/isCurrent.ts'
import type { Screening } from '../screening/screener.ts'
import { emit } from '../webhooks/emit.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'

/** The maximum number of wallets per secure payment whose decisions are recorded, because anyone with the link can name any number. */
export const MAX_SCREENED_WALLETS = 20

const selectRecorded = preparedRead((kysely) =>
  kysely
    .selectFrom('payment_screenings')
    .selectAll()
    .where('token', '=', TEXT)
    .where('wallet', '=', TEXT)
    .compile(),
)

/**
 * Records the decision about a wallet that tries to pay a page. Notifies the merchant of the first decision, of a different one, and of the
 * first one after an expiry. Other calls only read.
 */
export async function recordScreening(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  {
    securePayment,
    requests,
  }: Pick<StoredSecurePayment, 'securePayment'> & { requests: readonly { id: string }[] },
  screening: Screening,
): Promise<void> {
  const { db } = context
  const { token } = securePayment
  const { wallet } = screening
  if (isRecorded(await selectRecorded(db, token, wallet), screening, context.now())) return
  await db.transaction(async (tx) => {
    await lockSecurePayment(tx, token)
    const rows = await tx
      .selectFrom('payment_screenings')
      .selectAll()
      .where('token', '=', token)
      .execute()
    const own = rows.filter((row) => row.wallet === wallet)
    if (isRecorded(own, screening, context.now())) return
    if (own.length === 0 && rows.length >= MAX_SCREENED_WALLETS) return
    await write(tx, token, screening)
    const { event_sequence } = await tx
      .updateTable('secure_payments')
      .set((eb) => ({ event_sequence: eb('event_sequence', '+', 1) }))
      .where('token', '=', token)
      .returning('event_sequence')
      .executeTakeFirstOrThrow()
    const requestIds = requests.map(({ id }) => id)
    const subject = { ...securePayment, requestIds, event_sequence }
    await emit(tx, context, [
      { type: 'kyt.screening.completed', securePayment: subject, screening },
    ])
  })
}

type Recorded = Awaited<ReturnType<typeof selectRecorded>>

function isRecorded([row]: Recorded, { provider, isAllowed }: Screening, now: Date): boolean {
  if (row === undefined || row.provider !== provider) return false
  const { screened_at: screenedAt, expires_at: expiresAt } = row
  return row.is_allowed === (isAllowed ? 1 : 0) && isCurrent({ screenedAt, expiresAt }, now)
}

async function write(tx: Tx, token: string, screening: Screening): Promise<void> {
  const { wallet, provider, isAllowed, reasonCode, reference, screenedAt, expiresAt } = screening
  const decision = {
    provider,
    is_allowed: isAllowed ? 1 : 0,
    reason_code: reasonCode,
    reference,
    screened_at: screenedAt,
    expires_at: expiresAt,
  }
  await tx
    .insertInto('payment_screenings')
    .values({ token, wallet, ...decision })
    .onConflict((conflict) => conflict.columns(['token', 'wallet']).doUpdateSet(decision))
    .execute()
}
