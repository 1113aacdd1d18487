import type { CSSResult } from 'lit'
import type { ControllerOptions } from '../controllerOptions.ts'
import type { ErrorText } from '../text/en.ts'
import type { RareText } from '../text/text.ts'
import type { Discovery, DiscoveryOptions } from '../wallets/discoverWallets.ts'
import type { FlowContext, Screens } from './viewContext.ts'

/** The parts of a rail that the page needs before the payer pays: its wallets, and its own screens and words. */
export type PageRail = {
  /** The family of networks of its wallets and its explorer. */
  readonly family: 'evm' | 'tron'
  /** The path of an account's page in the explorer, without the address. */
  readonly accountPath: string
  /** Whether wallets that connect through WalletConnect can pay. */
  readonly canPair: boolean
  /** Whether its own screens include the choice of a wallet. */
  readonly isOwnFromStart: boolean
  /** Returns the wallet that the page passes for this rail, if any. */
  ownWallet(options: ControllerOptions): unknown
  /** Searches for its wallets. Absent if its wallets are the browser's EVM wallets, which the page always searches for. */
  search?(options: DiscoveryOptions, page: ControllerOptions): Promise<Discovery>
  /** Loads its own screens and words. Absent if it has none. */
  loadScreens?(): Promise<RailScreens>
}

/** The screens of a rail that differ from those of other payments. They extend the screens of the flow, so the element loads both. */
export type RailScreens = {
  /** Returns them in the payer's language. `update` renders the current screen again, and `style` adds style sheets; it is idempotent. */
  open(say: Say, update: () => void, style: (sheets: readonly CSSResult[]) => void): OpenScreens
}

/** The screens and words of a rail in one language. */
type OpenScreens = {
  readonly screens: Screens
  /** Its own errors, in addition to those of any payment. */
  readonly errors: Readonly<Record<string, ErrorText>>
  /** Replaces the text that does not apply on this rail. */
  speak?(context: FlowContext): FlowContext
}

/** Returns one subject's text in the payer's language, or the English text without a translation, with the page's overrides. */
export type Say = <K extends keyof RareText>(key: K, english: RareText[K]) => RareText[K]
