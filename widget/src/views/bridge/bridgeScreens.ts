import { enBridge } from '../../text/enBridge.ts'
import type { BridgeText } from '../../text/text.ts'
import type { RailScreens } from '../pageRail.ts'
import type { Screens } from '../viewContext.ts'
import { createFailed } from './failed.ts'
import { createOptions } from './options.ts'
import { createProgress } from './progress.ts'
import { createReview } from './review.ts'

/** The dependencies of these screens. `update` renders a countdown's next second. */
export type BridgeKit = {
  readonly words: BridgeText
  readonly update: () => void
}

/** The screens and words of payments from another chain. */
export const bridgeScreens: RailScreens = {
  open(say, update) {
    const words = say('bridge', enBridge)
    return { screens: createScreens({ words, update }), errors: words.errors }
  },
}

function createScreens(kit: BridgeKit): Screens {
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
