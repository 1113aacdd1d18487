import type { Text } from '../text/text.ts'

const MIN_CHARACTERS = 8
const MAX_CHARACTERS = 100

/**
 * The reason why a new password is rejected, as a sentence; null when it is accepted. Characters are code points, as
 * the API counts them.
 */
export function checkPassword(password: string, { signIn }: Text): string | null {
  const { length } = [...password]
  if (length < MIN_CHARACTERS) return signIn.passwordShort
  if (length > MAX_CHARACTERS) return signIn.passwordLong
  return null
}
