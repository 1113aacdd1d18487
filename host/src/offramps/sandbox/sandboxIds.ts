import type { Subject } from '../offramp.ts'

/** The name of the sandbox in records and webhooks. */
export const SANDBOX_ID = 'sandbox-offramp'

const PREFIXES = {
  payer: 'sandbox-payer-',
  account: 'sandbox-account-',
  offramp: 'sandbox-',
} as const satisfies Record<Subject['kind'], string>

/** Returns the sandbox's id for a record. */
export function sandboxIdOf(kind: Subject['kind'], id: string): string {
  return `${PREFIXES[kind]}${id}`
}

/** Returns this service's id for a record in the sandbox. */
export function ownIdOf({ kind, providerId }: Subject): string {
  return providerId.slice(PREFIXES[kind].length)
}
