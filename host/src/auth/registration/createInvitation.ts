import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { createId } from '../../id.ts'

/** The time for which an invitation can be accepted. */
export const INVITATION_LIFETIME_MS = 3 * 24 * 3_600_000
const TOKEN_BYTES = 32

/** An invitation to be stored, and its link, which exists nowhere else. */
export type NewInvitation = { row: Row<'invitations'>; url: string }

/**
 * Creates a link that admits one wallet or account, once. The token is in the fragment, which no browser sends: it is
 * in no log of a proxy and in no referrer. `joins`: the tenant whose member the guest becomes, null = a new one.
 * `invitedBy`: the tenant whose member invites, null = the operator. `invitedByMember`: the wallet's address or the
 * account's id of that member.
 */
export function createInvitation(
  context: Pick<Context, 'config' | 'now' | 'random'>,
  facts: {
    joins: string | null
    invitedBy: string | null
    invitedByMember?: string
    id?: string
  },
): NewInvitation {
  const now = context.now()
  const token = `inv_${Buffer.from(context.random(TOKEN_BYTES)).toString('base64url')}`
  return {
    row: {
      id: facts.id ?? createId(context),
      hash: hashInvitation(token),
      joins_tenant_id: facts.joins,
      invited_by: facts.invitedBy,
      invited_by_member: facts.invitedByMember ?? null,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + INVITATION_LIFETIME_MS).toISOString(),
      used_at: null,
    },
    url: `${context.config.authUrl}/console/#invitation=${token}`,
  }
}

/** The hash by which an invitation is found: a token has 256 random bits, so a slow hash would add nothing. */
export function hashInvitation(token: string): string {
  return hash('sha256', token, 'hex')
}
