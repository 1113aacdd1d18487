import { decodePaymentLogs, type RawLog } from '@secure-payment/core/evm'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import type { Lease } from '../leases/leases.ts'
import { recordPayments } from '../payments/recordPayments.ts'
import type { DetectedPayment, MatchedLog } from '../settlement/detectedPayment.ts'
import { boundStrays } from './boundStrays.ts'
import { boundUnmatched } from './boundUnmatched.ts'
import type { StatePatience } from './createStatePatience.ts'
import type { Cursor } from './cursorRows.ts'
import { dropRecorded } from './dropRecorded.ts'
import { findStrays } from './findStrays.ts'
import { findSweptPayments } from './findSweptPayments.ts'
import { linkIntents } from './linkIntents.ts'
import { logRefused } from './logRefused.ts'
import { matchLogs } from './matchLogs.ts'
import { readFacts } from './readFacts.ts'
import { traceUnmatched } from './traceUnmatched.ts'
import { valuePayments } from './valuePayments.ts'
import { weighUnmatched } from './weighUnmatched.ts'

/** The approximate number of logs per transaction, so that the writer is never locked for long. */
const MATCHES_A_TRANSACTION = 1_000

/**
 * The logs of one range. `cursor` is stored with the last of them; `null` leaves the stored cursor unchanged. `patience` is for a reader
 * of many ranges; without it, a missing state fails the range.
 */
export type RangeInput = {
  lease: Lease
  logs: readonly RawLog[]
  cursor: Cursor | null
  patience?: StatePatience | undefined
}

/** The numbers of new payments that count, of new payments that match no request, and of events. */
export type RecordedRange = { paymentCount: number; unmatchedCount: number; eventCount: number }

/**
 * Matches, completes and records one range's logs. Recorded payments are skipped.
 * @throws StaleLeaseError, ChainUnavailableError; earlier commits stay, and the range may be read again
 */
export async function recordRange(
  context: Pick<Context, 'chains' | 'db' | 'now' | 'random' | 'config' | 'log' | 'prices'>,
  client: ChainClient,
  { lease, logs, cursor, patience }: RangeInput,
): Promise<RecordedRange> {
  const claimed = decodePaymentLogs(logs)
  const matched = await matchLogs(context, client.network, logs)
  const swept = await findSweptPayments(context, client.network, claimed)
  const isSecondRead = cursor === null
  const matches = isSecondRead ? await dropRecorded(context, client.network, matched) : matched
  const strays = await findStrays(context, client, { logs: claimed, matches: matched })
  const total = { paymentCount: 0, unmatchedCount: 0, eventCount: 0 }
  const groups = groupByTransaction(matches)
  for (const [index, group] of groups.entries()) {
    const facts = await readFacts(context, client, group, patience)
    const unpaid = index === 0 ? [...facts.unmatched, ...swept, ...strays] : facts.unmatched
    const weighed = await weighUnmatched(context, client, unpaid)
    const bounded = await boundStrays(context, client.network.id, weighed)
    const unmatched = await traceUnmatched(client, claimed, await boundUnmatched(context, bounded))
    const linked = await linkIntents(context, client, facts.payments)
    const isLast = index === groups.length - 1
    const { payments, unmatchedCount, eventCount } = await recordPayments(context, {
      network: client.network.id,
      lease,
      payments: await valuePayments(context, client, linked),
      unmatched,
      cursor: isLast ? cursor : null,
    })
    total.paymentCount += payments.length
    total.unmatchedCount += unmatchedCount
    total.eventCount += eventCount
    logRecorded(context, payments)
    logRefused(context, unmatched)
  }
  return total
}

/**
 * Splits logs into groups of about a thousand; the logs of one transaction stay together. Without logs, returns one empty group.
 */
function groupByTransaction(matches: readonly MatchedLog[]): readonly MatchedLog[][] {
  const groups: MatchedLog[][] = [[]]
  let previous: MatchedLog | null = null
  for (const match of matches) {
    const group = groups.at(-1) ?? []
    const isSameTransaction = match.log.transactionHash === previous?.log.transactionHash
    if (group.length >= MATCHES_A_TRANSACTION && !isSameTransaction) groups.push([match])
    else group.push(match)
    previous = match
  }
  return groups
}

function logRecorded(context: Pick<Context, 'log'>, payments: readonly DetectedPayment[]): void {
  for (const payment of payments) {
    const { network, requestId, txHash, logIndex, requestUnits, blockNumber } = payment
    const { type, creditedUnits } = payment
    context.log.info(
      {
        network,
        requestId,
        txHash,
        logIndex,
        type,
        units: creditedUnits.toString(),
        requestUnits: requestUnits.toString(),
        blockNumber: blockNumber.toString(),
      },
      'Recorded payment',
    )
  }
}
