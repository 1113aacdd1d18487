import { simulateBridgeFailure } from './simulateBridgeFailure.ts'
import { simulateAmount, simulateLate } from './simulatePayment.ts'
import { simulateRefund } from './simulateRefund.ts'
import { simulateReorg } from './simulateReorg.ts'
import type { Kind, Simulated, Simulation } from './simulation.ts'

/** Runs a simulation of one kind, until the host has stored its event. */
export function simulate(simulation: Simulation, kind: Kind): Promise<Simulated> {
  switch (kind) {
    case 'pay':
    case 'underpay':
    case 'overpay':
      return simulateAmount(simulation, kind)
    case 'late':
      return simulateLate(simulation)
    case 'reorg':
      return simulateReorg(simulation)
    case 'bridge-fail':
      return simulateBridgeFailure(simulation)
    case 'refund':
      return simulateRefund(simulation)
    default:
      return kind satisfies never
  }
}
