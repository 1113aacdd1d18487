import type { FormValues } from '../../readForm.ts'
import type { Text } from '../../text/text.ts'

/** The lifetimes that the form offers, in days. */
const OPEN_DAYS = [1, 3, 7, 14, 30, 90, 365] as const
/** The default lifetime of a new link without a due date, in days. */
export const USUAL_DAYS = 7
/** The choice's value for an expiry that follows the due date. */
export const AFTER_DUE = 'due'
/** The number of days for which such a link stays open after its due date. */
const DAYS_AFTER_DUE = 14
/** One day less than the service accepts, in days. */
const MOST_DAYS = 365
const DAY_MS = 86_400_000
/** The default lifetime in milliseconds. */
export const USUAL_MS = USUAL_DAYS * DAY_MS

type Moment = { readonly nowMs: number }

/** Returns the expiry choices; the last one follows the due date, and is absent without a due date in the future. */
export function listEnds(
  dueDate: string,
  { nowMs, text }: Moment & { readonly text: Text },
): readonly (readonly [value: string, label: string])[] {
  const { form } = text.links
  const days = OPEN_DAYS.map((count) => [String(count), form.days(count)] as const)
  return isAhead(dueDate, { nowMs })
    ? [...days, [AFTER_DUE, form.afterDue(DAYS_AFTER_DUE)] as const]
    : days
}

/** Returns whether the due date is set and has not passed. */
export function isAhead(dueDate: string, { nowMs }: Moment): boolean {
  return dueDate !== '' && endOfDay(dueDate) > nowMs
}

/** Returns the chosen expiry in epoch milliseconds; null without a choice, as when an edit keeps the expiry. */
export function readEnd(form: Pick<FormValues, 'text'>, { nowMs }: Moment): number | null {
  const chosen = form.text('expiry')
  const dueDate = form.text('dueDate')
  if (chosen === AFTER_DUE && isAhead(dueDate, { nowMs })) {
    return Math.min(endOfDay(dueDate) + DAYS_AFTER_DUE * DAY_MS, nowMs + MOST_DAYS * DAY_MS)
  }
  const days = OPEN_DAYS.find((count) => String(count) === chosen)
  return days === undefined ? null : nowMs + days * DAY_MS
}

/** Returns the expiry field's error if the link would end before a future due date; empty otherwise. */
export function checkEnd(
  form: Pick<FormValues, 'text'>,
  { endMs, nowMs, text }: Moment & { readonly endMs: number; readonly text: Text },
): Readonly<Record<string, string>> {
  const dueDate = form.text('dueDate')
  if (!isAhead(dueDate, { nowMs }) || endMs >= endOfDay(dueDate)) return {}
  return { expiry: text.links.form.endsBeforeDue }
}

/** Returns the end of a day in the person's time zone, in epoch milliseconds. */
function endOfDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + 1).getTime()
}
