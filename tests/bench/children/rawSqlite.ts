import { insertSql } from '../support/insertSql.ts'
import { createRawSqlite } from '../support/openRawSqlite.ts'
import { createRequestRows } from '../support/requestRows.ts'
import { serveParent } from './serveParent.ts'

/** Only commits the rows of new secure payments, with prepared statements. */
export type RawSqliteCalls = {
  insert(job: { count: number; groupSize: number }): { perSecond: number }
}

const path = process.env['BENCH_SQLITE_PATH'] ?? ''
const database = await createRawSqlite(path)
serveParent({ insert } satisfies RawSqliteCalls, async () => {
  database.close()
})

function insert({ count, groupSize }: { count: number; groupSize: number }): {
  perSecond: number
} {
  const rows = createRequestRows(count).map(({ securePayment, request }) => ({
    securePayment: Object.values(securePayment),
    request: Object.values(request),
  }))
  const [sample] = createRequestRows(1)
  const insertSecurePayment = database.prepare(
    insertSql('secure_payments', sample?.securePayment ?? {}),
  )
  const insertRequest = database.prepare(insertSql('requests', sample?.request ?? {}))
  const startedAt = performance.now()
  for (let at = 0; at < count; at += groupSize) {
    database.exec('begin immediate')
    const group = rows.slice(at, at + groupSize)
    for (const { securePayment } of group) insertSecurePayment.run(...securePayment)
    for (const { request } of group) insertRequest.run(...request)
    database.exec('commit')
  }
  return { perSecond: count / ((performance.now() - startedAt) / 1_000) }
}
