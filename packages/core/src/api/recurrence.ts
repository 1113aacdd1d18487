import { z } from 'zod'
import { textWhere } from '../schemas/text.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/

/**
 * A time in UTC, or a day such as `2026-12-01`, which means midnight UTC. The host's action checks whether the time is in the past, because
 * the schema has no clock.
 */
export const startDateSchema = textWhere((text) => {
  const isKnownForm = DATE.test(text)
    ? z.iso.date().safeParse(text).success
    : z.iso.datetime().safeParse(text).success
  if (isKnownForm) return undefined
  return {
    code: 'invalid_date',
    message: 'must be a day such as "2026-12-01" or a time in UTC such as "2026-12-01T00:00:00Z"',
  }
}).meta({
  description: 'A day (`2026-12-01`) or a time in UTC; not in the past.',
  examples: ['2026-12-01'],
})

/** The length of a recurrence's period. */
export const frequencySchema = z.enum(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])

/** Turns a request into a recurring invoice: a new unpaid request per period. */
export const recurrenceSchema = z
  .object({ startDate: startDateSchema, frequency: frequencySchema })
  .meta({
    id: 'Recurrence',
    description:
      'Makes the request a recurring invoice. The request itself belongs to the period that begins on `startDate`. When the next period begins, the service creates a new unpaid request with `originalRequestId` and sends `request.recurring`. Periods begin at `startDate` and are counted in UTC. If `startDate` is the 31st, a shorter month uses its last day.',
  })

/** A recurrence, as a caller sends it. */
export type Recurrence = z.output<typeof recurrenceSchema>
