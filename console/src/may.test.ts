import { expect, test } from 'vitest'
import { may } from './may.ts'

test('A member has exactly the rights of the session’s role', () => {
  const session = { scopes: ['read', 'create'] } as const
  expect(may({ session: { scopes: [...session.scopes] } }, 'create')).toBe(true)
  expect(may({ session: { scopes: [...session.scopes] } }, 'team')).toBe(false)
})
