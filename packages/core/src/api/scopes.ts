import { z } from 'zod'

/**
 * The rights that an API key can have:
 *
 * - `read` reads every record of the merchant account.
 * - `create` creates requests and payment links, and pays and changes them.
 * - `payouts` sends money: payouts, payout links, schedules and bank accounts.
 * - `refunds` sends payments back.
 * - `manage` changes settings: API keys, client IDs, webhooks, domains, branding and destinations.
 */
export const KEY_SCOPES = ['read', 'create', 'payouts', 'refunds', 'manage'] as const

/** The rights of members: those of keys, and `team`, which lets a member invite, change and remove members. */
const SCOPES = [...KEY_SCOPES, 'team'] as const

/** One right. An operation needs at most one right. */
export type Scope = (typeof SCOPES)[number]

/** One right that an API key can have. */
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The scopes of each role: the only table that maps roles to rights. Only an owner can add, change or remove an owner. */
export const ROLE_SCOPES = {
  owner: SCOPES,
  admin: SCOPES,
  finance: ['read', 'create', 'payouts', 'refunds'],
  developer: ['read', 'create', 'manage'],
  'read-only': ['read'],
} as const satisfies { readonly [role: string]: readonly Scope[] }

/** The role of a member in a merchant account. */
export type Role = keyof typeof ROLE_SCOPES

/** Every role, most rights first. */
export const ROLES = ['owner', 'admin', 'finance', 'developer', 'read-only'] as const

/** A role, as text. */
export const roleSchema = z.enum(ROLES)

/** The scope of an operation or of a member. */
export const scopeSchema = z.enum(SCOPES)

/** A scope of an API key. */
export const keyScopeSchema = z.enum(KEY_SCOPES)

/**
 * Returns the scope that an operation needs, or null if every valid credential may call it. An operation that declares
 * none needs `manage`.
 */
export function scopeOf({
  scope = 'manage',
}: {
  scope?: Scope | 'none' | undefined
}): Scope | null {
  return scope === 'none' ? null : scope
}
