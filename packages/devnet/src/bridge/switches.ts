/**
 * How the bridge behaves. The first six act when the relayer comes to a deposit, the next three when a quote is asked
 * for, the last two on every call of the API:
 *
 * - `normal`: pays out what was ordered, after the quoted duration.
 * - `slow`: does nothing; a deposit stays PENDING until the mode is another one, which then decides.
 * - `partial`: delivers half of the amount, or the other token, as `deliver` says. The destination call fails for it.
 * - `refunded`: gives the tokens back to the sender, on the source chain.
 * - `failed`: gives a deposit up for good, whatever the mode is later: it keeps the tokens and says FAILED.
 * - `call_fails`: gives the destination call too little gas, so that the fallback address gets the tokens.
 * - `expired`: makes quotes whose deposit reverts, because their deadline has passed.
 * - `price_change`: makes quotes at five times the fee.
 * - `no_route`: has no quote, 404.
 * - `silent`: takes requests and never answers.
 * - `down`: answers 500.
 */
export const bridgeModes = [
  'normal',
  'slow',
  'partial',
  'refunded',
  'failed',
  'call_fails',
  'expired',
  'price_change',
  'no_route',
  'silent',
  'down',
] as const

export type BridgeMode = (typeof bridgeModes)[number]

/** The state of the bridge's switches. */
export type Switches = {
  mode: BridgeMode
  /** What `partial` delivers: half of the ordered amount, or all of it in the other token. */
  deliver: 'less' | 'other_token'
  /** Seconds from seeing a deposit to paying it out, as quotes say. */
  durationS: number
}

/** Switches as they are when a bridge starts. */
export const DEFAULT_SWITCHES: Switches = { mode: 'normal', deliver: 'less', durationS: 4 }
