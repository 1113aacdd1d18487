import type { RequestHandler } from 'express'

/** Headers of every JSON answer: nothing in it may be run, framed, sniffed or kept by a shared cache. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Has a browser take a file as the type that it is sent as. */
export const noSniff: RequestHandler = (_request, response, next) => {
  response.setHeader('x-content-type-options', 'nosniff')
  next()
}
