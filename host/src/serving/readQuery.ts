import { type ParsedUrlQuery, parse } from 'node:querystring'

/** Reads the query of a request's target. */
export function readQuery({ url }: { url: string }): ParsedUrlQuery {
  const [, query = ''] = url.split('?', 2)
  return parse(query)
}
