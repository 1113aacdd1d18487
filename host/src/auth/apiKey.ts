import { hash, timingSafeEqual } from 'node:crypto'
import type { KeyScope } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import type { NewRow } from '../db/schema.ts'
import { createId } from '../id.ts'
import { writeKeyScopes } from './keyScopes.ts'

const KEY_PREFIX = 'sk_'
/** The number of characters of a key that lists may show. */
const SHOWN_CHARACTERS = 10
const KEY_BYTES = 32

/** The facts of a new key. */
type NewKey = {
  tenantId: string
  label: string
  scopes: readonly KeyScope[]
  expiresAt: string | null
  /** The id of the member who created the key; null for the operator. */
  createdBy: string | null
}

/** Creates a key of 256 random bits. Only the key's hash is stored, so the key is shown once. */
export function createApiKey(
  context: Pick<Context, 'now' | 'random'>,
  facts: NewKey,
): { key: string; row: NewRow<'api_keys'> } {
  const key = KEY_PREFIX + Buffer.from(context.random(KEY_BYTES)).toString('base64url')
  return { key, row: apiKeyRow(context, { ...facts, key }) }
}

/** Returns the row that stores a key: its first characters and its SHA-256. */
export function apiKeyRow(
  context: Pick<Context, 'now' | 'random'>,
  facts: NewKey & { key: string },
): NewRow<'api_keys'> {
  return {
    id: createId(context),
    tenant_id: facts.tenantId,
    label: facts.label,
    prefix: facts.key.slice(0, SHOWN_CHARACTERS),
    hash: hashApiKey(facts.key),
    status: 'active',
    scopes: writeKeyScopes(facts.scopes),
    created_by: facts.createdBy,
    expires_at: facts.expiresAt,
    created_at: context.now().toISOString(),
    last_used_at: null,
  }
}

/** Returns the lower-case hex SHA-256 of a key. A key has 256 random bits, so a slow hash would add nothing. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex')
}

/** Compares two hex digests of equal length in constant time. */
export function isSameDigest(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
