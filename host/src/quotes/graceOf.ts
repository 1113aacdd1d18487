import type { Context } from '../context.ts'

/** The default of PAY_QUOTE_GRACE_SECONDS, for quotes that a host issued before its operator removed the price sources. */
const DEFAULT_GRACE_S = 300

/** Returns the time after a quote's expiry in which a payment still counts at the quote. */
export function graceOf({ config }: Pick<Context, 'config'>): number {
  return (config.prices?.graceS ?? DEFAULT_GRACE_S) * 1_000
}
