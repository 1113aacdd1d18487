import type { FaultKind } from './faults.ts'
import type { Wiring } from './startSimulatedHost.ts'

/** The parameters of a world. */
export type WorldOptions = {
  seed: number
  days: number
  /** The kinds of fault that may happen; all by default. */
  faults?: readonly FaultKind[]
  /** A defect that is put in on purpose. */
  wire?: Wiring
  /** Keeps the statements of the hosts in the trace. */
  isDetailed?: boolean
}
