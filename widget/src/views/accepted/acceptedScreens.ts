import { searchStyles } from '../../styles/searchStyles.ts'
import { enAccepted } from '../../text/enAccepted.ts'
import type { RailScreens } from '../pageRail.ts'
import { createOptions } from './options.ts'

/** The choice among the currencies that a payment accepts; all later screens are those of the chosen currency's rail. */
export const acceptedScreens: RailScreens = {
  open: (say, update, style) => {
    style([searchStyles])
    const kit = { words: say('accepted', enAccepted), say, update }
    return { screens: { options: createOptions(kit) }, errors: {} }
  },
}
