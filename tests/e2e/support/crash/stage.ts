import type { Browser } from '@playwright/test'
import type { Checkout } from '../checkout.ts'
import type { CrashPoints, Point } from './crashPoints.ts'

/** A kind of payment: how it is set up, made and looked at. */
export type CrashKind = {
  readonly name: string
  /** A browser context, a payer and a payment of their own, with the page open. */
  open(browser: Browser): Promise<Stage>
  /** The deaths that a point is good for. */
  deathsAt(point: Point): readonly Death[]
}

/**
 * Where a page dies, and what becomes of a wallet that it had just asked to send: the wallet forgets it with the page, or it is a program
 * of its own, and sends at once, or when the payer has opened the page again.
 */
export type Death = { readonly point: Point; readonly wallet: WalletThen }
export type WalletThen = 'forgets' | 'sends' | 'sends late'

/** One payment that is made, killed and made again. */
export type Stage = AsyncDisposable & {
  readonly checkout: Checkout
  readonly points: CrashPoints
  /** How the payer's wallet is called on the first screen. */
  readonly walletName: string | RegExp
  /** Opens the payment again in another page of the same browser, whose clock stands still. */
  reopen(): Promise<Checkout>
  /** A wallet of a process of its own carries out what it was asked. */
  send(asked: readonly unknown[] | null): Promise<void>
  /** Time passes for the chain, and for those who have the word beside the payer. */
  advance(): Promise<void>
  /** Whether the payer knows, from the wallet itself, that nothing is open there: they may say so. */
  knowsNothingSent(): boolean
  /** Every payee has what was asked to the unit, and the merchant heard of it once. */
  expectPaid(): Promise<void>
  /** Payments on chain with the payment's reference. */
  countPayments(): Promise<number>
  /** What else is to be known of it after a failure. */
  describe(): Promise<string>
  /** What went wrong in the pages without anybody asserting it. */
  problems(): readonly string[]
}

/** A wallet that is a program of its own has what it was asked at the points whose name is as given. */
export function deathsWhere(asked: RegExp): CrashKind['deathsAt'] {
  return (point) => {
    const wallets = asked.test(point)
      ? (['forgets', 'sends', 'sends late'] as const)
      : (['forgets'] as const)
    return wallets.map((wallet) => ({ point, wallet }))
  }
}
