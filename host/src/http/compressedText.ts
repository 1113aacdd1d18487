import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'

/** A text in each encoding in which the host sends it. */
export type CompressedText = { identity: Buffer; gzip: Buffer; br: Buffer; etag: string }

/** Above this quality, Brotli takes many times longer, and saves only a few bytes. */
const BROTLI_QUALITY = 9

export function compressText(text: string): CompressedText {
  const identity = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  return {
    identity,
    gzip: gzipSync(identity),
    br: brotliCompressSync(identity, { params }),
    etag: `W/"${hash('sha1', text, 'base64url')}"`,
  }
}

/** Sends a text in the smallest encoding that the client accepts. Any cache may keep it for `maxAgeS` seconds. */
export function sendCompressed(
  request: Request,
  response: Response,
  text: CompressedText,
  { type, maxAgeS }: { type: string; maxAgeS: number },
): void {
  const encoding = ENCODINGS.find((one) => request.acceptsEncodings(one) !== false)
  response.set({
    'cache-control': `public, max-age=${maxAgeS}`,
    vary: 'accept-encoding',
    etag: text.etag,
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  })
  response.type(type).send(text[encoding ?? 'identity'])
}

const ENCODINGS = ['br', 'gzip'] as const
