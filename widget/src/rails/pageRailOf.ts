import type { Model } from '../model.ts'
import type { PageRail } from '../views/pageRail.ts'
import { acceptedPage } from './acceptedPage.ts'
import { bridgePage } from './bridgePage.ts'
import { evmPage } from './evmPage.ts'
import { mixedPage } from './mixedPage.ts'
import { quotedBridgePage } from './quotedBridgePage.ts'
import { quotedPage } from './quotedPage.ts'
import { tronPage } from './tronPage.ts'
import { tronQuotedPage } from './tronQuotedPage.ts'

const PAGES = { evm: evmPage, quoted: evmPage, tron: tronPage, tronQuoted: tronPage } as const

/** Chooses the page's part of a payment's rail. Only this module and `railOf` choose a rail. */
export function pageRailOf(payment: Model['payment']): PageRail {
  return PAGES[payment?.plan.rail ?? 'evm']
}

/** Chooses the page's part for the choice of a wallet: that of both families if the payment accepts currencies of both. */
export function walletRailOf(payment: Model['payment']): PageRail {
  const { options } = Object(payment?.raw)
  const networks = Array.isArray(options) ? options.map((one) => Object(one?.chain).id) : []
  const isMixed = networks.includes('tron') && networks.some((id) => id !== 'tron')
  return isMixed ? mixedPage : pageRailOf(payment)
}

/** Returns a model with the rail of its screen: the payment's, or the bridge's if the screen is about a bridge. */
export function withRail(model: Model): { readonly model: Model; readonly rail: PageRail } {
  if (isChoosingCurrency(model)) return { model, rail: acceptedPage }
  if (isAtQuote(model)) return { model, rail: quotedPageOf(model) }
  if (isCrossing(model)) return { model, rail: bridgePage }
  const isBefore = model.account === null && model.state === 'connect'
  return { model, rail: isBefore ? walletRailOf(model.payment) : pageRailOf(model.payment) }
}

function quotedPageOf({ payment, review }: Model): PageRail {
  if (review?.bridge) return quotedBridgePage
  return pageRailOf(payment) === tronPage ? tronQuotedPage : quotedPage
}

function isChoosingCurrency({ state, options }: Model): boolean {
  return state === 'options' && options.some(({ accepted }) => accepted)
}

function isAtQuote({ state, review }: Model): boolean {
  return state === 'review' && review?.quote !== undefined
}

function isCrossing({ state, options, review, crossing }: Model): boolean {
  if (state === 'options') {
    return options.some((way) => way.bridge ?? way.silentChains ?? way.slowChains)
  }
  if (state === 'review') return review?.bridge !== undefined
  return Boolean(crossing)
}
