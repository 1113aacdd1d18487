/**
 * A response as text/csv. If an operation offers CSV, its action returns CSV when `call.wantsCsv` is set or the query requests it.
 * The pieces are sent as they arrive, so a long list is never in memory as a whole. Each piece consists of whole lines that end in
 * CRLF (RFC 4180).
 */
export class CsvAnswer {
  readonly pieces: AsyncIterable<string> | Iterable<string>
  /** The file name under which a browser saves the response. */
  readonly fileName: string

  constructor(pieces: AsyncIterable<string> | Iterable<string>, fileName: string) {
    this.pieces = pieces
    this.fileName = fileName
  }
}

/**
 * Returns whether an `Accept` header prefers CSV to JSON: text/csv has a higher weight than application/json. A wildcard keeps
 * JSON.
 */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const csv = weightOf(accept, 'text/csv')
  return csv > 0 && csv > weightOf(accept, 'application/json')
}

/** Returns a type's weight, from 0 to 1; an unlisted type has weight 0 (RFC 9110, section 12.5.1). */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (name !== type) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return weight === undefined ? 1 : Number(weight) || 0
  }
  return 0
}
