import { nothing } from 'lit'
import type { QuoteReview } from '../../review.ts'
import { enBridge } from '../../text/enBridge.ts'
import { enQuoted } from '../../text/enQuoted.ts'
import type { BridgeText, QuotedText } from '../../text/text.ts'
import type { RailScreens, Say } from '../pageRail.ts'
import type { FlowContext, Screens } from '../viewContext.ts'
import { createFailed } from './failed.ts'
import { createOptions } from './options.ts'
import { createProgress } from './progress.ts'
import { createReview } from './review.ts'

/** The dependencies of these screens. */
export type BridgeKit = {
  readonly words: BridgeText
  /** The words of a price that has ended. */
  readonly ended: Pick<QuotedText, 'newPrice' | 'priceEnded'>
  /** Renders a countdown's next second. */
  readonly update: () => void
  /** Renders the price of an amount that the service prices, as rows of the review. */
  readonly renderRate: RenderRate
}

type RenderRate = (context: FlowContext, quote: QuoteReview) => unknown

/** The screens and words of payments from another chain. */
export const bridgeScreens: RailScreens = {
  open: (say, update) => openBridge(say, update, () => nothing),
}

/** Returns the screens in the payer's language, with the rows of a price. */
export function openBridge(
  say: Say,
  update: () => void,
  renderRate: RenderRate,
): ReturnType<RailScreens['open']> {
  const words = say('bridge', enBridge)
  const ended = say('quoted', enQuoted)
  return {
    screens: createScreens({ words, ended, update, renderRate }),
    errors: words.errors,
  }
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
