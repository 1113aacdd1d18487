import type { ListedLink } from '../../api.ts'

/** A link's statuses, as the service names them, in the tabs' order. */
export const LINK_STATUSES = [
  'pending',
  'completed',
  'expired',
  'invalidated',
] as const satisfies readonly ListedLink['status'][]

/** The link list's filters; a filter that is null excludes no link. */
export type LinkFilter = {
  readonly status: ListedLink['status'] | null
  readonly reference: string | null
}

const MOST_LETTERS = 255

/** Parses the filter in a URL's query, without values that the service would reject. */
export function parseLinkFilter(search: string): LinkFilter {
  const query = new URLSearchParams(search)
  const reference = query.get('reference')?.trim() ?? ''
  const isPossible = reference !== '' && reference.length <= MOST_LETTERS
  return {
    status: LINK_STATUSES.find((status) => status === query.get('status')) ?? null,
    reference: isPossible ? reference : null,
  }
}

/** Formats a filter as a URL's query, with its question mark; empty without a filter. */
export function formatLinkFilter(filter: LinkFilter): string {
  const query = new URLSearchParams(toLinkQuery(filter))
  return query.size === 0 ? '' : `?${query}`
}

/** Returns the filter as the service's query. */
export function toLinkQuery({ status, reference }: LinkFilter) {
  return { ...(status !== null && { status }), ...(reference !== null && { reference }) }
}
