/**
 * A response as text/csv. An action of an operation that offers it returns one if `call.wantsCsv` or its query requests
 * it. The pieces are sent as they come, so a long list need not be in memory at once. Each piece is whole lines ending
 * in CRLF (RFC 4180).
 */
export class CsvAnswer {
  readonly pieces: AsyncIterable<string> | Iterable<string>
  /** The file name under which a browser saves it. */
  readonly fileName: string

  constructor(pieces: AsyncIterable<string> | Iterable<string>, fileName: string) {
    this.pieces = pieces
    this.fileName = fileName
  }
}

/**
 * Whether an `Accept` header prefers CSV to JSON: it names text/csv, at a higher weight than application/json. A range
 * over all types leaves it at JSON.
 */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const csv = weightOf(accept, 'text/csv')
  return csv > 0 && csv > weightOf(accept, 'application/json')
}

/** From 0 to 1; a type that is not named weighs nothing (RFC 9110, section 12.5.1). */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (name !== type) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return weight === undefined ? 1 : Number(weight) || 0
  }
  return 0
}
