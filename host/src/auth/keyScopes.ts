import { KEY_SCOPES, type KeyScope } from '@secure-payment/core/api'

/** Reads an API key's scopes from their column. A key that is older than scopes has all of them. Unknown scopes are omitted. */
export function readKeyScopes(column: string | null): readonly KeyScope[] {
  if (column === null) return KEY_SCOPES
  const stored = new Set(column.split(' '))
  return KEY_SCOPES.filter((scope) => stored.has(scope))
}

/** Writes an API key's scopes in a fixed order. */
export function writeKeyScopes(scopes: readonly KeyScope[]): string {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope)).join(' ')
}
