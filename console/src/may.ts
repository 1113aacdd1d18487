import type { Session } from './api.ts'

/** Returns whether the signed-in person's role has a right. The console hides each button whose right the person lacks. */
export function may(
  { session }: { readonly session: Pick<Session, 'scopes'> },
  scope: Session['scopes'][number],
): boolean {
  return session.scopes.includes(scope)
}
