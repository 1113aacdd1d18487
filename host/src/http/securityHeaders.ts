import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'

const HSTS_MAX_AGE_S = 31_536_000

/**
 * Headers of every response, unless a page sets its own. These headers forbid scripts, framing, sniffing and loading into other
 * origins' pages, and send no referrer.
 */
const BASE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

type Origins = Pick<Config, 'baseUrl' | 'authUrl' | 'payUrl'>

/** The headers of every response with data: no cache may store such a response. */
export const API_HEADERS: Readonly<Record<string, string>> = { 'cache-control': 'no-store' }

/** Sets the strictest headers on every response first, so that a route that sets none is safe. */
export function secureByDefault(config: Origins): RequestHandler {
  const headers = new Map(Object.entries(listSecurityHeaders(config)))
  return (_request, response, next) => {
    response.setHeaders(headers)
    next()
  }
}

/**
 * Returns the headers that every response has by default. If the service has an https origin, a header instructs browsers to use
 * only https (RFC 6797); browsers ignore it over plain HTTP.
 */
export function listSecurityHeaders(config: Origins): Readonly<Record<string, string>> {
  const origins = [config.baseUrl, config.authUrl, config.payUrl]
  if (!origins.some((origin) => origin.startsWith('https:'))) return BASE_HEADERS
  return { ...BASE_HEADERS, 'strict-transport-security': `max-age=${HSTS_MAX_AGE_S}` }
}
