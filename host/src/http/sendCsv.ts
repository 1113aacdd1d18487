import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CsvAnswer } from './csvAnswer.ts'

/** The time within which a reader must accept a piece, about 150 kB. */
const STALL_MS = 30_000

/**
 * Sends a response as text/csv with these headers in addition to its own. If the source fails before the first piece, throws and sends
 * nothing. A later failure breaks the connection, so that a caller never mistakes a partial file for a complete one. Disconnects a reader
 * that does not accept a piece within `stallMs`.
 */
export async function sendCsv(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { pieces, fileName }: CsvAnswer,
  { stallMs = STALL_MS }: { stallMs?: number } = {},
): Promise<void> {
  const iterator = iterate(pieces)
  const first = await iterator.next()
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${fileName}"`,
  })
  const body = async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) {
        const stall = setTimeout(() => response.destroy(), stallMs)
        try {
          yield next.value
        } finally {
          clearTimeout(stall)
        }
      }
    } finally {
      await iterator.return()
    }
  }
  try {
    await pipeline(Readable.from(body()), response)
  } catch (error) {
    // The caller has disconnected, so no response can be sent.
    if (!isHungUp(error)) throw error
  }
}

async function* iterate(pieces: CsvAnswer['pieces']): AsyncGenerator<string, void> {
  yield* pieces
}

function isHungUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
