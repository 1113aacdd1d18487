import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CsvAnswer } from './csvAnswer.ts'

/**
 * Sends an answer as text/csv with these headers beside its own. What fails before the first piece is thrown with nothing sent; what
 * fails later breaks the connection, so that a caller never takes a part for the whole.
 */
export async function sendCsv(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { pieces, fileName }: CsvAnswer,
): Promise<void> {
  const iterator = iterate(pieces)
  const first = await iterator.next()
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${fileName}"`,
  })
  const body = async function* () {
    if (first.done !== true) yield first.value
    yield* iterator
  }
  try {
    await pipeline(Readable.from(body()), response)
  } catch (error) {
    // Whoever asked has hung up: nobody is left to answer.
    if (!isHungUp(error)) throw error
  }
}

async function* iterate(pieces: CsvAnswer['pieces']): AsyncGenerator<string, void> {
  yield* pieces
}

function isHungUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
