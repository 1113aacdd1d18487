import { expect, test } from 'vitest'
import { formatLinkFilter, parseLinkFilter, toLinkQuery } from './linkFilter.ts'

test.each([
  ['', { status: null, reference: null }],
  ['?status=pending', { status: 'pending', reference: null }],
  ['?status=completed&reference=PO-7781', { status: 'completed', reference: 'PO-7781' }],
] as const)(
  'The address %s names one filter, and that filter has this address',
  (query, filter) => {
    expect(parseLinkFilter(query)).toEqual(filter)
    expect(formatLinkFilter(filter)).toBe(query)
  },
)

test.each(['?status=paid', `?reference=${'x'.repeat(256)}`, '?reference=%20', '?other=1'])(
  'The address %s has no filter that the service would reject',
  (query) => {
    expect(toLinkQuery(parseLinkFilter(query))).toEqual({})
  },
)
