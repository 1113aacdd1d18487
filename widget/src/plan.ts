import type { PaymentPlan } from '@secure-payment/core/ways'
import type { BridgeOption, PayOption } from './payOption.ts'

/** The way to pay that the service's response describes, parsed once, and the rail on which it is paid. */
export type ShownPlan =
  | { readonly way: Way<'direct' | 'converted'>; readonly rail: 'evm' }
  | { readonly way: Way<'batch'>; readonly rail: 'evm'; readonly isConverted: boolean }
  | { readonly way: Way<'tron'>; readonly rail: 'tron' }
  | { readonly way: Way<'quoted'>; readonly rail: 'quoted' | 'tronQuoted' }

/** The way to pay that the payer chose. */
export type ChosenPlan = ShownPlan | BridgedPlan

/** The option over a bridge that the payer chose. */
export type BridgedPlan = {
  readonly way: Way<'bridged'>
  /** `quotedBridge` if the host fixes the amount that must arrive. */
  readonly rail: 'bridge' | 'quotedBridge'
  readonly option: PayOption
  readonly bridge: BridgeOption
}

/** The ids of core's ways to pay. */
type Way<Id extends PaymentPlan['way']> = Id

/** Parses a payment's way to pay. */
export function parsePlan(payment: {
  readonly network: string
  readonly items: readonly { readonly conversion: unknown; readonly quoted?: unknown }[]
}): ShownPlan {
  const isConverted = payment.items.some(({ conversion }) => conversion !== null)
  if (payment.network === 'tron') {
    return isQuoted(payment) ? { way: 'quoted', rail: 'tronQuoted' } : { way: 'tron', rail: 'tron' }
  }
  if (payment.items.length > 1) return { way: 'batch', rail: 'evm', isConverted }
  if (isQuoted(payment)) return { way: 'quoted', rail: 'quoted' }
  return { way: isConverted ? 'converted' : 'direct', rail: 'evm' }
}

/** Returns whether the host prices a payment's items. */
function isQuoted(payment: { readonly items: readonly { readonly quoted?: unknown }[] }) {
  return payment.items.some(({ quoted }) => Boolean(quoted))
}
