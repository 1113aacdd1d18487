/**
 * Returns a transaction's bandwidth in bytes, as java-tron counts it (`BandwidthProcessor.consume`). The bandwidth is the size of the
 * serialized transaction with its signatures, plus a fixed 64 bytes for its one contract's result (`MAX_RESULT_SIZE_IN_TX`).
 * `rawDataHex` is hex without `0x`.
 */
export function estimateBandwidth(rawDataHex: string, signatures = 1): number {
  return fieldSize(rawDataHex.length / 2) + signatures * fieldSize(SIGNATURE_BYTES) + RESULT_BYTES
}

const SIGNATURE_BYTES = 65
const RESULT_BYTES = 64

/** Returns the size of a field of bytes: one byte for the tag, the length as a varint, then the bytes. */
function fieldSize(bytes: number): number {
  return 1 + varintSize(bytes) + bytes
}

function varintSize(value: number): number {
  return value < 128 ? 1 : 1 + varintSize(Math.floor(value / 128))
}
