import type { Steps } from '../../steps/session.ts'
import { approveTron } from './approveTron.ts'
import { payTron } from './payTron.ts'
import { reconcileTron } from './reconcileTron.ts'
import { watchTron } from './watchTron.ts'

/** Implements the steps of a payment on Tron. */
export const tronSteps: Steps = {
  approve: approveTron,
  pay: payTron,
  watch: watchTron,
  reconcile: reconcileTron,
}
