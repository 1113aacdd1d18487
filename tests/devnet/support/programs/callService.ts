import { request } from 'undici'
import type { Answer } from '../../../support/callApi.ts'
import { findBroken, findPublished, publishedOperations } from '../../../support/publishedCheck.ts'
import { recordPublished } from '../../../support/recordPublished.ts'

/** A call as a program sends it: header names keep their case. `text` is the body as its library encodes it. */
export type ProgramCall = {
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: unknown
  text?: string
}

/**
 * Sends a call, and compares both its body and its response with Request Network's document.
 *
 * @throws Error if the program's body is not published, or the response differs from the document without being an exception
 */
export async function callService(
  baseUrl: string,
  { method, path, headers, body, text }: ProgramCall,
): Promise<Answer> {
  const published = publishedOperations[findPublished(method, path) ?? '']
  if (published?.body !== undefined && body !== undefined) {
    const broken = findBroken(published.body, body)
    if (broken.length > 0) throw new Error(`${method} ${path} has no such body: ${broken}`)
  }
  const response = await request(baseUrl + path, {
    method,
    headers,
    ...(body !== undefined && { body: text ?? JSON.stringify(body) }),
  })
  const received = await response.body.text()
  const answer: Answer = {
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    ),
    text: received,
    json: /json/.test(String(response.headers['content-type'])) ? JSON.parse(received) : undefined,
  }
  recordPublished(method, path, answer)
  return answer
}

/** Returns the body of a success. @throws Error with the response */
export function expectSuccess<T = Record<string, unknown>>({ status, text, json }: Answer): T {
  if (status >= 200 && status < 300) return json
  throw new Error(`The service returned ${status}: ${text}`)
}
