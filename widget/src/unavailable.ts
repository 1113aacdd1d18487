import type { UnavailableReason } from './codes.ts'

/** A payment that cannot be paid now. */
export type Unavailable = {
  readonly reason: UnavailableReason
  /** The earliest useful time for `retry()`, in milliseconds since the epoch; null if the payer may retry now, or if a retry is useless. */
  readonly retryAt: number | null
  /**
   * Present for a reusable link's token, for a payout or refund that must not be paid now, and for a rejected page of a developer.
   */
  readonly link?: PayerLink | undefined
  /** Unchecked: for an unknown payment, the contacts of the page's merchant, if there are any. */
  readonly contacts?: object | null | undefined
}

/**
 * The replacement for the reason's text. `url` is a reusable link's hosted page, where each payer opens a payment; null without such a
 * page.
 */
export type PayerLink = {
  readonly url: string | null
  readonly say: (language: string) => { readonly title: string; readonly action: string }
}
