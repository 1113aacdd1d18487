import { isEvmAddress } from '@secure-payment/core/evm'

/** What the service tells the console about itself, as attributes of `<merchant-console>`. */
export type ConsoleSettings = {
  /** Where payers' pages reach the API. */
  readonly baseUrl: string
  /** The hosted page, which serves the element's script too. */
  readonly payUrl: string
  /** The service's own client ID, which the live preview pays with. */
  readonly previewClientId: string
  /** Ids of the networks that this service watches. */
  readonly networks: readonly string[]
  /** Contracts of recurring payouts that this service deployed itself, by network id; elsewhere the registry's. */
  readonly recurringContracts: Readonly<Record<string, string>>
}

/** Reads `base=0x… sepolia=0x…`; what is no such pair is left out. */
export function readContracts(text: string): ConsoleSettings['recurringContracts'] {
  const pairs = text.split(/\s+/).flatMap((pair) => {
    const [, network, address] = /^([a-z0-9-]{1,40})=(0x[0-9a-fA-F]{40})$/.exec(pair) ?? []
    if (network === undefined || address === undefined || !isEvmAddress(address)) return []
    return [[network, address] as const]
  })
  return Object.fromEntries(pairs)
}
