import type { Config } from '../config.ts'
import type { ScreenedWallet } from './provider.ts'

/** A decision about one wallet, with its times in ISO 8601. */
export type Screening = {
  wallet: string
  provider: string
  isAllowed: boolean
  reasonCode: string | null
  reference: string | null
  screenedAt: string
  expiresAt: string
}

/** The merchant of a payment; its page, if there is one; and the reusable link of which the page is a copy. */
export type ScreenedPayment = { tenantId: string; token: string | null; linkToken: string | null }

/** Screens the wallets of payers, with stored decisions and limits per merchant. */
export type Screener = AsyncDisposable & {
  /** The provider's name. */
  readonly id: string
  readonly scope: Config['screening']['scope']
  /**
   * Decides whether a wallet may pay. Returns null if the provider gave no decision and the host lets such wallets pay.
   *
   * @throws ScreeningLimitedError, ScreeningUnavailableError
   */
  screen(wallet: ScreenedWallet, payment: ScreenedPayment): Promise<Screening | null>
}
