import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'

const TOKEN_BYTES = 32
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The time for which a link works, by its purpose. */
const LIFETIME_MS = { email: 24 * HOUR_MS, password: 30 * MINUTE_MS }

/** The purpose of a code: to verify an address, or to reset a password. */
export type CodePurpose = Row<'mail_codes'>['purpose']

/** The maximum number of links per purpose, member and hour, so that no caller can fill a member's inbox. */
const MAX_CODES_AN_HOUR = 3
/** The maximum number of links per day that verify one address, across all members, because anyone can enter any address. */
const MAX_CODES_AN_ADDRESS = 10

/** The member and the address that a code is for. */
export type CodeFacts = {
  purpose: CodePurpose
  tenantId: string
  memberId: string
  email: string
}

/**
 * Stores the hash of a new code of 256 random bits and returns the code, which only its e-mail contains. Null if the
 * member or the address has reached its limit.
 */
export async function createMailCode(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'sealer'>,
  { purpose, tenantId, memberId, email }: CodeFacts,
): Promise<string | null> {
  const now = context.now()
  const email_digest = context.sealer.digest('email', email)
  const since = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const ofMember = await tx
    .selectFrom('mail_codes')
    .select('hash')
    .where('member_id', '=', memberId)
    .where('created_at', '>', since(HOUR_MS))
    .where('purpose', '=', purpose)
    .limit(MAX_CODES_AN_HOUR)
    .execute()
  if (ofMember.length === MAX_CODES_AN_HOUR) return null
  if (purpose === 'email') {
    const ofAddress = await tx
      .selectFrom('mail_codes')
      .select('hash')
      .where('email_digest', '=', email_digest)
      .where('created_at', '>', since(24 * HOUR_MS))
      .where('purpose', '=', purpose)
      .limit(MAX_CODES_AN_ADDRESS)
      .execute()
    if (ofAddress.length === MAX_CODES_AN_ADDRESS) return null
  }
  const code = `mc_${Buffer.from(context.random(TOKEN_BYTES)).toString('base64url')}`
  await tx
    .insertInto('mail_codes')
    .values({
      hash: hashMailCode(code),
      purpose,
      tenant_id: tenantId,
      member_id: memberId,
      sealed_email: context.sealer.seal('email', email),
      email_digest,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LIFETIME_MS[purpose]).toISOString(),
      used_at: null,
    })
    .execute()
  return code
}

/** Returns the hash under which a code is stored: a code has 256 random bits, so a slow hash would add nothing. */
export function hashMailCode(code: string): string {
  return hash('sha256', code, 'hex')
}
