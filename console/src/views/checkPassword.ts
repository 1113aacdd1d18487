import type { Text } from '../text/text.ts'

const MIN_CHARACTERS = 8
const MAX_CHARACTERS = 100

/**
 * Returns the reason for rejecting a new password, as a sentence; null if the password is accepted. Characters are code points,
 * as the API counts them.
 */
export function checkPassword(password: string, { signIn }: Text): string | null {
  const { length } = [...password]
  if (length < MIN_CHARACTERS) return signIn.passwordShort
  if (length > MAX_CHARACTERS) return signIn.passwordLong
  return null
}
