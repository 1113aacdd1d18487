import { describeRequest } from '@secure-payment/core/ways'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { NonEmpty } from '../nonEmpty.ts'
import { findRefunds } from '../refunds/refundRows.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { isOpenSql } from '../signed/signedRows.ts'
import { isLive, mayHaveSent } from './attemptLease.ts'
import { loadAttempts } from './attemptRows.ts'
import type { Obstacle } from './cancelErrors.ts'

/** The time for which a reported transaction may still arrive. An attempt with a transaction holds its lock for the same time. */
export const REPORTED_MS = 60 * 60_000

type Facts = {
  token: string | null
  requests: NonEmpty<WholeRequest>
  now: Date
  /** The keys of reported transactions that no node has; see `sentKey`. */
  unsent: ReadonlySet<string>
}

/** A transaction that a page reported; `txHash` is in its network's format. */
export type Reported = { network: string; txHash: string }

/** `doubts` lists the reports that cause the obstacle; empty if there is better evidence. Anyone with the link can forge a report. */
export type Refusal = { obstacle: Obstacle; doubts: Reported[] }

/** Returns a reported transaction's key in `unsent`. */
export function sentKey({ network, txHash }: Reported): string {
  return `${network} ${txHash}`
}

/**
 * Finds what prevents a payment's cancellation, under its locks; null if nothing does. An attempt that ended or lapsed without a
 * transaction is not an obstacle, because anyone who opens the link could otherwise prevent its cancellation.
 */
export async function findObstacle(tx: Tx, facts: Facts): Promise<Refusal | null> {
  const { token, requests, now } = facts
  if (requests.some(({ plan }) => describeRequest(plan).isScheduled)) return proven('scheduled')
  const ids = requests.map(({ id }) => id)
  if (await isPaid(tx, requests)) return proven('paid')
  if (await hasRow(tx, 'pending_payments', ids)) return proven('seen')
  return token === null
    ? null
    : findPaying(tx, { token, requestIds: ids, now, unsent: facts.unsent })
}

/** A page, and the requests on it that the caller changes. */
type Payable = { token: string; requestIds: readonly string[] }

/** Finds a wallet that is paying a page, under the page's lock; null for none. `unsent`: as in `findObstacle`. */
export async function findPaying(
  tx: Tx,
  { token, requestIds, now, unsent }: Pick<Facts, 'now' | 'unsent'> & Payable,
): Promise<Refusal | null> {
  const signed = await findSigned(tx, requestIds)
  if (signed !== null) return { obstacle: { reason: 'attempt', until: signed }, doubts: [] }
  const attempts = await loadAttempts(tx, token)
  const live = attempts.filter((attempt) => isLive(attempt, now))
  const until = live
    .map(({ lease_until }) => lease_until)
    .toSorted()
    .at(-1)
  if (until !== undefined) return { obstacle: { reason: 'attempt', until }, doubts: [] }
  return findReported(tx, { token, requestIds, attempts, now, unsent })
}

/** Finds the deadline of a signed payment that may still be made for one of the requests; null for none. */
async function findSigned(tx: Tx, requestIds: readonly string[]): Promise<string | null> {
  const row = await tx
    .selectFrom('signed_payments')
    .select('deadline_s')
    .where('request_id', 'in', requestIds)
    .where(isOpenSql)
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : new Date(Number(row.deadline_s) * 1_000).toISOString()
}

function proven(reason: 'scheduled' | 'paid' | 'seen' | 'bridged'): Refusal {
  return { obstacle: { reason }, doubts: [] }
}

/**
 * Returns whether any money for a request arrived, or the whole amount for a refund. A partly paid refund can be cancelled: the
 * refund then counts with the amount paid, so the rest can be refunded again.
 */
async function isPaid(tx: Tx, requests: NonEmpty<WholeRequest>): Promise<boolean> {
  if (requests.some(({ has_been_paid }) => has_been_paid === 1)) return true
  const refunds = await findRefunds(tx, requests)
  const others = requests.filter(({ id }) => !refunds.has(id))
  if (others.length === 0) return false
  if (others.some(({ paid_units }) => paid_units !== '0')) return true
  return hasRow(
    tx,
    'payments',
    others.map(({ id }) => id),
  )
}

async function hasRow(
  tx: Tx,
  table: 'payments' | 'pending_payments',
  requestIds: readonly string[],
): Promise<boolean> {
  const row = await tx
    .selectFrom(table)
    .select('request_id')
    .where('request_id', 'in', requestIds)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Finds a transaction that a page reported and that may still pay; null if there is none. A bridge carries it, or it is so recent that it
 * may still appear on the chain. A bridge may still carry a payment that one of the requests' earlier pages reported.
 */
async function findReported(
  tx: Tx,
  facts: Pick<Facts, 'now' | 'unsent'> & Payable & { attempts: readonly Row<'attempts'>[] },
): Promise<Refusal | null> {
  const { token, requestIds, attempts, now, unsent } = facts
  const intents = await tx
    .selectFrom('intents')
    .select(['status', 'created_at', 'promised_units', 'chain', 'source_network', 'tx_hash'])
    .where(({ or, eb }) => or([eb('token', '=', token), eb('request_id', 'in', requestIds)]))
    .execute()
  const bridged = intents.filter(({ status }) => status === 'tracking')
  if (bridged.some(({ promised_units }) => promised_units !== null)) return proven('bridged')
  const since = new Date(now.getTime() - REPORTED_MS).toISOString()
  const isYoung = ({ created_at }: { created_at: string }) => created_at > since
  const readIntent = ({ chain, source_network, tx_hash }: (typeof intents)[number]): Reported => ({
    network: source_network ?? chain,
    txHash: tx_hash,
  })
  const isPossible = (report: Reported) => !unsent.has(sentKey(report))
  const held = attempts
    .flatMap((attempt) =>
      mayHaveSent(attempt, now) && attempt.tx_hash !== null
        ? [{ network: attempt.chain, txHash: attempt.tx_hash, until: untilOf(attempt) }]
        : [],
    )
    .filter(isPossible)
  const crossing = bridged.filter(isYoung).map(readIntent).filter(isPossible)
  const noted = intents
    .filter((intent) => intent.status === null && isYoung(intent))
    .map(readIntent)
    .filter(isPossible)
  const doubts = [...held, ...crossing, ...noted]
  const until = held
    .map((report) => report.until)
    .toSorted()
    .at(-1)
  if (until !== undefined) return { obstacle: { reason: 'attempt', until }, doubts }
  if (crossing.length > 0) return { obstacle: { reason: 'bridged' }, doubts }
  return noted.length > 0 ? { obstacle: { reason: 'sent' }, doubts } : null
}

function untilOf({ created_at }: Row<'attempts'>): string {
  return new Date(Date.parse(created_at) + REPORTED_MS).toISOString()
}
