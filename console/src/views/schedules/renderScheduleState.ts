import type { TemplateResult } from 'lit'
import type { ScheduleRecord } from '../../api.ts'
import type { Text } from '../../text/text.ts'
import { renderBadge } from '../../ui/elements.ts'
import { APPROVAL_TONES } from '../approvals/describeApproval.ts'

const TONES = {
  pending: 'warning',
  active: 'success',
  paused: 'danger',
  completed: 'neutral',
  cancelled: 'neutral',
} as const

/** Renders a schedule's state in a colour; `isHeld` if it waits for a second member's approval. */
export function renderScheduleState(
  { status }: Pick<ScheduleRecord, 'status'>,
  { approvals, schedules }: Text,
  { isHeld }: { isHeld: boolean },
): TemplateResult {
  if (isHeld && status === 'pending') {
    return renderBadge(APPROVAL_TONES.waiting, approvals.status.waiting)
  }
  return renderBadge(TONES[status], schedules.status[status])
}

/** Returns the reason why the last attempt failed, as a sentence; null if it did not fail. */
export function describeScheduleFailure(
  { failureReason }: Pick<ScheduleRecord, 'failureReason'>,
  { schedules }: Text,
): string | null {
  if (failureReason === undefined) return null
  return Object.hasOwn(schedules.failure, failureReason)
    ? (schedules.failure[failureReason] ?? failureReason)
    : failureReason
}
