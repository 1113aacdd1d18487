/** An injected wallet as EIP-1193 describes it. */
export type Provider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** Whether a value, found in the page or in an announcement, can be asked as a wallet. */
export function isProvider(value: unknown): value is Provider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'request' in value &&
    typeof value.request === 'function'
  )
}

/** Listens to a wallet until the signal aborts; wallets without events are left alone. */
export function listen(
  provider: Provider,
  event: 'accountsChanged' | 'chainChanged' | 'disconnect',
  listener: (value: unknown) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted || provider.on === undefined) return
  provider.on(event, listener)
  signal.addEventListener('abort', () => provider.removeListener?.(event, listener), { once: true })
}

/** Reads `eth_accounts`-like answers; what looks like no address, of an EVM chain or of Tron, is left out. */
export function readAccounts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (item: unknown) => typeof item === 'string' && /^(0x[0-9a-f]{40}|T\w{33})$/i.test(item),
  )
}

/** Reads a chain id, hex text or number as wallets give it; null when it is neither. */
export function readChainId(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : null
  if (typeof value !== 'string' || !/^(0x[0-9a-f]+|\d+)$/i.test(value)) return null
  const chainId = Number(value)
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null
}
