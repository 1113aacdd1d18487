import { InvalidInputError } from '@secure-payment/core'
import type { PayerProfile } from '@secure-payment/core/api'
import { findFutureDate } from './findFutureDate.ts'
import { findMinor } from './findMinor.ts'
import { withoutEmpty } from './withoutEmpty.ts'

/**
 * Returns a payer's profile in its canonical form, without empty members.
 *
 * @throws InvalidInputError
 */
export function checkProfile(profile: PayerProfile, now: Date): PayerProfile {
  const { dateOfBirth } = profile
  const issue = findFutureDate(dateOfBirth, now) ?? findMinor(dateOfBirth, now)
  if (issue !== null) throw new InvalidInputError([issue])
  return withoutEmpty(profile)
}
