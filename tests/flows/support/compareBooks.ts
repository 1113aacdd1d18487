import type { Database } from '../../../host/src/db/openDatabase.ts'
import type { Ledger } from './createLedger.ts'
import type { MockChain } from './mockChain.ts'

/** Computes the requests' state from the canonical chain, and describes each difference from the stored state in one sentence. */
export async function compareBooks(
  db: Database,
  ledger: Ledger,
  chain: MockChain,
): Promise<string[]> {
  const paid = foldChain(ledger, chain)
  const rows = await db.kysely.selectFrom('requests').selectAll().execute()
  const payments = await db.kysely.selectFrom('payments').selectAll().execute()
  const events = await db.kysely
    .selectFrom('events')
    .select(['request_id', 'type', 'sequence'])
    .execute()
  const differences: string[] = []
  const expectSame = (what: string, actual: unknown, expected: unknown) => {
    if (String(actual) !== String(expected))
      differences.push(`${what} is ${actual}, should be ${expected}`)
  }
  for (const request of ledger.requests()) {
    const row = rows.find((candidate) => candidate.id === request.id)
    const units = paid.get(request.id) ?? 0n
    const isPaid = units >= BigInt(request.expected_units)
    const own = events.filter((event) => event.request_id === request.id)
    expectSame(`paid_units of ${request.id}`, row?.paid_units, units)
    expectSame(`has_been_paid of ${request.id}`, row?.has_been_paid, isPaid ? 1 : 0)
    const confirmed = own.filter((event) => event.type === 'payment.confirmed').length
    expectSame(`confirmations of ${request.id}`, confirmed, isPaid ? 1 : 0)
    const sequences = own.map((event) => event.sequence).sort((a, b) => a - b)
    expectSame(
      `sequences of ${request.id}`,
      sequences,
      sequences.map((_, index) => index + 1),
    )
    const parts = payments.filter((payment) => payment.request_id === request.id)
    const sum = parts.reduce((total, payment) => total + BigInt(payment.request_units), 0n)
    expectSame(`the sum of the payments of ${request.id}`, sum, units)
    for (const { id, type, conversion_rate: rate } of parts) {
      expectSame(`the type of payment ${id}`, type, request.kind)
      expectSame(`whether payment ${id} has a rate`, rate !== null, type === 'conversion')
    }
  }
  const pending = await db.kysely.selectFrom('pending_payments').selectAll().execute()
  expectSame('the number of pending payments', pending.length, 0)
  return differences
}

function foldChain(ledger: Ledger, chain: MockChain): ReadonlyMap<string, bigint> {
  const paid = new Map<string, bigint>()
  for (const block of chain.blocks) {
    for (const { hash } of block.transactions) {
      for (const [requestId, units] of ledger.worth(hash, block)) {
        paid.set(requestId, (paid.get(requestId) ?? 0n) + units)
      }
    }
  }
  return paid
}
