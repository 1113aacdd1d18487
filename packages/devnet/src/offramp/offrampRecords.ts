import type { OfframpScripts, Script } from './offrampSwitches.ts'

/** The provider's report about a record, as in callbacks and responses. */
export type OfframpReport = {
  id: string
  kind: keyof OfframpScripts
  subject: string
  status: string
  reason: string | null
  occurredAt: string
}

/** A payer, an account or an offramp at the provider. */
export type OfframpRecord = {
  kind: 'payer' | 'account' | 'offramp'
  id: string
  /** The caller's id, which is its Idempotency-Key. */
  callerId: string
  /** The submitted body, unparsed. */
  body: string
  /** The steps that have not been reported yet. */
  script: { kind: keyof OfframpScripts; status: string; reason?: string | undefined }[]
  reports: OfframpReport[]
}

/** The provider's records. */
export type OfframpRecords = {
  list(): readonly OfframpRecord[]
  find(kind: OfframpRecord['kind'], id: string): OfframpRecord | undefined
  findByCaller(kind: OfframpRecord['kind'], callerId: string): OfframpRecord | undefined
  create(record: Pick<OfframpRecord, 'kind' | 'callerId' | 'body' | 'script'>): OfframpRecord
  /** Adds a report to a record now; no two reports have the same time. */
  report(record: OfframpRecord, step: OfframpRecord['script'][number]): OfframpReport
}

const PREFIXES = { payer: 'cus', account: 'ba', offramp: 'po' } as const

/** Creates an empty store; `now` returns milliseconds since 1970. */
export function createOfframpRecords({ now }: { now: () => number }): OfframpRecords {
  const records: OfframpRecord[] = []
  let reportCount = 0
  let lastMs = 0
  return {
    list: () => records,
    find: (kind, id) => records.find((record) => record.kind === kind && record.id === id),
    findByCaller: (kind, callerId) =>
      records.find((record) => record.kind === kind && record.callerId === callerId),
    create(facts) {
      const record = { ...facts, id: `${PREFIXES[facts.kind]}_${records.length + 1}`, reports: [] }
      records.push(record)
      return record
    },
    report(record, { kind, status, reason = null }) {
      reportCount += 1
      lastMs = Math.max(now(), lastMs + 1)
      const occurredAt = new Date(lastMs).toISOString()
      const report = {
        id: `evt_${reportCount}`,
        kind,
        subject: record.id,
        status,
        reason,
        occurredAt,
      }
      record.reports.push(report)
      return report
    },
  }
}

/** Plans the reports about a new record. A payer whose check does not succeed receives no request to sign. */
export function planScript(
  kind: OfframpRecord['kind'],
  scripts: OfframpScripts,
): OfframpRecord['script'] {
  const stepsOf = (of: keyof OfframpScripts, script: Script) =>
    script.map((step) => ({ kind: of, ...step }))
  if (kind === 'payer') {
    const isRefused = ['rejected', 'failed'].includes(scripts.kyc.at(-1)?.status ?? '')
    const agreement = isRefused ? [] : stepsOf('agreement', scripts.agreement)
    return [...stepsOf('kyc', scripts.kyc), ...agreement]
  }
  return stepsOf(kind, scripts[kind])
}

/** Returns the last reported status of a record; null before the first report of this kind. */
export function statusOf(
  record: OfframpRecord,
  kind: keyof OfframpScripts,
): OfframpReport['status'] | null {
  return record.reports.findLast((report) => report.kind === kind)?.status ?? null
}
