import type { AgreementStatus, KycStatus } from '@secure-payment/core/offramp'
import type { Row } from '../../db/schema.ts'
import type { Report } from '../offramp.ts'
import { sandboxIdOf } from './sandboxIds.ts'

/** A payer in the sandbox. */
export type SandboxPayer = {
  id: string
  createdAt: Date
  lastName: string
  /** In the order in which they were pressed. */
  presses: readonly Press[]
}

/** A button that was pressed for a payer, and the time. */
export type Press = { action: Row<'sandbox_presses'>['action']; at: Date }

type Clock = { now: Date; delayMs: number }

/**
 * Returns a payer's current reports. An identity check is `initiated` and `pending`, and ends after two delays. The last name selects the
 * outcome: `Rejected` is rejected, `Failed` fails the first time, `Pending` waits for a button on the page. Any other name is approved. The
 * first button pressed for a check decides it at once. The agreement is `pending` when the check is approved; the last button pressed then
 * counts.
 */
export function payerReports(payer: SandboxPayer, clock: Clock): Report[] {
  const checks = checksOf(payer).flatMap((check, index) =>
    checkReports(payer, check, { index, ...clock }),
  )
  return [...checks, ...agreementReports(payer, checks)]
    .filter(({ occurredAt }) => occurredAt <= clock.now)
    .sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())
}

/** One identity check: its start, and the first button that was pressed for it. */
type Check = { begunAt: Date; decision: { status: KycStatus; at: Date } | null }

const DECISIONS = { approve: 'approved', reject: 'rejected', fail: 'failed' } as const

function checksOf({ createdAt, presses }: SandboxPayer): readonly Check[] {
  const checks: Check[] = [{ begunAt: createdAt, decision: null }]
  for (const { action, at } of presses) {
    if (action === 'again') checks.push({ begunAt: at, decision: null })
    const last = checks.at(-1)
    if (last === undefined || !isDecision(action)) continue
    last.decision ??= { status: DECISIONS[action], at }
  }
  return checks
}

function isDecision(action: Press['action']): action is keyof typeof DECISIONS {
  return Object.hasOwn(DECISIONS, action)
}

const KYC_REASONS: { readonly [Status in KycStatus]?: string } = {
  rejected: 'The sandbox rejected the payer.',
  failed: 'The sandbox’s check failed.',
}

function checkReports(
  { id, lastName }: SandboxPayer,
  { begunAt, decision }: Check,
  { index, delayMs }: Clock & { index: number },
): Report[] {
  const afterDelays = (count: number) => new Date(begunAt.getTime() + count * delayMs)
  const own = { status: ownOutcome(lastName, index), at: afterDelays(2) }
  const isPressedInTime = decision !== null && (own.status === null || decision.at < own.at)
  const end = isPressedInTime ? decision : own
  const reports: Report[] = []
  const report = (status: KycStatus, occurredAt: Date) => {
    const providerId = sandboxIdOf('payer', id)
    const reason = KYC_REASONS[status] ?? null
    const reportId = `${providerId}:kyc:${index + 1}:${status}`
    reports.push({ kind: 'kyc', id: reportId, providerId, status, reason, occurredAt })
  }
  report('initiated', begunAt)
  if (end.status === null || afterDelays(1) < end.at || delayMs === 0)
    report('pending', afterDelays(1))
  if (end.status !== null) report(end.status, end.at)
  return reports
}

/** Returns a check's automatic outcome; null if it does not end automatically. */
function ownOutcome(lastName: string, index: number): KycStatus | null {
  if (lastName === 'Pending') return null
  if (lastName === 'Rejected') return 'rejected'
  return lastName === 'Failed' && index === 0 ? 'failed' : 'approved'
}

function agreementReports({ id, presses }: SandboxPayer, checks: readonly Report[]): Report[] {
  const reports: Report[] = []
  const report = (status: AgreementStatus, occurredAt: Date, key: string | number) => {
    const providerId = sandboxIdOf('payer', id)
    const reportId = `${providerId}:agreement:${key}:${status}`
    reports.push({ kind: 'agreement', id: reportId, providerId, status, reason: null, occurredAt })
  }
  const approved = checks.find(({ status }) => status === 'approved')
  if (approved !== undefined) report('pending', approved.occurredAt, 0)
  for (const [index, { action, at }] of presses.entries()) {
    if (action === 'sign') report('completed', at, index + 1)
    if (action === 'decline') report('rejected', at, index + 1)
  }
  return reports
}
