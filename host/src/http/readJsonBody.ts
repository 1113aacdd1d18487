import type { IncomingMessage } from 'node:http'
import { MalformedBodyError, PayloadTooLargeError, UnsupportedMediaTypeError } from './errors.ts'
import { inspectJson } from './inspectJson.ts'

/** The default maximum size of a body; 200 items with a destination each are about 60 kB. */
export const MAX_BODY_BYTES = 262_144

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i

/**
 * Reads a request's body as JSON. Rejects a body that is not declared as JSON or is compressed, so that no action runs with an unread body.
 *
 * @throws UnsupportedMediaTypeError, PayloadTooLargeError, MalformedBodyError
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  assertJson(request)
  return parseJsonBytes(await readBytes(request, MAX_BODY_BYTES))
}

/**
 * Verifies that a request's headers declare an uncompressed JSON body.
 *
 * @throws UnsupportedMediaTypeError
 */
export function assertJson(request: IncomingMessage): void {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers
  if (type === undefined) {
    throw new UnsupportedMediaTypeError({ what: 'A body without a media type' })
  }
  if (!isJson(request)) throw new UnsupportedMediaTypeError({ what: 'This media type' })
  if (encoding !== undefined && encoding !== 'identity') {
    throw new UnsupportedMediaTypeError({ what: 'This content encoding' })
  }
}

/** Returns whether a request's headers declare a non-empty body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

/** Returns whether a request's headers declare a JSON body. */
export function isJson({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return JSON_TYPE.test(headers['content-type'] ?? '')
}

/**
 * Reads a body unchanged, up to a limit.
 *
 * @throws PayloadTooLargeError, MalformedBodyError if it is truncated
 */
export async function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    throw new PayloadTooLargeError({ limitBytes })
  }
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) {
        chunks.push(chunk)
        return
      }
      request.removeAllListeners('data')
      request.pause()
      reject(new PayloadTooLargeError({ limitBytes }))
    })
    request.on('end', resolve)
    request.on('error', (cause) =>
      reject(new MalformedBodyError({ problem: 'was truncated', cause })),
    )
    request.on('close', () => {
      if (!request.complete) reject(new MalformedBodyError({ problem: 'was truncated' }))
    })
  })
  const [first] = chunks
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
}

/**
 * Parses the bytes of a body as JSON in UTF-8.
 *
 * @throws MalformedBodyError
 */
export function parseJsonBytes(bytes: Buffer): unknown {
  try {
    return parseJson(UTF8.decode(bytes))
  } catch (cause) {
    if (cause instanceof MalformedBodyError) throw cause
    throw new MalformedBodyError({ problem: 'is not UTF-8', cause })
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new MalformedBodyError({ problem: 'is not valid JSON', cause })
  }
  inspectJson(text)
  return value
}
