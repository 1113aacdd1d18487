/**
 * The bridge's behaviour. The first six modes act when the relayer reaches a deposit, the next three when a quote is requested, the last
 * two on every API call:
 *
 * - `normal`: pays out the ordered amount, after the quoted duration.
 * - `slow`: does nothing. A deposit stays PENDING until the mode changes, and then follows the new mode.
 * - `partial`: delivers half of the amount, or the other token, depending on `deliver`. The ordered call on the destination chain then fails.
 * - `refunded`: returns the tokens to the sender, on the source chain.
 * - `failed`: gives a deposit up permanently, in every later mode too; the bridge keeps the tokens and reports FAILED.
 * - `call_fails`: gives the destination call too little gas, so that the fallback address receives the tokens.
 * - `expired`: makes quotes whose deposit reverts, because their deadline has passed.
 * - `price_change`: makes quotes at five times the fee.
 * - `no_route`: returns 404 instead of a quote.
 * - `silent`: accepts requests and never responds.
 * - `down`: returns 500.
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
  /** The delivery of `partial`: half of the ordered amount, or all of it in the other token. */
  deliver: 'less' | 'other_token'
  /** Seconds between the deposit's discovery and its payout, as in quotes. */
  durationS: number
}

/** The switches when a bridge starts. */
export const DEFAULT_SWITCHES: Switches = { mode: 'normal', deliver: 'less', durationS: 4 }
