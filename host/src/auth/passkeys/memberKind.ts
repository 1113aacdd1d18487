import { isUlid } from '@secure-payment/core'

/** Returns whether a member's id is an account's; otherwise it is a wallet's address, which is not a ULID. */
export function isAccountId(memberId: string): boolean {
  return isUlid(memberId)
}

/** Returns a member as an audit entry's author. */
export function actorOf(memberId: string): { kind: 'account' | 'wallet'; id: string } {
  return { kind: isAccountId(memberId) ? 'account' : 'wallet', id: memberId }
}
