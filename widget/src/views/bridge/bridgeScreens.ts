import type { StateName } from '../../model.ts'
import { enBridge } from '../../text/enBridge.ts'
import type { BridgeText } from '../../text/text.ts'
import type { FlowParts } from '../flow.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import { createFailed } from './failed.ts'
import { createOptions } from './options.ts'
import { createProgress } from './progress.ts'
import { createReview } from './review.ts'

export { enBridge }

/** The dependencies of these screens. `update` shows a countdown's next second. */
export type BridgeKit = {
  readonly parts: FlowParts
  readonly words: BridgeText
  readonly update: () => void
}

/** The screens of payments from other chains that differ from other payments'. */
export function createBridgeScreens(
  kit: BridgeKit,
): Readonly<Partial<Record<StateName, Screen<FlowContext>>>> {
  const progress = createProgress(kit)
  return {
    options: createOptions(kit),
    review: createReview(kit),
    preparing: progress,
    switching: progress,
    resetting: progress,
    approving: progress,
    signing: progress,
    broadcasting: progress,
    confirming: progress,
    settling: progress,
    failed: createFailed(kit),
  }
}
