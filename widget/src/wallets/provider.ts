/** An injected wallet as EIP-1193 defines it. */
export type Provider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** Returns whether a value from the page or from an announcement accepts wallet requests. */
export function isProvider(value: unknown): value is Provider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'request' in value &&
    typeof value.request === 'function'
  )
}

/**
 * Returns whether a page passed viem's client, wagmi's config or a source of wallets; a separate chunk finds the wallets behind
 * it.
 */
export function isForeign(value: unknown): boolean {
  const wallet = Object(value)
  return 'transport' in wallet || 'state' in wallet || 'follow' in wallet
}

/** Listens to a wallet until the signal aborts; ignores wallets without events. */
export function listen(
  provider: Provider,
  event: 'accountsChanged' | 'chainChanged' | 'disconnect',
  listener: (value: unknown) => void,
  signal: AbortSignal,
): void {
  // An aborted signal fires no event, so the wallet would keep the listener.
  if (signal.aborted) return
  // Some wallets keep sending events after the listener is removed.
  const hear = (value: unknown): void => {
    if (!signal.aborted) listener(value)
  }
  try {
    provider.on?.(event, hear)
  } catch {
    return // If a wallet's events do not work, the element still reads its state before each step.
  }
  const stop = (): void => void provider.removeListener?.(event, hear)
  signal.addEventListener('abort', stop, { once: true })
}

/** Reads a response in the shape of `eth_accounts`; omits values that are not an address of an EVM chain or of Tron. */
export function readAccounts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (item: unknown) => typeof item === 'string' && /^(0x[0-9a-f]{40}|T\w{33})$/i.test(item),
  )
}

/** Reads a chain id as wallets return it, as hex text or a number; null if it is neither. */
export function readChainId(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : null
  if (typeof value !== 'string' || !/^(0x[0-9a-f]+|\d+)$/i.test(value)) return null
  const chainId = Number(value)
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null
}
