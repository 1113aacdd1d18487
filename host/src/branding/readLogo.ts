import { InvalidInputError } from '@secure-payment/core'
import { MAX_LOGO_BYTES } from '@secure-payment/core/api'

/** A logo whose checked bytes determine its type. */
export type Logo = { type: 'image/png' | 'image/jpeg' | 'image/webp'; bytes: Buffer }

/** The maximum number of pixels per side: a small file can claim to be a huge picture. */
const MAX_SIDE = 1_024

type Size = { width: number; height: number }

/**
 * Reads a logo from a data URL whose format has already been checked. The bytes must be an image of the stated type and of a displayable
 * size. The host never runs or decodes the image.
 *
 * @throws InvalidInputError
 */
export function readLogo(dataUrl: string): Logo {
  const [, type = '', text = ''] = /^data:(image\/\w+);base64,(.*)$/.exec(dataUrl) ?? []
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > MAX_LOGO_BYTES) {
    throw invalid('too_large', `must have at most ${MAX_LOGO_BYTES / 1_024} KiB`)
  }
  const known = IMAGES.find((image) => image.type === type)
  const size = known?.readSize(bytes) ?? null
  if (known === undefined || size === null) {
    throw invalid('invalid_image', `must be an image of its declared type, ${type}`)
  }
  const isShowable = [size.width, size.height].every((side) => side >= 1 && side <= MAX_SIDE)
  if (!isShowable) {
    const message = `must have 1 to ${MAX_SIDE} pixels per side, and has ${size.width} x ${size.height}`
    throw invalid('invalid_image_size', message)
  }
  return { type: known.type, bytes }
}

const IMAGES = [
  { type: 'image/png', readSize: pngSize },
  { type: 'image/jpeg', readSize: jpegSize },
  { type: 'image/webp', readSize: webpSize },
] as const

/** Reads the size of a PNG (third edition): a signature, then the chunk IHDR. Null for other bytes. */
function pngSize(bytes: Buffer): Size | null {
  const isPng = bytes.length >= 33 && bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'
  if (!isPng || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Reads the size of a JPEG (ITU-T T.81): markers and their lengths, up to the frame header. Null for other bytes. */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    const length = bytes.readUInt16BE(at + 2)
    // SOF0 to SOF15, without DHT, JPG and DAC, which have markers in the same range.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (length < 2) return null
    at += 2 + length
  }
  return null
}

/** Reads the size of a WebP (RFC 9649): RIFF, then VP8, VP8L or VP8X. Null for other bytes. */
function webpSize(bytes: Buffer): Size | null {
  const text = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (bytes.length < 30 || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return null
  switch (text(12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

function invalid(code: string, message: string): InvalidInputError {
  return new InvalidInputError([{ field: 'logo', code, message }])
}
