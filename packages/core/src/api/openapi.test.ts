import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  decimalSchema,
  networkIdSchema,
  paymentReferenceSchema,
  percentageSchema,
  recipientSchema,
  requestIdSchema,
  shortPercentageSchema,
  txHashSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { events } from '../webhooks/events.ts'
import { api } from './api.ts'
import type { EndpointDefinition } from './endpoint.ts'
import { createOpenApiDocument, type JsonObject } from './openapi.ts'

const OPTIONS = {
  baseUrl: 'https://api.example.test',
  authUrl: 'https://auth.example.test',
  version: '1.2.3',
}
const document = createOpenApiDocument(OPTIONS)
const endpoints = Object.values(api).flatMap((group) => Object.values<EndpointDefinition>(group))

/** JSON Schema 2020-12 is the dialect of OpenAPI 3.1, so the components compile unchanged. */
const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  allErrors: true,
  validateFormats: false,
})
ajv.addSchema({ $id: 'doc:', ...document, $schema: undefined } as object, 'doc:')
for (const word of ['openapi', 'info', 'servers', 'tags', 'paths', 'webhooks', 'components'])
  ajv.addKeyword(word)

describe('createOpenApiDocument', () => {
  it('createOpenApiDocument equals docs/openapi.json', () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
    )
    const committed = JSON.parse(
      readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
    )
    const origin = 'http://localhost:8080'
    const current = createOpenApiDocument({ baseUrl: origin, authUrl: origin, version })
    // When this test fails, run `node --conditions=@secure-payment/source scripts/openapi.ts` and commit.
    expect(committed).toEqual(JSON.parse(JSON.stringify(current)))
  })

  it('createOpenApiDocument passes the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    // Only warnings remain. Request Network's path of a multicall payout has a word where these paths have a token. A token is a ULID, so it is never this word.
    const besideMulticall = Object.keys(document.paths)
      .filter((path) => /^\/v2\/secure-payments\/\{token\}\/[^/]+$/.test(path))
      .map((path) => `no-ambiguous-paths #/paths/${path.replaceAll('/', '~1')}`)
    expect(
      problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`).sort(),
    ).toEqual([
      ...besideMulticall.sort(),
      // Each operation with this status states its own meaning.
      'no-unused-components #/components/responses/Problem423',
      // The members of a stream's events are named in `x-event-data`, which Redocly does not read.
      'no-unused-components #/components/schemas/MerchantChange',
      'no-unused-components #/components/schemas/SecurePaymentChange',
    ])
  })

  it('createOpenApiDocument describes each tag that an operation has, and no other', () => {
    const used = new Set(endpoints.map(({ tag }) => tag))
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort())
  })

  it('createOpenApiDocument describes each tag and each operation, each with a summary of its own', () => {
    for (const { name, description } of document.tags) expect(description, name).toMatch(/.{20}/)
    const undescribed = endpoints.filter(({ summary, description }) => !summary || !description)
    expect(undescribed.map(({ id }) => id)).toEqual([])
    const summaries = endpoints.map(({ summary, path }) => `${path.slice(0, 3)} ${summary}`)
    expect(summaries.length - new Set(summaries).size).toBe(0)
  })

  it('createOpenApiDocument lists one media type per response, and names the operation that returns the same data as CSV', () => {
    const responses = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) =>
        Object.values((memberOf(operation, 'responses') ?? {}) as object),
      ),
    )
    const types = responses.map((one) => Object.keys((memberOf(one, 'content') ?? {}) as object))
    expect(types.filter((listed) => listed.length > 1)).toEqual([])
    const named = responses.flatMap((one) => memberOf(one, 'x-csv-operation') ?? [])
    expect(named).toEqual(['exportPayments'])
    expect(endpoints.some(({ id }) => id === 'exportPayments')).toBe(true)
  })

  it('createOpenApiDocument generates the same text every time', () => {
    expect(JSON.stringify(createOpenApiDocument(OPTIONS))).toBe(JSON.stringify(document))
  })

  it('createOpenApiDocument lists each operation once, under its path and method', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([key]) => key !== 'servers')
        .map(
          ([method, operation]) =>
            `${method.toUpperCase()} ${path} ${memberOf(operation, 'operationId')}`,
        ),
    )
    expect(described.sort()).toEqual(
      endpoints.map(({ method, path, id }) => `${method} ${path} ${id}`).sort(),
    )
  })

  it('createOpenApiDocument assigns authentication paths to the authentication host', () => {
    const own = Object.entries(document.paths).filter(([, item]) => 'servers' in item)
    expect(own.map(([path]) => path)).toEqual([
      '/v1/payers',
      '/v1/offramps',
      '/v1/auth/wallet/challenge',
      '/v1/auth/wallet/verify',
      '/v1/auth/register',
      '/v1/auth/login',
      '/v1/auth/logout',
      '/v1/auth/session',
      '/v1/auth/password',
      '/v1/auth/contact',
      '/v1/auth/email',
      '/v1/auth/email/confirm',
      '/v1/auth/password-reset',
      '/v1/auth/password-reset/confirm',
      '/v1/auth/passkeys',
      '/v1/auth/passkeys/options',
      '/v1/auth/passkeys/{id}',
      '/v1/auth/passkey-sign-in/options',
      '/v1/auth/passkey-sign-in',
      '/v1/auth/second-factor',
      '/v1/auth/recovery-codes',
      '/v1/auth/confirmation/options',
      '/v1/auth/confirmation',
      '/v1/auth/second-factor/options',
      '/v1/auth/second-factor/verify',
      '/v1/auth/second-factor/cancel',
      '/v1/tenant',
      '/v1/invitations',
      '/v1/invitations/{id}',
      '/v1/auth/invitation',
      '/v1/members',
      '/v1/members/{id}',
      '/v1/approvals',
      '/v1/approvals/{id}/approve',
      '/v1/approvals/{id}/decline',
      '/v1/approval-limit',
      '/v1/reporting-currency',
      '/v1/domains',
      '/v1/domains/{id}/check',
      '/v1/domains/{id}',
      '/v1/branding',
      '/v1/api-keys',
      '/v1/api-keys/{id}',
      '/v1/client-ids',
      '/v1/client-ids/{id}',
      '/v1/payee-destination',
      '/v1/payee-destination/lookup',
      '/v1/payee-destination/payout-lookup',
      '/v1/payee-destination/deactivate',
      '/v1/payee-destination/signing-data',
      '/v1/payee-destination/wallet-change',
      '/v1/webhook',
      '/v1/webhook/{webhookId}',
      '/v1/webhook/test',
      '/v1/webhook/{webhookId}/rotate-secret',
      '/v1/webhook/{webhookId}/promote-secret',
      '/v1/webhook/{webhookId}/deliveries',
      '/v1/webhook/{webhookId}/deliveries/{deliveryId}',
      '/v1/webhook/{webhookId}/deliveries/{deliveryId}/redeliver',
      '/v1/webhook/{webhookId}/redeliver',
      '/v1/webhook/events',
      '/v1/operator/unmatched-payments',
      '/v1/operator/rescans',
      '/v1/operator/rescans/{id}',
    ])
    expect(own[0]?.[1]['servers']).toEqual([{ url: 'https://auth.example.test' }])
    expect(document.servers).toEqual([{ url: 'https://api.example.test' }])
  })

  it('createOpenApiDocument has a target for every reference', () => {
    const references = valuesOf(document, '$ref')
    expect(references.length).toBeGreaterThan(100)
    for (const reference of references) expect(resolve(reference), String(reference)).toBeDefined()
  })

  it('createOpenApiDocument has only schemas that compile in strict mode', () => {
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `doc:#/components/schemas/${name}` }), name).not.toThrow()
    }
  })

  it('createOpenApiDocument has examples that match their schemas, for every body and response', () => {
    const contents = mediaTypesOf(document)
    const checked = contents.flatMap(({ path, media }) =>
      examplesOf(media).map((example) => ({ path, errors: errorsOf(media['schema'], example) })),
    )
    expect(checked.length).toBeGreaterThan(endpoints.length + events.length)
    expect(checked.filter(({ errors }) => errors !== null)).toEqual([])
  })

  it('createOpenApiDocument lists the errors that each operation can return through its parts', () => {
    expect(statusesOf('/v2/secure-payments', 'post')).toEqual([
      '201',
      '400',
      '401',
      '403',
      '408',
      '409',
      '413',
      '415',
      '422',
      '429',
      '431',
      '500',
      '503',
    ])
    expect(statusesOf('/v2/secure-payments/{token}', 'get')).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '410',
      '423',
      '429',
      '431',
      '500',
      '503',
    ])
    expect(statusesOf('/livez', 'get')).toEqual(['200', '408', '431', '500', '503'])
    // A write with a session accepts only JSON, even if it needs no body.
    const logout = ['200', '401', '403', '408', '415', '429', '431', '500', '503']
    expect(statusesOf('/v1/auth/logout', 'post')).toEqual(logout)
  })

  it('createOpenApiDocument documents the limit headers on every response of a limited operation, and Retry-After on 429', () => {
    const limit = ['RateLimit', 'RateLimit-Policy']
    for (const path of ['/v1/auth/login', '/v1/webhook']) {
      const responses = memberOf(document.paths[path]?.['post'], 'responses')
      const success = memberOf(responses, path === '/v1/webhook' ? '201' : '200')
      expect(Object.keys(memberOf(success, 'headers') as object)).toEqual(
        expect.arrayContaining(limit),
      )
      expect(memberOf(responses, '429')).toEqual({ $ref: '#/components/responses/Problem429' })
    }
    const refusal = memberOf(document.components.responses['Problem429'], 'headers')
    expect(Object.keys(refusal as object)).toEqual(
      expect.arrayContaining([...limit, 'Retry-After']),
    )
    const health = memberOf(memberOf(document.paths['/livez']?.['get'], 'responses'), '200')
    expect(Object.keys(memberOf(health, 'headers') as object)).toEqual(['X-Request-Id'])
  })

  it('createOpenApiDocument documents one cookie for both kinds of session, and the operations that set it', () => {
    const { session, walletSession } = document.components.securitySchemes
    for (const scheme of [session, walletSession]) {
      expect(scheme).toMatchObject({ type: 'apiKey', in: 'cookie', name: 'session' })
    }
    const setting = Object.entries(document.paths).flatMap(([path, item]) =>
      JSON.stringify(item).includes('#/components/headers/Set-Cookie') ? [path] : [],
    )
    expect(setting).toEqual([
      '/v1/auth/wallet/verify',
      '/v1/auth/register',
      '/v1/auth/login',
      '/v1/auth/logout',
      '/v1/auth/passkey-sign-in',
      '/v1/auth/second-factor/verify',
      '/v1/auth/second-factor/cancel',
    ])
  })

  it('createOpenApiDocument marks a body as optional if the operation accepts a call without one', () => {
    const required = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => {
        const body = memberOf(operation, 'requestBody')
        return memberOf(body, 'required') === false ? [memberOf(operation, 'operationId')] : []
      }),
    )
    expect(required).toEqual([
      'createSecurePaymentCalldata',
      'createRefundClaim',
      'createInvitation',
      'declinePayout',
      'updateWebhook',
      'rotateWebhookSecret',
    ])
  })

  it('createOpenApiDocument requires an Origin together with a client ID, except a server’s', () => {
    const operation = document.paths['/v2/secure-payments/{token}']?.['get']
    expect(memberOf(operation, 'security')).toEqual([
      { apiKey: ['read'] },
      { clientId: [], origin: [] },
      { backendClientId: [] },
      { session: ['read'] },
    ])
  })

  it('createOpenApiDocument describes every webhook event with its headers', () => {
    expect(Object.keys(document.webhooks)).toEqual(events.map((event) => event.type))
  })
})

