/** Encodes bytes as base64 with padding (RFC 4648, section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = bytes.subarray(index, index + 3)
    const group = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    text += digit(group >> 18) + digit(group >> 12)
    text += second === undefined ? '=' : digit(group >> 6)
    text += third === undefined ? '=' : digit(group)
  }
  return text
}

/** Decodes base64 whose padding may be omitted; null if the text is not base64. */
export function decodeBase64(text: string): Uint8Array | null {
  const digits = text.replace(/={1,2}$/, '')
  if (!BASE64.test(digits) || digits.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  let bits = 0
  let bitCount = 0
  let length = 0
  for (const character of digits) {
    bits = ((bits << 6) | ALPHABET.indexOf(character)) & 0xffff
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    bytes[length++] = (bits >> bitCount) & 0xff
  }
  return bytes
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BASE64 = /^[A-Za-z0-9+/]*$/

function digit(bits: number): string {
  return ALPHABET.charAt(bits & 63)
}
