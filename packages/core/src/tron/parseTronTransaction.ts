import { MalformedTronTransactionError } from './MalformedTronTransactionError.ts'
import { decodeRawData, encodeRawData, type ParsedTronTransaction } from './rawDataCodec.ts'

/**
 * Reads the raw data of a transaction that calls one contract. What it returns is all that the bytes say: writing it again
 * gives the same bytes, so a memo, a permission, a second contract, a field that java-tron skips, or another spelling of
 * the same values is refused.
 *
 * @throws MalformedTronTransactionError
 */
export function parseTronTransaction(rawDataHex: string): ParsedTronTransaction {
  if (typeof rawDataHex !== 'string' || !RAW_DATA.test(rawDataHex))
    throw new MalformedTronTransactionError('its raw data is not lower-case hex of fair length')
  const parsed = decodeRawData(rawDataHex)
  if (encodeRawData(parsed) === rawDataHex) return parsed
  throw new MalformedTronTransactionError('its raw data is not in canonical form')
}

/** At most 4 KiB; the largest call that is sent here has 500 bytes. */
const RAW_DATA = /^(?:[0-9a-f]{2}){1,4096}$/
