import { enQuoted } from '../../text/enQuoted.ts'
import { openBridge } from '../bridge/bridgeScreens.ts'
import type { RailScreens } from '../pageRail.ts'
import { renderPriceRows } from './priceRows.ts'

/** The screens of payments from another chain whose amount on arrival the service prices: the review also shows that price. */
export const quotedBridgeScreens: RailScreens = {
  open(say, update) {
    const words = say('quoted', enQuoted)
    return openBridge(say, update, (context, quote) => renderPriceRows(context, words, quote))
  },
}
