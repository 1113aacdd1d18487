/**
 * The object of a Tron wallet in a page: with TIP-1193's `request`, an older wallet's `request`, or only a `tronWeb`. Any part may
 * be missing, so every use reads it again.
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

/** A wallet's `tronWeb`; the element uses `defaultAddress` and `trx`. */
export type InjectedTronWeb = Readonly<Record<string, unknown>>

/** The method that requests a transaction's signature through this folder's `Provider`. */
export const SIGN_METHOD = 'tron_signTransaction'

/** The method that requests a message's signature (TIP-191, version 2). */
export const SIGN_MESSAGE_METHOD = 'tron_signMessageV2'

/** The id of Tron's main chain, as `eth_chainId` returns it: the last four bytes of its first block's id. */
export const TRON_CHAIN_ID = 0x2b6653dc

/** Returns whether a value is an object or a function. */
export function isInjected(value: unknown): value is Injected & Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** Finds the wallet's `tronWeb`; null while it has none, for example while it is locked. */
export function findTronWeb(injected: Injected): InjectedTronWeb | null {
  const { tronWeb } = injected
  return isInjected(tronWeb) ? tronWeb : null
}

/** Reads the account that a `tronWeb` signs with, as text; null while it has none. */
export function readAddress(tronWeb: InjectedTronWeb | null): string | null {
  const account = tronWeb?.['defaultAddress']
  const address = isInjected(account) ? account['base58'] : null
  return isAddress(address) ? address : null
}

/** Returns whether a value has the form of a Tron address. Its checksum is verified before a transaction is built for it. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(value)
}
