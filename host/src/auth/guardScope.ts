import { BaseError } from '@secure-payment/core'
import { ROLE_SCOPES, type Role, type Scope } from '@secure-payment/core/api'
import { type Caller, scopesOf } from './caller.ts'

/** The API key or the member's role lacks the scope that an operation needs. */
export class ScopeMissingError extends BaseError {
  readonly code = 'scope_missing'
  readonly kind = 'forbidden'
  readonly problemMembers: { readonly scope: Scope }

  constructor({ scope, holder }: { scope: Scope; holder: 'API key' | 'role' }) {
    super(`This call needs the scope "${scope}", which the ${holder} does not have.`, {
      hint:
        holder === 'role'
          ? 'Ask an owner of the merchant account for another role.'
          : 'Use an API key with this scope.',
    })
    this.problemMembers = { scope }
  }
}

/**
 * Rejects an API key or a member without the given scope. Client IDs are public and have no scopes.
 *
 * @throws ScopeMissingError
 */
export function guardScope(caller: Caller, scope: Scope | null): void {
  if (scope === null || caller.credential === 'clientId') return
  if (scopesOf(caller).includes(scope)) return
  throw new ScopeMissingError({
    scope,
    holder: caller.credential === 'apiKey' ? 'API key' : 'role',
  })
}

/**
 * Rejects a member whose role lacks the given scope.
 *
 * @throws ScopeMissingError
 */
export function guardRole(role: Role, scope: Scope): void {
  const scopes: readonly Scope[] = ROLE_SCOPES[role]
  if (!scopes.includes(scope)) throw new ScopeMissingError({ scope, holder: 'role' })
}
