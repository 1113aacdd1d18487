import type { Client } from '@secure-payment/core/client'
import type { Hex } from 'viem'

/** The kinds of payments that can be simulated. */
export const KINDS = [
  'pay',
  'underpay',
  'overpay',
  'late',
  'reorg',
  'bridge-fail',
  'refund',
] as const

/** One kind of simulated payment. */
export type Kind = (typeof KINDS)[number]

/** The choices of a run; for a member that is null, the command chooses. */
export type SimulationOptions = {
  /** The link to pay; null creates one. */
  token: string | null
  network: string
  /** Symbol of the token: `USDC`. */
  symbol: string
  amount: string
  payee: string | null
  key: Hex | null
  rpcUrl: string | null
  /** The running devnet, from the file that it writes with `--json`; null without one. */
  devnet: DevnetFile | null
  timeoutMs: number
}

/** The members of a devnet's file that simulations use. */
export type DevnetFile = {
  chains: readonly { network: string; rpcUrl: string }[]
  bridge: { switchesUrl: string }
}

/** The dependencies of a simulation. */
export type Simulation = {
  client: Client
  options: SimulationOptions
  /** Reports progress to the person. */
  note(text: string): void
  /** Resolves after a number of milliseconds; rejects when the command ends. */
  rest(ms: number): Promise<void>
  now(): Date
  fetch: typeof fetch
}

/** The result of a simulation: the transactions, and the event that the host wrote about them. */
export type Simulated = {
  kind: Kind
  network: string
  /** The link that was paid. */
  token: string
  requestId: string
  payer: string
  txHashes: readonly Hex[]
  /** Null if the host writes none for this kind. */
  event: { id: string; event: string; body: unknown } | null
}
