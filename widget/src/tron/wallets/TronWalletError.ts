/** A Tron wallet's error with a code of EIP-1193, so that the code for all wallets can classify it. */
export class TronWalletError extends Error {
  override readonly name = 'TronWalletError'
  readonly code: number

  constructor(code: number, cause?: unknown) {
    super(`The wallet refused (${code}).`, { cause })
    this.code = code
  }
}

/** The payer declined. */
export const REJECTED = 4001
/** The wallet shows no account to the page. */
export const LOCKED = 4100
/** The wallet has no such method. */
export const UNSUPPORTED = 4200
/** Another request from this page is open. */
export const BUSY = -32002

/**
 * Returns a Tron wallet's error with the code that matches its text. Many wallets reject with a sentence, as a string or an Error without a
 * code ("Confirmation declined by user", "User rejected the request", "cancelled"). Any other error is returned unchanged.
 */
export function asWalletError(error: unknown): unknown {
  return DECLINED.test(messageOf(error)) ? new TronWalletError(REJECTED, error) : error
}

const DECLINED = /declin|reject|cancel|denied|refused by (?:the )?user/i

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return ''
  const { message, error: inner }: { message?: unknown; error?: unknown } = error
  return [message, inner].filter((text) => typeof text === 'string').join(' ')
}
