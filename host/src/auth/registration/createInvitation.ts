import { hash } from 'node:crypto'
import type { Role } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { createId } from '../../id.ts'

/** The time for which an invitation can be accepted. */
const INVITATION_LIFETIME_MS = 3 * 24 * 3_600_000
const TOKEN_BYTES = 32

/** An invitation to be stored, and its link, which is stored nowhere. */
export type NewInvitation = { row: Row<'invitations'>; url: string }

/** The only address that may accept an invitation, as columns. */
export type Bound = Pick<Row<'invitations'>, 'bound_wallet' | 'bound_email_digest' | 'sealed_email'>

const UNBOUND: Bound = { bound_wallet: null, bound_email_digest: null, sealed_email: null }

/**
 * Creates a link that admits one wallet or account, once, by default as an owner. The token is in the fragment, which no browser sends, so
 * no proxy log or referrer contains it. `joins`: the tenant that the guest joins, null for a new one. `invitedBy`: the tenant of the
 * inviting member; null for the operator. `invitedByMember`: the wallet's address or the account's id of the inviting member. `bound`: the
 * only address that may accept the invitation; anyone with the link by default.
 */
export function createInvitation(
  context: Pick<Context, 'config' | 'now' | 'random'>,
  facts: {
    joins: string | null
    role?: Role
    invitedBy: string | null
    invitedByMember?: string
    id?: string
    bound?: Bound
  },
): NewInvitation {
  const now = context.now()
  const token = `inv_${Buffer.from(context.random(TOKEN_BYTES)).toString('base64url')}`
  return {
    row: {
      id: facts.id ?? createId(context),
      hash: hashInvitation(token),
      joins_tenant_id: facts.joins,
      role: facts.role ?? 'owner',
      invited_by: facts.invitedBy,
      invited_by_member: facts.invitedByMember ?? null,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + INVITATION_LIFETIME_MS).toISOString(),
      used_at: null,
      ...(facts.bound ?? UNBOUND),
    },
    url: `${context.config.authUrl}/console/#invitation=${token}`,
  }
}

/** Returns the hash under which an invitation is stored: a token has 256 random bits, so a slow hash would add nothing. */
export function hashInvitation(token: string): string {
  return hash('sha256', token, 'hex')
}
