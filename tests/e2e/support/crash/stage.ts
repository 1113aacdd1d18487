import type { Browser } from '@playwright/test'
import type { Checkout } from '../checkout.ts'
import type { CrashPoints, Point } from './crashPoints.ts'

/** A kind of payment: its setup, its steps and its checks. */
export type CrashKind = {
  readonly name: string
  /** Opens a browser context, a payer and a payment, with the page loaded. */
  open(browser: Browser): Promise<Stage>
  /** Returns the ways in which a page dies at a point. */
  deathsAt(point: Point): readonly Death[]
}

/**
 * The point at which a page dies, and the fate of its pending wallet request. The wallet may lose the request with the page. A wallet that
 * is a separate program sends at once, or after the payer has opened the page again.
 */
export type Death = { readonly point: Point; readonly wallet: WalletThen }
type WalletThen = 'forgets' | 'sends' | 'sends late'

/** One payment whose page is killed, and which the payer then completes. */
export type Stage = AsyncDisposable & {
  readonly checkout: Checkout
  readonly points: CrashPoints
  /** The name of the payer's wallet on the first screen. */
  readonly walletName: string | RegExp
  /** Opens the payment again on another page in the same browser, whose clock is stopped. */
  reopen(): Promise<Checkout>
  /** Executes the request as a wallet in its own process does. */
  send(asked: readonly unknown[] | null): Promise<void>
  /** Lets time pass for the chain, and for the other signers. */
  advance(): Promise<void>
  /** Returns whether the wallet itself shows that nothing is pending, so that the payer may confirm that nothing was sent. */
  knowsNothingSent(): boolean
  /** Expects that every payee received exactly the requested amount, and the merchant one webhook. */
  expectPaid(): Promise<void>
  /** Returns the number of payments on chain with the payment's reference. */
  countPayments(): Promise<number>
  /** Returns further facts for a failure message. */
  describe(): Promise<string>
  /** Returns the unexpected problems in the pages. */
  problems(): readonly string[]
}

/**
 * Returns, for each point, the ways in which a page dies. At points with a matching name, a wallet that is a separate program already has
 * the request.
 */
export function deathsWhere(asked: RegExp): CrashKind['deathsAt'] {
  return (point) => {
    const wallets = asked.test(point)
      ? (['forgets', 'sends', 'sends late'] as const)
      : (['forgets'] as const)
    return wallets.map((wallet) => ({ point, wallet }))
  }
}
