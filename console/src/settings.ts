import { isEvmAddress } from '@secure-payment/core/evm'

/** The service's settings for the console, as attributes of `<merchant-console>`. */
export type ConsoleSettings = {
  /** The API's address for payers' pages. */
  readonly baseUrl: string
  /** The address of the hosted payment page, which also serves the element's script. */
  readonly payUrl: string
  /** The service's own client ID, for the live preview. */
  readonly previewClientId: string
  /** The visitors who may open an account: none, invited ones, or all. */
  readonly registration: Registration
  /** The ids of the networks that this service watches. */
  readonly networks: readonly string[]
  /** The contracts for recurring payouts that this service itself deployed, by network id; other networks use the registry's. */
  readonly recurringContracts: Readonly<Record<string, string>>
}

/** The visitors who may open an account here. */
export type Registration = 'closed' | 'invite' | 'open'

/**
 * Reads the setting for new accounts; an unknown value disables nothing, because the service itself enforces the
 * setting.
 */
export function readRegistration(text: string): Registration {
  return text === 'closed' || text === 'invite' ? text : 'open'
}

/** Reads an invitation link's token in an address's fragment; null without one. */
export function readInvitation(hash: string): string | null {
  return /^#invitation=(inv_[\w-]{1,100})$/.exec(hash)?.[1] ?? null
}

/** The e-mail link that opened the page: its purpose and its code. */
export type MailLink = { readonly kind: 'reset' | 'confirm'; readonly code: string }

/** Reads an e-mail link in an address's fragment; null without one. */
export function readMailLink(hash: string): MailLink | null {
  const [, name, code] = /^#(reset-password|confirm-email)=(mc_[\w-]{1,100})$/.exec(hash) ?? []
  if (code === undefined) return null
  return { kind: name === 'reset-password' ? 'reset' : 'confirm', code }
}

/** A link on which a payer enters a refund address: with a code, or with a signature from the wallet that paid. */
export type RefundLink =
  | { readonly kind: 'code'; readonly id: string; readonly code: string }
  | { readonly kind: 'wallet'; readonly token: string }

/** Reads a refund link in an address's fragment; null without one. */
export function readRefundLink(hash: string): RefundLink | null {
  const [, id, code] = /^#refund-claim=([0-9A-Z]{26})\.([\w-]{43})$/.exec(hash) ?? []
  if (id !== undefined && code !== undefined) return { kind: 'code', id, code }
  const token = /^#refund-payment=([0-9A-Z]{26})$/.exec(hash)?.[1]
  return token === undefined ? null : { kind: 'wallet', token }
}

/** Reads `base=0x… sepolia=0x…`; ignores all other text. */
export function readContracts(text: string): ConsoleSettings['recurringContracts'] {
  const pairs = text.split(/\s+/).flatMap((pair) => {
    const [, network, address] = /^([a-z0-9-]{1,40})=(0x[0-9a-fA-F]{40})$/.exec(pair) ?? []
    if (network === undefined || address === undefined || !isEvmAddress(address)) return []
    return [[network, address] as const]
  })
  return Object.fromEntries(pairs)
}
