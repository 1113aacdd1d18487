import type { ApprovalRecord, ScheduleRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { type ApprovalNames, readApprovalNames } from './approvalNames.ts'
import { readRequestApproval } from './readRequestApproval.ts'

/** A decision that a member confirms, with all facts about its subject. */
export type Decision = {
  readonly verdict: Verdict
  /** With every payout. */
  readonly approval: ApprovalRecord
  readonly names: ApprovalNames
  /** The terms of a recurring payout; null for others. */
  readonly schedule: ScheduleRecord | null
  /** The limit in force; null if there is none. */
  readonly limitInUsd: string | null
}

/** A member's decision, as the API names it. */
export type Verdict = 'approve' | 'decline'

/** Reads the approval again, with every payout and the terms, so that the dialog shows current and complete data. */
export async function readDecision(
  context: Pick<SignedInContext, 'client' | 'session'>,
  listed: ApprovalRecord,
  verdict: Verdict,
): Promise<Decision> {
  const [approval, schedule, limitInUsd] = await Promise.all([
    readWhole(context, listed),
    readSchedule(context, listed),
    readLimit(context, listed),
  ])
  const names = await readApprovalNames(context, [approval])
  return { verdict, approval, names, schedule, limitInUsd }
}

async function readWhole(
  { client }: Pick<SignedInContext, 'client'>,
  listed: ApprovalRecord,
): Promise<ApprovalRecord> {
  const [requestId] = listed.requestIds
  // A change to the limit has no payouts to read.
  if (requestId === undefined) return listed
  return (await readRequestApproval({ client }, requestId)) ?? listed
}

async function readSchedule(
  { client }: Pick<SignedInContext, 'client'>,
  { recurringPaymentId: id }: ApprovalRecord,
): Promise<ScheduleRecord | null> {
  return id === null ? null : client.payouts.get({ params: { id } })
}

async function readLimit(
  { client }: Pick<SignedInContext, 'client'>,
  { kind }: ApprovalRecord,
): Promise<string | null> {
  return kind === 'limit' ? (await client.approvals.getLimit()).limitInUsd : null
}
