import type { Context } from '../context.ts'

type Run = () => Promise<{ more: boolean }>

/**
 * Pauses a job that deletes by age for an hour after the clock has jumped. Rows that a job deletes because the clock is wrong
 * cannot be restored.
 */
export function restAfterJump({ clock }: Pick<Context, 'clock'>, run: Run): Run {
  return async () => (clock?.hasJustJumped() === true ? { more: false } : run())
}
