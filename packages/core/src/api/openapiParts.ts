/** The parts of the OpenAPI document that do not derive from the endpoint definitions: headers, credentials, general errors. */

const problemSchema = { $ref: '#/components/schemas/Problem' }

/** The general meaning of a status, with the code and the sentence of its example. */
export const PROBLEM_TEXTS: {
  readonly [status: number]: { error: string; meaning: string; code: string; message: string }
} = {
  400: {
    error: 'Bad Request',
    meaning: 'The body or a parameter is not valid; `errors` lists each field.',
    code: 'validation_failed',
    message: 'Validation failed: requests[0].amount must be greater than 0.',
  },
  401: {
    error: 'Unauthorized',
    meaning: 'A credential is missing, wrong or expired; a session has ended.',
    code: 'invalid_api_key',
    message: 'The API key is not valid.',
  },
  403: {
    error: 'Forbidden',
    meaning:
      'The credential is valid but not allowed for this call. It comes from an origin that is not allowed, is a revoked client ID, or belongs to an account instead of a wallet.',
    code: 'origin_not_allowed',
    message: 'This origin is not allowed for the client ID.',
  },
  404: {
    error: 'Not Found',
    meaning: 'The record does not exist, or belongs to another merchant.',
    code: 'not_found',
    message: 'The record does not exist.',
  },
  408: {
    error: 'Request Timeout',
    meaning: 'The call did not arrive completely in time.',
    code: 'request_timeout',
    message: 'The call did not arrive completely in time.',
  },
  409: {
    error: 'Conflict',
    meaning: 'A call with the same Idempotency-Key is still running; see Retry-After.',
    code: 'idempotency_in_progress',
    message: 'A call with this Idempotency-Key is still running.',
  },
  410: {
    error: 'Gone',
    meaning:
      'The merchant cancelled the payment (`payment_not_payable`); `supportUrl` and `supportEmail` are the merchant’s contacts, if there are any.',
    code: 'payment_not_payable',
    message: 'The merchant cancelled this payment.',
  },
  413: {
    error: 'Content Too Large',
    meaning: 'The body is larger than the service accepts.',
    code: 'payload_too_large',
    message: 'The body is too large.',
  },
  415: {
    error: 'Unsupported Media Type',
    meaning: 'The body is not application/json.',
    code: 'unsupported_media_type',
    message: 'Send the body as application/json.',
  },
  422: {
    error: 'Unprocessable Content',
    meaning: 'The Idempotency-Key was used with another body.',
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was used with another body.',
  },
  423: {
    error: 'Locked',
    meaning: 'The payment is waiting for the signers of a Safe.',
    code: 'payment_in_progress',
    message: 'This payment is waiting for the signers of a Safe.',
  },
  429: {
    error: 'Too Many Requests',
    meaning: 'The rate limit of the credential or of the address is reached; see Retry-After.',
    code: 'rate_limited',
    message: 'Too many requests.',
  },
  431: {
    error: 'Request Header Fields Too Large',
    meaning: 'The path, the query and the headers together are larger than 16 KiB.',
    code: 'headers_too_large',
    message: 'The path, query and headers are larger than 16384 bytes.',
  },
  500: {
    error: 'Internal Server Error',
    meaning: 'The service had an internal error. Report the request id to the operator.',
    code: 'internal',
    message: 'The service had an internal error.',
  },
  503: {
    error: 'Service Unavailable',
    meaning: 'The service is temporarily unable to do this; see Retry-After.',
    code: 'unavailable',
    message: 'The service is temporarily unavailable.',
  },
}

/** The headers of a limited operation's responses. */
export const rateLimitHeaders = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
}

