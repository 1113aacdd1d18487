import type { ChainClient, LogFilter } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { assertLease, type Lease } from '../leases/leases.ts'
import { listPending } from '../payments/requestRows.ts'
import type { CreditedLog } from '../settlement/detectedPayment.ts'
import { creditBorneFee } from './creditBorneFee.ts'
import { matchLogs } from './matchLogs.ts'
import { notationOf } from './notationOf.ts'
import { valueSeen } from './valueQuoted.ts'

/** The range of blocks that are too young to count. */
type YoungRange = { confirmed: bigint; head: { number: bigint; hash: string } }

/**
 * Maintains the table of payments that are not deep enough to count, which payers see as pending. The table is rewritten from the chain and
 * never credits a payment, so a reorganisation simply empties it.
 */
export type PendingWatch = {
  /** Whether any payment is or may be pending, because rows from before this watcher's start are unknown. */
  hasAny(): boolean
  /** Reads the new blocks since the last call, or all of the young range after a reorganisation. */
  update(lease: Lease, range: YoungRange): Promise<void>
}

/** Creates a watch without any data; the first update reads the whole range. */
export function createPendingWatch(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  client: ChainClient,
  filter: LogFilter,
): PendingWatch {
  let seen: readonly Row<'pending_payments'>[] = []
  let scanned: { number: bigint; hash: string } | null = null
  let stored: string | null = null
  const notation = notationOf(client.network)

  /** Reads one range; returns false if it does not continue the range that was read before. */
  async function scan(fromBlock: bigint, head: YoungRange['head']): Promise<boolean> {
    const range = { fromBlock, toBlock: head.number }
    const { logs, first, last } = await client.getLogs(range, filter)
    const continues = scanned === null || first.parentHash === scanned.hash
    if (!continues) return false
    const matches = await matchLogs(context, client.network, logs)
    const now = context.now()
    const seenAt = now.toISOString()
    const credited = matches.filter((match) => match.isCredited)
    const quoted = await valueSeen(context, credited, now)
    const found = credited.map((match) => ({
      network: client.network.id,
      tx_hash: notation.txHash(match.log.transactionHash),
      log_index: match.log.logIndex,
      request_id: match.request.id,
      block_number: match.log.blockNumber,
      amount_units: match.log.amountUnits.toString(),
      request_units: (quoted.get(match) ?? statedUnits(match)).toString(),
      payer: null,
      seen_at: seenAt,
      tenant_id: match.request.tenant_id,
    }))
    seen = [...seen, ...found]
    scanned = { number: last.number, hash: last.hash }
    return true
  }

  function forget(): void {
    seen = []
    scanned = null
  }

  return {
    hasAny: () => stored !== '',
    async update(lease, { confirmed, head }) {
      const reach = head.number - BigInt(client.network.maxLogRange) + 1n
      const lowest = max(0n, confirmed + 1n, reach)
      seen = seen.filter((row) => row.block_number >= lowest)
      if (lowest > head.number) forget()
      else if (scanned?.number !== head.number || scanned.hash !== head.hash) {
        const canContinue =
          scanned !== null && scanned.number < head.number && scanned.number >= lowest - 1n
        if (!canContinue) forget()
        const from = scanned === null ? lowest : scanned.number + 1n
        if (!(await scan(from, head))) {
          forget()
          await scan(lowest, head)
        }
      }
      const content = seen
        .map((row) => `${row.tx_hash}:${row.log_index}:${row.block_number}`)
        .join()
      if (content === stored) return
      await store(context, lease, client.network.id, seen)
      stored = content
    },
  }
}

/** Returns the amount that a payment states, in settlement units; 0 if only the rate of its block determines it. */
function statedUnits(match: CreditedLog): bigint {
  const { valuation, log } = match
  switch (valuation) {
    case 'units':
      return creditBorneFee(match, log)
    case 'conversion':
      return log.conversion === null ? 0n : creditBorneFee(match, log.conversion)
    case 'rate':
      return 0n
    case 'quote':
      throw new TypeError(
        `Log ${log.logIndex} pays a quoted request, so no event states its value.`,
      )
    default:
      return valuation satisfies never
  }
}

async function store(
  context: Pick<Context, 'db' | 'now'>,
  lease: Lease,
  network: string,
  rows: readonly Row<'pending_payments'>[],
): Promise<void> {
  const { db } = context
  await db.transaction(async (tx) => {
    await assertLease(tx, db.dialect, lease)
    await tx.deleteFrom('pending_payments').where('network', '=', network).execute()
    for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
      await tx
        .insertInto('pending_payments')
        .values(rows.slice(at, at + ROWS_A_STATEMENT))
        .execute()
    }
    await listPending(
      tx,
      context,
      rows.map(({ request_id }) => request_id),
    )
  })
}

const ROWS_A_STATEMENT = 500

function max(first: bigint, ...others: readonly bigint[]): bigint {
  let most = first
  for (const other of others) if (other > most) most = other
  return most
}
