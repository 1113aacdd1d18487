import { MalformedTronTransactionError } from './MalformedTronTransactionError.ts'
import { decodeRawData, encodeRawData, type ParsedTronTransaction } from './rawDataCodec.ts'

/**
 * Parses the raw data of a transaction that calls one contract. The result contains everything in the bytes: encoding it again gives the
 * same bytes. It therefore rejects a memo, a permission, a second contract, a field that java-tron skips, and another encoding of the
 * same values.
 *
 * @throws MalformedTronTransactionError
 */
export function parseTronTransaction(rawDataHex: string): ParsedTronTransaction {
  if (typeof rawDataHex !== 'string' || !RAW_DATA.test(rawDataHex))
    throw new MalformedTronTransactionError('its raw data is not lower-case hex of a valid length')
  const parsed = decodeRawData(rawDataHex)
  if (encodeRawData(parsed) === rawDataHex) return parsed
  throw new MalformedTronTransactionError('its raw data is not in canonical form')
}

/** At most 4 KiB; the largest call in use has 500 bytes. */
const RAW_DATA = /^(?:[0-9a-f]{2}){1,4096}$/
