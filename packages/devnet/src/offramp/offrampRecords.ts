import type { OfframpScripts, Script } from './offrampSwitches.ts'

/** What the provider tells of a record, as it stands in callbacks and answers. */
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
  /** What was submitted, as it came. */
  body: string
  /** What is still to be reported. */
  script: { kind: keyof OfframpScripts; status: string; reason?: string | undefined }[]
  reports: OfframpReport[]
}

/** The provider's books. */
export type OfframpRecords = {
  list(): readonly OfframpRecord[]
  find(kind: OfframpRecord['kind'], id: string): OfframpRecord | undefined
  findByCaller(kind: OfframpRecord['kind'], callerId: string): OfframpRecord | undefined
  create(record: Pick<OfframpRecord, 'kind' | 'callerId' | 'body' | 'script'>): OfframpRecord
  /** Adds what is reported of a record now; reports have times of their own, however fast they come. */
  report(record: OfframpRecord, step: OfframpRecord['script'][number]): OfframpReport
}

const PREFIXES = { payer: 'cus', account: 'ba', offramp: 'po' } as const

/** Empty books; `now` is in milliseconds since 1970. */
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

/** What will be reported of a new record. Nobody is asked to sign whose check does not end well. */
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

/** What a record was last reported to be. */
export function statusOf(
  record: OfframpRecord,
  kind: keyof OfframpScripts,
): OfframpReport['status'] | null {
  return record.reports.findLast((report) => report.kind === kind)?.status ?? null
}
