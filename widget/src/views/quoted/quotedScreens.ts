import { enQuoted } from '../../text/enQuoted.ts'
import type { RailScreens } from '../pageRail.ts'
import { createReview } from './review.ts'

/** The review of a payment that the service prices; all other screens are those of any payment. */
export const quotedScreens: RailScreens = {
  open: (say, update) => ({
    screens: { review: createReview(say('quoted', enQuoted), update) },
    errors: {},
  }),
}
