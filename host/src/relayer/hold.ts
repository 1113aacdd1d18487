import type { RelayContext } from './relayContext.ts'

/** The reason why the relayer currently sends nothing on a network. */
export type HoldReason = 'gas_price_above_ceiling' | 'out_of_coins'

const HINTS: Readonly<Record<HoldReason, string>> = {
  gas_price_above_ceiling: 'Wait for cheaper gas, or raise PAY_MAX_GAS_PRICE_GWEI_<NETWORK>.',
  out_of_coins: 'Send native coins to the relayer.',
}

/** Logs that payments wait for a reason that payers cannot change, with the operator's remedy. */
export function hold(
  { notices }: Pick<RelayContext, 'notices'>,
  reason: HoldReason,
  facts: object,
): void {
  notices.standing(
    reason,
    { reason, ...facts, hint: HINTS[reason] },
    'Held back recurring payments',
  )
}
