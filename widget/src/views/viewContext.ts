import type { TemplateResult } from 'lit'
import type { WalletConnectSettings, WalletInfo } from '../accountInfo.ts'
import type { Actions, Model, StateName } from '../model.ts'
import { type Format, plainText } from '../text/format.ts'
import type { EntryText, Text } from '../text/text.ts'
import type { PageRail } from './pageRail.ts'

/** Everything that a view may read or call. Views hold no state themselves. */
export type ViewContext<T extends EntryText = EntryText> = {
  readonly model: Model
  /** The rail of the current screen, with its own screens and words. */
  readonly rail: PageRail
  readonly actions: Actions
  readonly text: T
  readonly format: Format
  readonly names: Names
  readonly settings: ViewSettings
  readonly local: LocalState
  /** Links to the merchant's terms and privacy notice. */
  readonly legal?: unknown
  /** The purpose of the payment, shown below the amount. */
  readonly order?: unknown
  /** The merchant's refunds, shown above the screen, and their announcement. */
  readonly refunds?: unknown
  readonly refundAnnouncement?: string
  /** The words of a payment that was refunded in full; a page's own text for a payment must not replace them. */
  readonly outcome?: Pick<Text, 'succeededTitle' | 'succeededText'>
  /** Milliseconds since the epoch. */
  readonly nowMs: number
}

/** The context of the screens after the wallet choice, with all text. */
export type FlowContext = ViewContext<Text> & {
  /** The icons of tokens and networks; null until they have loaded. */
  readonly coins: typeof import('../coins/coinIcons.ts') | null
  /** Renders the payment that an item refunds; absent unless the payment pays refunds. */
  readonly renderPurpose?: (context: ViewContext, requestId: string) => unknown
}

/** Names for use inside sentences: display text that cannot alter the rest of the sentence. */
export type Names = {
  readonly merchant: string
  readonly wallet: string
  readonly network: string
}

/** The values that the page set as attributes; URLs are checked to be http or https. */
export type ViewSettings = {
  readonly merchantName: string | null
  readonly merchantLogo: string | null
  /** This payment's hosted page; null if the page set none, or if it is that hosted page itself. */
  readonly payPageUrl: string | null
  /** This payment's hosted page, for another device; null if the page set none. */
  readonly hostedUrl: string | null
  /** The merchant's WalletConnect project and its relay; null without a project. */
  readonly walletConnect: WalletConnectSettings | null
  readonly returnUrl: string | null
  readonly returnLabel: string | null
  readonly isTestMode: boolean
  /** Whether the page, or the enclosing form, blocks input now. */
  readonly isDisabled: boolean
  /** Whether the success screen has a receipt. */
  readonly hasReceipt: boolean
  /** Whether the review has the transaction details. */
  readonly hasAdvanced: boolean
}

/** The display state, and the functions that change it; the element stores it. */
export type LocalState = {
  /** The key of the value that the payer copied last; null after a moment. */
  readonly copied: string | null
  /** Whether the element asks the payer to confirm that the wallet's request is closed. */
  readonly isDiscardAsked: boolean
  /** Whether the merchant's logo failed to load. */
  readonly isLogoBroken: boolean
  /** Whether all wallets are shown, including those that do not fit. */
  readonly areOthersShown: boolean
  /** The transaction details, once they are opened and loaded. */
  readonly details: ((context: FlowContext) => TemplateResult) | null
  copy(key: string, value: string): void
  askDiscard(isAsked: boolean): void
  openDetails(): void
  /** Handles a click on the return link. */
  leave(event: Event): void
  /** Hides a merchant logo that does not load. */
  dropLogo(): void
  /**
   * The screen that replaces the wallets: a code for the payer's phone, or wallet apps. Null if this browser's wallets are shown.
   */
  findWay(context: ViewContext): Screen | null
  /** Shows the ways to pay with a wallet on a phone. */
  openPhone(): void
  /** Returns the wallets that were also passed in the first call, and a Safe. */
  keepEarly(wallets: readonly WalletInfo[]): readonly WalletInfo[]
  /** Shows the wallets that do not fit and focuses the first of them, or hides them again. */
  toggleOthers(): void
  /** The text for which the payer searches the wallets; empty for all. */
  readonly walletQuery: string
  searchWallets(query: string): void
  /** Returns the wallets that match the payer's text. */
  filterWallets(wallets: readonly WalletInfo[]): readonly WalletInfo[]
  /** Renders the search of a long list of wallets, of which `found` match; null while its chunk loads. */
  renderSearch(context: ViewContext, found: number): unknown
  /** Renders links to wallets that can pay on the payment's network, with a title unless it is elsewhere; null while they load. */
  renderLinks(context: ViewContext, isTitled?: boolean): unknown
  /** Returns a wallet's own icon, or that of a well-known wallet; null until it is loaded, and for any other wallet. */
  findIcon(wallet: WalletInfo): string | null
  /** Preloads the parts for the payment when the payer is about to choose a wallet. */
  warmUp(): void
}

/** One screen: `body` shows the heading, and the shell announces it. */
export type Screen<C extends ViewContext = ViewContext> = {
  /** The focus stays in place between screens with the same id. */
  readonly id: string
  heading(context: C): string
  /** The text for screen readers, if it differs from the heading. */
  announcement?(context: C): string
  body(context: C): TemplateResult
}

/**
 * Creates the names of a payment's parties and objects, with a neutral word for unknown ones. `chosenId` is the wallet that the
 * payer pressed, which has not returned an account yet.
 */
export function createNames(
  model: Model,
  text: EntryText,
  merchantName: string | null,
  chosenId: string | null,
): Names {
  const name = merchantName || model.payment?.merchant.name
  const chosen = model.wallets.find(({ id }) => id === chosenId)
  const wallet = model.account?.wallet.name ?? model.attempt?.walletMasked ?? chosen?.name
  const network = model.review?.networkName ?? model.payment?.chain.name
  // In right-to-left text, a name keeps its own direction, and its last characters stay at its end.
  const show = (shown: string): string =>
    text.dir === 'rtl' ? `\u2068${plainText(shown)}\u2069` : plainText(shown)
  return {
    merchant: name ? show(name) : text.theMerchant,
    wallet: wallet ? show(wallet) : text.yourWallet,
    network: network ? show(network) : '', // Present in every payment.
  }
}

/** Screens by state. */
export type Screens = Readonly<Partial<Record<StateName, Screen<FlowContext>>>>
