import { hash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'
import type { NewRow } from '../db/schema.ts'
import { createId } from '../id.ts'

const KEY_PREFIX = 'sk_'
/** Characters of a key that lists may show. */
const SHOWN_CHARACTERS = 10
const KEY_BYTES = 32

/** Makes a key of 256 random bits. It is shown once: only the row, with its hash, is stored. */
export function createApiKey(
  context: Pick<Context, 'now' | 'random'>,
  facts: { tenantId: string; label: string; expiresAt: string | null },
): { key: string; row: NewRow<'api_keys'> } {
  const key = KEY_PREFIX + Buffer.from(context.random(KEY_BYTES)).toString('base64url')
  return { key, row: apiKeyRow(context, { ...facts, key }) }
}

/** The row that stores a key: its first characters and its SHA-256. */
export function apiKeyRow(
  context: Pick<Context, 'now' | 'random'>,
  facts: { tenantId: string; label: string; expiresAt: string | null; key: string },
): NewRow<'api_keys'> {
  return {
    id: createId(context),
    tenant_id: facts.tenantId,
    label: facts.label,
    prefix: facts.key.slice(0, SHOWN_CHARACTERS),
    hash: hashApiKey(facts.key),
    status: 'active',
    expires_at: facts.expiresAt,
    created_at: context.now().toISOString(),
    last_used_at: null,
  }
}

/** Lower-case hex SHA-256. A key has 256 random bits, so a slow hash would add nothing. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex')
}

/** Compares two hex digests of equal length in constant time. */
export function isSameDigest(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
