import { isEvmAddress } from '@secure-payment/core/evm'

/** What the service tells the console about itself, as attributes of `<merchant-console>`. */
export type ConsoleSettings = {
  /** Where payers' pages reach the API. */
  readonly baseUrl: string
  /** The hosted page, which serves the element's script too. */
  readonly payUrl: string
  /** The service's own client ID, which the live preview pays with. */
  readonly previewClientId: string
  /** Who may open an account: nobody, those who are invited, or everybody. */
  readonly registration: Registration
  /** Ids of the networks that this service watches. */
  readonly networks: readonly string[]
  /** Contracts of recurring payouts that this service deployed itself, by network id; elsewhere the registry's. */
  readonly recurringContracts: Readonly<Record<string, string>>
}

/** Who may open an account here. */
export type Registration = 'closed' | 'invite' | 'open'

/** Reads who may open an account; an unknown word closes nothing, as the service refuses by itself. */
export function readRegistration(text: string): Registration {
  return text === 'closed' || text === 'invite' ? text : 'open'
}

/** The token of an invitation link in the fragment of an address; null without one. */
export function readInvitation(hash: string): string | null {
  return /^#invitation=(inv_[\w-]{1,100})$/.exec(hash)?.[1] ?? null
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
