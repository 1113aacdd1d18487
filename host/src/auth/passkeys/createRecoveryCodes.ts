import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'

/** The number of codes that a member gets at once. */
const RECOVERY_CODES = 10
/** Crockford's base32 alphabet, which omits I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 random bits. */
const CHARACTERS = 16
const GROUP = /.{4}(?!$)/g

/** Replaces a member's recovery codes and returns the new ones. Only the codes' hashes are stored, so the codes are shown once. */
export async function createRecoveryCodes(
  tx: Tx,
  context: Pick<Context, 'now' | 'random'>,
  memberId: string,
): Promise<readonly string[]> {
  await tx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
  const created_at = context.now().toISOString()
  const codes = Array.from({ length: RECOVERY_CODES }, () => createCode(context))
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        hash: hashRecoveryCode(memberId, code),
        member_id: memberId,
        created_at,
        used_at: null,
      })),
    )
    .execute()
  return codes.map((code) => code.replace(GROUP, '$&-'))
}

/**
 * Returns the hash under which a member's code is stored: with 80 random bits and few attempts, a slow hash is unnecessary. Ignores letter
 * case, spaces and hyphens, and reads O as 0, and I and L as 1.
 */
export function hashRecoveryCode(memberId: string, code: string): string {
  const read = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return hash('sha256', `${memberId} ${read}`, 'hex')
}

/** 256 is a multiple of the alphabet's length, so every character is equally likely. */
function createCode({ random }: Pick<Context, 'random'>): string {
  return [...random(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
