import type { api, Output } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Row } from '../../db/schema.ts'
import { describeScreening } from '../../screening/describeScreening.ts'
import { readScreening } from '../../screening/readScreening.ts'
import type { NotedRequest } from './loadRequest.ts'

/** The maximum number of attempts, and of unconfirmed payments, in a request's activity. */
const MAX_STEPS = 100

/** The rows that describe a request's activity before its confirmed payments. */
export type StoredActivity = {
  attempts: readonly Pick<
    Row<'attempts'>,
    'wallet' | 'chain' | 'tx_hash' | 'created_at' | 'sent_at'
  >[]
  screenings: readonly Row<'payment_screenings'>[]
  pending: readonly Pick<Row<'pending_payments'>, 'network' | 'tx_hash' | 'seen_at'>[]
}

type Activity = NonNullable<Output<typeof api.requests.get>['activity']>

const selectAttempts = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .innerJoin('attempts', 'attempts.token', 'requests.secure_payment_token')
    .select(['attempts.wallet', 'attempts.chain', 'attempts.tx_hash', 'attempts.created_at'])
    .select('attempts.sent_at')
    .where('requests.id', '=', TEXT)
    .orderBy('attempts.created_at', 'desc')
    .limit(sql.lit(MAX_STEPS))
    .compile(),
)
const selectScreenings = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .innerJoin('payment_screenings', 'payment_screenings.token', 'requests.secure_payment_token')
    .selectAll('payment_screenings')
    .where('requests.id', '=', TEXT)
    .compile(),
)
const selectPending = preparedRead((kysely) =>
  kysely
    .selectFrom('pending_payments')
    .select(['network', 'tx_hash', 'seen_at'])
    .where('request_id', '=', TEXT)
    .orderBy('block_number', 'desc')
    .limit(sql.lit(MAX_STEPS))
    .compile(),
)

/** Reads a request's newest attempts, screened wallets and pending payments; most requests have none of them. */
export async function readActivity(
  { db }: Pick<Context, 'db'>,
  {
    id,
    has_attempt,
    has_screening,
    has_pending,
  }: Pick<NotedRequest, 'id' | 'has_attempt' | 'has_screening' | 'has_pending'>,
): Promise<StoredActivity> {
  const [attempts, screenings, pending] = await Promise.all([
    has_attempt === null ? [] : selectAttempts(db, id),
    has_screening === null ? [] : selectScreenings(db, id),
    has_pending === null ? [] : selectPending(db, id),
  ])
  return { attempts, screenings, pending }
}

/** Describes the payers' steps in chronological order, from the page's first opening to the confirmed payments. Pure. */
export function describeActivity({
  request,
  attempts,
  screenings,
  pending,
  payments,
}: StoredActivity & {
  request: Pick<NotedRequest, 'opened_at'>
  payments: readonly Pick<
    Row<'payments'>,
    'id' | 'network' | 'tx_hash' | 'source_tx_hash' | 'seen_at' | 'detected_at'
  >[]
}): Activity {
  const { opened_at } = request
  const seen = [...pending, ...payments].flatMap(({ network, tx_hash: txHash, seen_at: at }) =>
    at === null ? [] : [{ kind: 'seen' as const, at, network, txHash }],
  )
  const onChain = [
    ...seen,
    ...payments.flatMap(({ tx_hash, source_tx_hash, detected_at: at }) => [
      { txHash: tx_hash, at },
      { txHash: source_tx_hash, at },
    ]),
  ]
  const steps: Activity = [
    ...(opened_at === null ? [] : [{ kind: 'opened' as const, at: opened_at }]),
    ...screenings.map(describeScreened),
    ...attempts.flatMap(
      ({ wallet: walletAddress, chain: network, tx_hash, created_at, sent_at }) => [
        { kind: 'wallet_chosen' as const, at: created_at, walletAddress, network },
        ...(tx_hash === null || sent_at === null
          ? []
          : [
              {
                kind: 'sent' as const,
                // The page's report may arrive after the transaction was seen.
                at: earliest(
                  sent_at,
                  onChain.filter(({ txHash }) => txHash === tx_hash),
                ),
                walletAddress,
                network,
                txHash: tx_hash,
              },
            ]),
      ],
    ),
    ...seen.filter(({ txHash }, index) => seen.findIndex((one) => one.txHash === txHash) === index),
    ...payments.map(({ id: paymentId, network, tx_hash: txHash, detected_at: at }) => ({
      kind: 'confirmed' as const,
      at,
      network,
      txHash,
      paymentId,
    })),
  ]
  return steps.sort((a, b) => compare(a.at, b.at) || ORDER[a.kind] - ORDER[b.kind])
}

function describeScreened(row: Row<'payment_screenings'>) {
  const screening = describeScreening(readScreening(row))
  const { wallet: walletAddress, screened_at: at } = row
  return { kind: 'screened' as const, at, walletAddress, screening }
}

/** Steps with the same time are in this order. */
const ORDER = { opened: 0, screened: 1, wallet_chosen: 2, sent: 3, seen: 4, confirmed: 5 } as const

function earliest(at: string, others: readonly { at: string }[]): string {
  return others.reduce((least, other) => (other.at < least ? other.at : least), at)
}

/** ISO times in UTC sort correctly as text. */
function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
