/**
 * Whatever a Tron wallet leaves in a page: TIP-1193's `request`, an older one's, or a `tronWeb` alone. Nothing of it is
 * sure, so every use reads it anew.
 */
export type Injected = {
  readonly request?: unknown
  readonly on?: unknown
  readonly removeListener?: unknown
  /** `false` until the wallet is unlocked. */
  readonly tronWeb?: unknown
  readonly isTronLink?: unknown
  readonly ready?: unknown
}

/** A wallet's `tronWeb`, of which `defaultAddress` and `trx` are used. */
export type InjectedTronWeb = Readonly<Record<string, unknown>>

/** The method by which a wallet is asked for a signature through the `Provider` that this folder makes of it. */
export const SIGN_METHOD = 'tron_signTransaction'

/** As `SIGN_METHOD`, for a message: signed by TIP-191, version 2. */
export const SIGN_MESSAGE_METHOD = 'tron_signMessageV2'

/** The id of Tron's main chain, as `eth_chainId` tells it: the last four bytes of its first block's id. */
export const TRON_CHAIN_ID = 0x2b6653dc

/** Whether a value can have members. */
export function isInjected(value: unknown): value is Injected & Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** The wallet's `tronWeb`; null while it has none, as when it is locked. */
export function findTronWeb(injected: Injected): InjectedTronWeb | null {
  const { tronWeb } = injected
  return isInjected(tronWeb) ? tronWeb : null
}

/** The account that a `tronWeb` signs with, as text; null while it has none. */
export function readAddress(tronWeb: InjectedTronWeb | null): string | null {
  const account = tronWeb?.['defaultAddress']
  const address = isInjected(account) ? account['base58'] : null
  return isAddress(address) ? address : null
}

/** Whether a value looks like an address of Tron. Its checksum is looked at before anything is built for it. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(value)
}
