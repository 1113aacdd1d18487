import { enQuoted } from '../../text/enQuoted.ts'
import { enTron } from '../../text/enTron.ts'
import type { RailScreens } from '../../views/pageRail.ts'
import { createReview } from '../../views/quoted/review.ts'
import { createTronParts } from './review.ts'
import { tronScreens } from './tronScreens.ts'

/** The screens of Tron, with the review of a payment that the service prices. */
export const tronQuotedScreens: RailScreens = {
  open(say, update, style) {
    const tron = tronScreens.open(say, update, style)
    const parts = createTronParts(say('tron', enTron))
    const review = createReview(say('quoted', enQuoted), update, parts)
    return { ...tron, screens: { ...tron.screens, review } }
  },
}