/** Returns the OpenAPI response for an error status, with its general meaning or its meaning for one operation. */
export function problemResponse(status: number, meaning?: string): Record<string, unknown> {
  const text = PROBLEM_TEXTS[status]
  if (text === undefined)
    throw new TypeError(`No problem text for status ${status}: add one to PROBLEM_TEXTS.`)
  // A retry can succeed after an Idempotency-Key conflict, but not after a conflict that an operation describes.
  const mayRetry = [429, 503].includes(status) || (status === 409 && meaning === undefined)
  return {
    description: meaning ?? text.meaning,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(status === 429 && rateLimitHeaders),
      ...(mayRetry && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }),
    },
    content: {
      'application/problem+json': {
        schema: problemSchema,
        ...(meaning === undefined && {
          example: {
            type: `https://api.example.test/errors/${text.code}`,
            title: text.error,
            status,
            detail: text.message,
            statusCode: status,
            error: text.error,
            message: text.message,
            code: text.code,
            requestId: 'req_01KB4Z',
          },
        }),
      },
    },
  }
}

/** Headers that a caller may send, by component name. */
export const requestHeaders = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A key that the caller chooses. A call with the same key and body returns the first response and does not repeat its effect. The service stores keys for 96 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'An ETag. The response is 304 if the record has not changed since this ETag.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The id of the last received event; the service does not send that change again.',
    schema: { type: 'string' },
  },
}

/** Headers of responses, by component name. */
export const headers = {
  'X-Request-Id': {
    description: 'This call’s id in the service’s logs.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'The remaining limit and its reset time, as in draft-ietf-httpapi-ratelimit-headers.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'The limit and its window.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: { description: 'The response’s version, for `If-None-Match`.', schema: { type: 'string' } },
  'Set-Cookie': {
    description:
      'The cookie `session`: HttpOnly, Secure, SameSite=Lax. A wallet’s session ends after 15 minutes without a call, an account’s after 30 days.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` if the response is the stored response to an earlier call.',
    schema: { type: 'string', const: 'true' },
  },
}

/** The security scheme of each credential. */
export const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Server side only.' },
  clientId: {
    type: 'apiKey',
    in: 'header',
    name: 'x-client-id',
    description: 'Public id for browsers; valid only from its allowed origins.',
  },
  backendClientId: {
    type: 'apiKey',
    in: 'header',
    name: 'x-client-id',
    description:
      'Secret client ID of a server, created with `allowedDomains: []`. A call with `Origin` or `Sec-Fetch-Site` returns 403 `secret_in_page`.',
  },
  origin: {
    type: 'apiKey',
    in: 'header',
    name: 'Origin',
    description: 'An allowed origin of the client ID; browsers send it automatically.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'Session of a signed-in account or wallet. A call that writes must come from the origin of one of the service’s pages: browsers send `Origin` automatically. Without an allowed origin, the response is 403 `origin_not_allowed`. A program without a browser sends the service’s own origin. The name `session_token` is read too.',
  },
  walletSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'The same cookie as `session`, of a signed-in wallet; an account’s cookie returns 403. The rule for `Origin` is the same.',
  },
}

/** The signature headers from Standard Webhooks. */
export const signatureHeaders = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Standard Webhooks: id of the message.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Standard Webhooks: unix seconds of the attempt.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Standard Webhooks: `v1,<base64>` entries over `<id>.<timestamp>.<body>`, separated by spaces.',
    schema: { type: 'string' },
  },
]

/** Headers of a webhook delivery. */
export const webhookHeaders = [
  {
    name: 'x-service-signature',
    in: 'header',
    required: true,
    description:
      "Lower-case hex HMAC-SHA256 of the raw body with the endpoint's secret. Compare the signatures in constant time.",
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  {
    name: 'x-service-delivery',
    in: 'header',
    required: true,
    description: 'A ULID that is the same for all attempts: use it to detect repeated deliveries.',
    schema: { type: 'string' },
  },
  {
    name: 'x-service-retry-count',
    in: 'header',
    required: true,
    description: 'The attempt’s number, from 0.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: 'x-service-test',
    in: 'header',
    required: false,
    description: '`true` on test deliveries only.',
    schema: { type: 'string', const: 'true' },
  },
  ...signatureHeaders,
]
