import type { Context } from '../context.ts'

type Run = () => Promise<{ more: boolean }>

/**
 * Makes a job that deletes by age rest for an hour after the clock has jumped: rows deleted by a wrong clock do not
 * come back.
 */
export function restAfterJump({ clock }: Pick<Context, 'clock'>, run: Run): Run {
  return async () => (clock?.hasJustJumped() === true ? { more: false } : run())
}
