import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { contentTypeOf } from './contentTypeOf.ts'
import { sendContent } from './sendContent.ts'

/** A file on the host's disk, which it may send compressed. */
export type SentFile = {
  path: string
  /** The coding of the file's bytes, and the end of its name that states it. */
  coding?: { name: string; ending: string }
  status?: number
}

/**
 * Sends a whole file, with an entity tag that changes with the file. The files of a build are small, and reading one at once leaves no open
 * file behind if the caller disconnects.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, coding, status = 200 }: SentFile,
): Promise<void> {
  const { size, mtimeMs } = await stat(path)
  const body = await readFile(path)
  response.setHeader('etag', `W/"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`)
  if (coding !== undefined) response.setHeader('content-encoding', coding.name)
  const named = coding === undefined ? path : path.slice(0, -coding.ending.length)
  sendContent(request, response, { type: contentTypeOf(extname(named)), body, status })
}
