/** An injected wallet as EIP-1193 defines it. */
export type Provider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** Whether a value, found in the page or in an announcement, accepts a wallet's requests. */
export function isProvider(value: unknown): value is Provider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'request' in value &&
    typeof value.request === 'function'
  )
}

/** Whether a page passed viem's client or wagmi's config, which must first be converted to a provider. */
export function isForeign(value: unknown): boolean {
  const wallet = Object(value)
  return 'transport' in wallet || 'state' in wallet
}

/** Listens to a wallet until the signal aborts; ignores wallets without events. */
export function listen(
  provider: Provider,
  event: 'accountsChanged' | 'chainChanged' | 'disconnect',
  listener: (value: unknown) => void,
  signal: AbortSignal,
): void {
  // Some wallets keep sending events after the listener is removed.
  const hear = (value: unknown): void => {
    if (!signal.aborted) listener(value)
  }
  try {
    provider.on?.(event, hear)
  } catch {
    return // A wallet whose events do not work is still read before each step.
  }
  const stop = (): void => void provider.removeListener?.(event, hear)
  signal.addEventListener('abort', stop, { once: true })
}

/** Reads responses of the shape of `eth_accounts`; omits values that are not an address of an EVM chain or of Tron. */
export function readAccounts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (item: unknown) => typeof item === 'string' && /^(0x[0-9a-f]{40}|T\w{33})$/i.test(item),
  )
}

/** Reads a chain id, hex text or number as wallets return it; null when it is neither. */
export function readChainId(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : null
  if (typeof value !== 'string' || !/^(0x[0-9a-f]+|\d+)$/i.test(value)) return null
  const chainId = Number(value)
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null
}