describe('the printed schemas', () => {
  const CORPUS = [
    '',
    '0',
    '0.0',
    '1',
    '01',
    '1.5',
    '1.',
    '.5',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1\n',
    '100',
    '100.0',
    '100.1',
    '99.999',
    '2.50',
    '٣',
    '9'.repeat(30),
    '9'.repeat(31),
    `0.${'1'.repeat(77)}`,
    `0.${'1'.repeat(78)}`,
    `1.${'0'.repeat(19)}`,
    `0x${'0'.repeat(40)}`,
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60',
    'USDC-base',
    'USD',
    'ETH-sepolia-sepolia',
    '-base',
    'USDC-',
    'base',
    'devnet-b',
    'Base',
    `0x${'ab'.repeat(32)}`,
    `0x${'ab'.repeat(8)}`,
    `01${'ab'.repeat(32)}`,
    `01${'AB'.repeat(32)}`,
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    '81ARZ3NDEKTSV4RRFFQ69G5FAV',
    '01arz3ndektsv4rrffq69g5fav',
  ]
  const SCHEMAS: { readonly [name: string]: z.ZodType } = {
    Address: addressSchema,
    Amount: amountSchema,
    CurrencyId: currencyIdSchema,
    Decimal: decimalSchema,
    NetworkId: networkIdSchema,
    PaymentReference: paymentReferenceSchema,
    Percentage: percentageSchema,
    Recipient: recipientSchema,
    RequestId: requestIdSchema,
    ShortPercentage: shortPercentageSchema,
    TxHash: txHashSchema,
    Ulid: ulidSchema,
  }

  it.each(Object.keys(SCHEMAS))(
    'the printed schemas accept for %s exactly what the service accepts',
    (name) => {
      const isValid = ajv.compile({ $ref: `doc:#/components/schemas/${name}` })
      const wanted = CORPUS.filter((text) => SCHEMAS[name]?.safeParse(text).success)
      expect(CORPUS.filter((text) => isValid(text))).toEqual(wanted)
      expect(wanted.length).toBeGreaterThan(0)
    },
  )

  it('the item schemas in the document require both currencies if an item has a payee', () => {
    const isValid = ajv.compile({ $ref: 'doc:#/components/schemas/SecurePaymentItem' })
    const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(isValid({ amount: '1' })).toBe(true)
    expect(isValid({ amount: '1', payee })).toBe(false)
    expect(isValid({ amount: '1', payee, invoiceCurrency: 'USD', paymentCurrency: 'USD' })).toBe(
      true,
    )
  })
})

function memberOf(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function statusesOf(path: string, method: string): string[] {
  return Object.keys((memberOf(document.paths[path]?.[method], 'responses') ?? {}) as object)
}

function resolve(reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined
  return reference.slice(2).split('/').reduce<unknown>(memberOf, document)
}

/** Returns every value under `key`, at any depth. */
function valuesOf(value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesOf(item, key))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === key ? [member] : valuesOf(member, key),
  )
}

/** Returns every media type of every body and response. */
function mediaTypesOf(value: unknown, path = ''): { path: string; media: JsonObject }[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    if (key !== 'content' || !isObject(member)) return mediaTypesOf(member, `${path}/${key}`)
    return Object.values(member).flatMap((media) => (isObject(media) ? [{ path, media }] : []))
  })
}

function examplesOf(media: JsonObject): unknown[] {
  if ('example' in media) return [media['example']]
  const examples = media['examples']
  return isObject(examples) ? Object.values(examples).map((entry) => memberOf(entry, 'value')) : []
}

function errorsOf(schema: unknown, value: unknown): unknown {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc:#/'))
  const isValid = ajv.compile(absolute)
  return isValid(value) ? null : isValid.errors
}
