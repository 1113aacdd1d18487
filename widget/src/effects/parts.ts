import { loadPart } from '../loadPart.ts'
import type { Parts } from '../steps/parts.ts'

/** The parts that only some payments need, each in its own chunk. */
export const parts: Parts = {
  accepted: () => loadPart('acceptedOptions', () => import('../accepted/acceptedOptions.ts')),
  calls: () => loadPart('calls', () => import('../calls/batchCalls.ts')),
  signed: () => loadPart('signed', () => import('../signed/signedPayment.ts')),
  permit: () => import('../permit/permit.ts').catch(() => null),
  obstacles: () => import('../text/obstacleWords.ts').catch(() => null),
}
