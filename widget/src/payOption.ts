import type { NonEmpty } from './nonEmpty.ts'

/** A sum of one currency; a batch may need several. */
export type Cost = { readonly symbol: string; readonly amount: string }

/** One way to pay. */
export type PayOption = {
  readonly id: string
  /** Network id. */
  readonly network: string
  /** The symbol of the first currency that is spent. */
  readonly symbol: string
  /** The amount of that currency, including the fee; for a conversion, the maximum. */
  readonly needed: string
  /** The invoiced sums: more than one only in a batch of several currencies. */
  readonly costs: NonEmpty<Cost>
  /** The maximum that leaves the wallet for this payment; the same as `costs` unless there is a conversion. */
  readonly spending: NonEmpty<Cost>
  /** The balance in the first currency that is spent; null if unknown. */
  readonly balance: string | null
  readonly hasEnoughBalance: boolean
  /** The amount that the account lacks in the only currency that is spent; null if it has enough, or if several are spent. */
  readonly missing: Cost | null
  /** Whether the account can pay the network fee; null if unknown. */
  readonly hasEnoughGas: boolean | null
  readonly route: 'direct' | 'bridge'
  /** The data of a way over a bridge; absent for the direct way. */
  readonly bridge?: BridgeOption
  /** For the direct way: chains that timed out, so that further ways may be missing. */
  readonly silentChains?: readonly string[]
}

/** A way to pay from another chain. */
export type BridgeOption = {
  /** The service's name for the chain. */
  readonly chain: string
  readonly networkName: string
  /** The cost in addition to the payment itself; null if unknown. */
  readonly fee: Cost | null
  /** The estimated seconds until the payment arrives; null if unknown. */
  readonly durationS: number | null
}
