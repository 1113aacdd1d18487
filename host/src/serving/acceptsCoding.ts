import type { IncomingMessage } from 'node:http'

/** Returns whether a caller accepts a content coding, such as `br` (RFC 9110, section 12.5.3). */
export function acceptsCoding(
  { headers }: Pick<IncomingMessage, 'headers'>,
  coding: string,
): boolean {
  const accepted = headers['accept-encoding']?.toString().split(',', MAX_CODINGS).map(readCoding)
  const own = accepted?.find(({ name }) => name === coding)
  return ((own ?? accepted?.find(({ name }) => name === '*'))?.weight ?? 0) > 0
}

/** Reads one part of `Accept-Encoding`, such as `gzip;q=0.5`. */
function readCoding(part: string): { name: string; weight: number } {
  const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { name, weight: weight === undefined ? 1 : Number(weight) || 0 }
}

/** Browsers send a handful of codings; later ones are not read. */
const MAX_CODINGS = 20
