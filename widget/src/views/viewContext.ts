import type { TemplateResult } from 'lit'
import type { Actions, Model, WalletConnectSettings } from '../model.ts'
import { type Format, plainText } from '../text/format.ts'
import type { EntryText, Text } from '../text/text.ts'

/** Everything that a view may read or call. Views hold no state themselves. */
export type ViewContext<T extends EntryText = EntryText> = {
  readonly model: Model
  readonly actions: Actions
  readonly text: T
  readonly format: Format
  readonly names: Names
  readonly settings: ViewSettings
  readonly local: LocalState
  /** Links to the merchant's terms and privacy notice. */
  readonly legal?: unknown
  /** Milliseconds since the epoch. */
  readonly nowMs: number
}

/** The context of the screens after the choice of a wallet: it has all text. */
export type FlowContext = ViewContext<Text>

/** Names for use inside sentences: display text that cannot change the sentence around it. */
export type Names = {
  readonly merchant: string
  readonly wallet: string
  readonly network: string
}

/** The values that the page set by attributes; URLs are checked to be http or https. */
export type ViewSettings = {
  readonly merchantName: string | null
  readonly merchantLogo: string | null
  /** The hosted page of this payment; null when the page named none or is that page. */
  readonly payPageUrl: string | null
  /** The hosted page of this payment, for another device, even where this is that page; null when the page named none. */
  readonly hostedUrl: string | null
  /** Null without the merchant's project at WalletConnect. */
  readonly walletConnect: WalletConnectSettings | null
  readonly returnUrl: string | null
  readonly returnLabel: string | null
  readonly isTestMode: boolean
  /** The page, or the enclosing form, allows no input now. */
  readonly isDisabled: boolean
  /** Whether a paid payment shows its receipt, and a review its transactions. */
  readonly hasReceipt: boolean
  readonly hasAdvanced: boolean
}

/** State of the display only, and the functions that change it; the element stores it. */
export type LocalState = {
  /** Key of the last copied value; null after a moment. */
  readonly copied: string | null
  /** The element asks the payer whether the wallet's request is closed. */
  readonly isDiscardAsked: boolean
  /** The merchant's logo did not load. */
  readonly isLogoBroken: boolean
  /** Shows all wallets, beyond those that fit. */
  readonly areOthersShown: boolean
  /** The transaction details, once opened and loaded. */
  readonly details: ((context: FlowContext) => TemplateResult) | null
  copy(key: string, value: string): void
  askDiscard(isAsked: boolean): void
  openDetails(): void
  /** Called with the click on the return link. */
  leave(event: Event): void
  /** Hides a merchant logo that does not load. */
  dropLogo(): void
  /**
   * Replaces the wallets: a code for the payer's phone, or wallets' apps. Null where this browser's wallets are
   * shown.
   */
  findWay(context: ViewContext): Screen | null
  /** The payer's wallet is on a phone. */
  openPhone(): void
  /** Shows the wallets that do not fit, with the focus on the first of them, or hides them again. */
  toggleOthers(): void
  /** The payer is about to choose a wallet: load the parts that paying needs. */
  warmUp(): void
}

/** One screen: `body` shows the heading, and the shell announces it. */
export type Screen<C extends ViewContext = ViewContext> = {
  /** Screens with the same id keep the focus where it is. */
  readonly id: string
  heading(context: C): string
  /** Text for screen readers when it differs from the heading. */
  announcement?(context: C): string
  body(context: C): TemplateResult
}

/**
 * Names of the people and objects of a payment, with a neutral word for unknown ones. `chosenId` is the wallet that
 * the payer pressed, which has not returned an account yet.
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
  // Within right-to-left text, a name keeps its own direction, and its last characters stay at its end.
  const show = (shown: string): string =>
    text.dir === 'rtl' ? `\u2068${plainText(shown)}\u2069` : plainText(shown)
  return {
    merchant: name ? show(name) : text.theMerchant,
    wallet: wallet ? show(wallet) : text.yourWallet,
    network: network ? show(network) : '', // Present in every payment.
  }
}
