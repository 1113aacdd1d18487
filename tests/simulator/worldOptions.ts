import type { FaultKind } from './faults.ts'
import type { Wiring } from './startSimulatedHost.ts'

/** A world's parameters. */
export type WorldOptions = {
  seed: number
  days: number
  /** The possible kinds of fault; all by default. */
  faults?: readonly FaultKind[]
  /** An injected defect. */
  wire?: Wiring
  /** Keeps the hosts' statements in the trace. */
  isDetailed?: boolean
}
