import type { api, Output } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { readPage, writeCursor } from '../../http/readPage.ts'
import { IS_CANDIDATE } from '../../refunds/isCandidate.ts'
import { describeKept, readKept } from '../../refunds/keptSurpluses.ts'
import { readRestsOf } from '../../refunds/readRests.ts'
import { isRequestId } from '../../requests/isRequestId.ts'
import {
  CANDIDATE_COLUMNS,
  type Candidate,
  type CandidateRow,
  describeCandidate,
} from './describeCandidate.ts'

type List = typeof api.refunds.candidates

/** A position is the time of the last change, or of the decision, and the id of a request. */
const CURSORS = {
  encoding: 'latin1' as const,
  isPosition: (text: string) => {
    const [time = '', id = '', ...rest] = text.split(' ')
    return rest.length === 0 && ISO_TIME.test(time) && isRequestId(id)
  },
}
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
/** The number of requests that are read together. Each can have `MOST_PAYMENTS` payments. */
const BATCH = 20
/** One call reads at most this many requests, because the money of all of them may have been refunded or kept already. */
const MOST_READ = 500

/** A request, and its place in the order of the list. */
type Listed = CandidateRow & { listed_at: string }

/**
 * Lists the requests whose money may need to be refunded, most recently changed first, or those whose money is kept, latest decision first.
 * Omits the money that existing refunds return.
 */
export async function listRefundCandidates(
  context: Pick<Context, 'db'>,
  { query, caller }: Pick<Call<List>, 'query' | 'caller'>,
): Promise<Output<List>> {
  const page = readPage(query, CURSORS)
  const { tenantId } = caller
  const isKept = query.decision === 'kept'
  const scope = { tenantId, fromDate: query.fromDate ?? null }
  const select = isKept ? selectKeptRows : selectOpenRows
  const candidates: Candidate[] = []
  let after = page.after
  for (let read = 0; read < MOST_READ; read += BATCH) {
    const rows = await select(context, scope, after)
    const described = await describe(context, rows, isKept)
    for (const [index, row] of rows.entries()) {
      const candidate = described[index] ?? null
      if (candidate !== null) candidates.push(candidate)
      after = `${row.listed_at} ${row.id}`
      if (candidates.length < page.limit) continue
      const isLast = index === rows.length - 1 && rows.length < BATCH
      return { candidates, nextCursor: writeCursor(CURSORS, isLast ? null : after) }
    }
    if (rows.length < BATCH) return { candidates, nextCursor: null }
  }
  return { candidates, nextCursor: writeCursor(CURSORS, after) }
}

/** Describes the requests of a batch in the same order; null for a request with no money left to refund or keep. */
async function describe(
  { db }: Pick<Context, 'db'>,
  rows: readonly Listed[],
  isKept: boolean,
): Promise<readonly (Candidate | null)[]> {
  const ids = rows.map(({ id }) => id)
  const [rests, decisions] = await Promise.all([
    readRestsOf(db.kysely, ids),
    readKept(db.kysely, ids),
  ])
  return rows.map((row) => {
    const [read, kept] = [rests.get(row.id), decisions.get(row.id)]
    if (read === undefined) return null
    if (!isKept) return describeCandidate(row, { read, kept })
    const whole = describeCandidate(row, { read, kept: undefined })
    return whole && kept ? { ...whole, kept: describeKept(kept, row) } : null
  })
}

type Scope = { tenantId: string; fromDate: string | null }

function selectOpenRows(
  { db }: Pick<Context, 'db'>,
  { tenantId, fromDate }: Scope,
  after: string | null,
): Promise<Listed[]> {
  let select = db.kysely
    .selectFrom('requests')
    .select(CANDIDATE_COLUMNS)
    .select('updated_at as listed_at')
    .where('tenant_id', '=', tenantId)
    .where(IS_CANDIDATE)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(BATCH)
  if (fromDate !== null) select = select.where('updated_at', '>=', fromDate)
  if (after !== null) {
    const [time = '', id = ''] = after.split(' ')
    select = select.where(sql<boolean>`(updated_at, id) < (${time}, ${id})`)
  }
  return select.execute()
}

function selectKeptRows(
  { db }: Pick<Context, 'db'>,
  { tenantId, fromDate }: Scope,
  after: string | null,
): Promise<Listed[]> {
  let select = db.kysely
    .selectFrom('kept_surpluses as kept')
    .innerJoin('requests', 'requests.id', 'kept.request_id')
    .select(CANDIDATE_COLUMNS.map((column) => `requests.${column}` as const))
    .select('kept.decided_at as listed_at')
    .where('kept.tenant_id', '=', tenantId)
    .orderBy('kept.decided_at', 'desc')
    .orderBy('kept.request_id', 'desc')
    .limit(BATCH)
  if (fromDate !== null) select = select.where('kept.decided_at', '>=', fromDate)
  if (after !== null) {
    const [time = '', id = ''] = after.split(' ')
    select = select.where(sql<boolean>`(kept.decided_at, kept.request_id) < (${time}, ${id})`)
  }
  return select.execute()
}
