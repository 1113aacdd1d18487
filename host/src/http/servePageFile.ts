import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { RequestHandler } from 'express'
import { STATIC_FOLDER } from '../folders.ts'
import { compressText, sendCompressed } from './compressedText.ts'

const MAX_AGE_S = 300
const CSS_COMMENTS = /\/\*[\s\S]*?\*\//g

/** Serves a hosted page's style sheet or script as one file, which consists of the files in this order. A style sheet has no comments. */
export function servePageFile(files: readonly [string, ...string[]]): RequestHandler {
  const text = files.map((file) => readFileSync(join(STATIC_FOLDER, file), 'utf8')).join('\n')
  const type = extname(files[0])
  const compressed = compressText(type === '.css' ? text.replace(CSS_COMMENTS, '') : text)
  return (request, response) =>
    sendCompressed(request, response, compressed, { type, maxAgeS: MAX_AGE_S })
}
