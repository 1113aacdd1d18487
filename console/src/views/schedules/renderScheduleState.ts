import type { TemplateResult } from 'lit'
import type { ScheduleRecord } from '../../api.ts'
import type { Text } from '../../text/text.ts'
import { renderBadge } from '../../ui/elements.ts'

const TONES = {
  pending: 'warning',
  active: 'success',
  paused: 'danger',
  completed: 'neutral',
  cancelled: 'neutral',
} as const

/** The state of a schedule in a colour. */
export function renderScheduleState(
  { status }: Pick<ScheduleRecord, 'status'>,
  { schedules }: Text,
): TemplateResult {
  return renderBadge(TONES[status], schedules.status[status])
}

/** The reason why the last try failed, as a sentence; null when it did not. */
export function describeScheduleFailure(
  { failureReason }: Pick<ScheduleRecord, 'failureReason'>,
  { schedules }: Text,
): string | null {
  if (failureReason === undefined) return null
  return Object.hasOwn(schedules.failure, failureReason)
    ? (schedules.failure[failureReason] ?? failureReason)
    : failureReason
}
