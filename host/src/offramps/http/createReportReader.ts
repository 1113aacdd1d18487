import type { providerReportSchema } from '@secure-payment/core/api'
import type { z } from 'zod'
import type { ProviderStatuses } from '../../config.ts'
import type { OfframpContext } from '../createOfframp.ts'
import type { Report } from '../offramp.ts'
import { reasonOf } from './reasonOf.ts'

/** A report in the provider's terms. */
export type ProviderReport = z.output<typeof providerReportSchema>

/** Translates a provider's report into the service's terms; null if its status has no mapping. */
export type ReportReader = (told: ProviderReport) => Report | null

/** The maximum number of unknown statuses that are counted separately. */
const MAX_WORDS = 100

/**
 * A status that may be logged: letters, as in `IN_REVIEW` or `on-hold`. Any other text could identify a person or an
 * account.
 */
const WORD = /^[A-Za-z]+(?:[_.-][A-Za-z]+)*$/

/**
 * Creates a reader of reports. The reader counts each status without a mapping, and logs it at its first occurrence and at each
 * power of ten. A new status therefore does not flood the log, and the count shows how common it is.
 */
export function createReportReader(
  { log }: Pick<OfframpContext, 'log'>,
  { id, statuses }: { id: string; statuses: ProviderStatuses },
): ReportReader {
  const counts = new Map<string, number>()

  function ignore({ kind, status }: ProviderReport): void {
    const word = `${kind} ${status}`
    if (!counts.has(word) && counts.size >= MAX_WORDS) return
    const count = (counts.get(word) ?? 0) + 1
    counts.set(word, count)
    if (!/^10*$/.test(String(count))) return
    const facts = { provider: id, kind, status: WORD.test(status) ? status : null, count }
    log.warn(facts, 'Ignored a status of the offramp provider')
  }

  return (told) => {
    const { id, subject, reason, occurredAt } = told
    const meant = meaningOf(statuses, told)
    if (meant === null) {
      ignore(told)
      return null
    }
    const facts = { id, providerId: subject, reason: reasonOf(reason) }
    return { ...facts, occurredAt: new Date(occurredAt), ...meant }
  }
}

type Meaning = Report extends infer R
  ? R extends { kind: infer K; status: infer S }
    ? { kind: K; status: S }
    : never
  : never

function meaningOf(statuses: ProviderStatuses, told: ProviderReport): Meaning | null {
  const { kind } = told
  switch (kind) {
    case 'kyc': {
      const status = lookUp(statuses.kyc, told.status)
      return status && { kind, status }
    }
    case 'agreement': {
      const status = lookUp(statuses.agreement, told.status)
      return status && { kind, status }
    }
    case 'account': {
      const status = lookUp(statuses.account, told.status)
      return status && { kind, status }
    }
    case 'offramp': {
      const status = lookUp(statuses.offramp, told.status)
      return status && { kind, status }
    }
    default:
      return kind satisfies never
  }
}

/** Finds a status's mapping; null for an unknown status. A status may equal the name of an `Object` member. */
function lookUp<Status>(words: Readonly<Record<string, Status>>, word: string): Status | null {
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null
}
