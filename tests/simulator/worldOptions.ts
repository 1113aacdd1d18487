import type { FaultKind } from './faults.ts'
import type { Wiring } from './startSimulatedHost.ts'

/** The parameters of a world. */
export type WorldOptions = {
  seed: number
  days: number
  /** The possible kinds of fault; all by default. */
  faults?: readonly FaultKind[]
  /** An injected defect. */
  wire?: Wiring
  /** Keeps the statements of the hosts in the trace. */
  isDetailed?: boolean
}
