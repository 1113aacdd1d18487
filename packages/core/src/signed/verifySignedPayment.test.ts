import { describe, expect, it, test } from 'vitest'
import vectors from '../../vectors/signed-payment.json' with { type: 'json' }
import {
  MAX_SIGNED_PAYMENT_LIFETIME_S,
  type SignatureKind,
  type SignedPayment,
  SignedPaymentMismatchError,
  signatureKinds,
  signedPaymentTypedData,
  verifySignedPayment,
} from './index.ts'

const NOW_S = 1_796_040_000
const SCOPE = {
  chainId: 8453,
  contract: '0x5eCC000000000000000000000000000000000010',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
}
const PAYMENT = {
  payer: '0xe764d3F87cFC64769998538470cbD88aC126e360',
  token: '0x79b2eFDb3aB9d039E643c3971e209E0C6FeCc0f0',
  recipient: '0x214abC01e7e5ec2481EED282de3C40dc24D61C24',
  amountUnits: 10_000_000n,
  feeUnits: 50_000n,
  feeAddress: '0xB19ce55DfF0f87436F68E449589C0a25c9CaD721',
  reference: '0x8d1f643e82f04fb1',
} as const
const EXPECTED = { scope: SCOPE, payment: PAYMENT, nowS: NOW_S }
const DOMAIN = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: PAYMENT.token }
const OTHER = '0xA11CE00000000000000000000000000000000bAd'.toLowerCase()

/** Returns the offer of a host for a payment: by default, an honest one. */
function offer(
  kind: SignatureKind,
  { payment = {}, scope = {}, domain = {}, nonce = 3n } = {} as {
    payment?: Partial<SignedPayment>
    scope?: Partial<typeof SCOPE>
    domain?: object
    nonce?: bigint
  },
) {
  const terms = { ...PAYMENT, deadlineS: NOW_S + 1_200, salt: 99n, ...payment }
  const where = { ...SCOPE, ...scope }
  const tokenDomain = {
    ...DOMAIN,
    chainId: where.chainId,
    verifyingContract: terms.token,
    ...domain,
  }
  const form = { kind, tokenDomain, permitNonce: nonce }
  return JSON.parse(
    JSON.stringify({
      kind,
      typedData: signedPaymentTypedData(where, terms, form),
      contract: where.contract,
      deadline: terms.deadlineS,
      salt: String(terms.salt),
      permitNonce: kind === 'eip2612' ? String(nonce) : null,
    }),
  )
}

const verify = (offered: ReturnType<typeof offer>) => verifySignedPayment(EXPECTED, offered)

/** Returns the field at which an offer is rejected; null if it is accepted. */
function rejectedField(offered: ReturnType<typeof offer>): string | null {
  try {
    verify(offered)
    return null
  } catch (error) {
    if (error instanceof SignedPaymentMismatchError) return error.field ?? ''
    throw error
  }
}

describe.each(signatureKinds)('verifySignedPayment by %s', (kind) => {
  it('verifySignedPayment accepts the displayed payment, and returns typed data that it built itself', () => {
    const offered = offer(kind)
    const verified = verify(offered)
    expect(verified.payment).toEqual({ ...PAYMENT, deadlineS: NOW_S + 1_200, salt: 99n })
    expect(verified.permitNonce).toBe(kind === 'eip2612' ? 3n : null)
    expect(verified.typedData).toEqual(offered.typedData)
    expect(verified.typedData).not.toBe(offered.typedData)
  })

  it('verifySignedPayment accepts addresses in lower case, and members in another order', () => {
    const { typedData, ...rest } = offer(kind)
    const { message, domain, ...parts } = typedData
    const reversed = Object.fromEntries(Object.entries(message).reverse())
    const lower = { ...domain, verifyingContract: domain.verifyingContract.toLowerCase() }
    const offered = { typedData: { domain: lower, message: reversed, ...parts }, ...rest }
    expect(verify(offered).typedData).toEqual(typedData)
  })

  it.each<[string, Partial<SignedPayment>]>([
    ['payer', { payer: OTHER }],
    ['token', { token: OTHER }],
    ['recipient', { recipient: OTHER }],
    ['amount', { amountUnits: PAYMENT.amountUnits + 1n }],
    ['amount and fee with the same sum', { amountUnits: 10_000_001n, feeUnits: 49_999n }],
    ['fee', { feeUnits: PAYMENT.feeUnits + 1n }],
    ['fee address', { feeAddress: OTHER }],
    ['reference', { reference: '0x8d1f643e82f04fb2' }],
  ])('verifySignedPayment rejects an offer for another %s', (_, payment) => {
    expect(rejectedField(offer(kind, { payment }))).toMatch(/^typedData\./)
  })

  it.each([
    ['contract', { contract: OTHER }, /^contract$/],
    ['chain', { chainId: 1 }, /^typedData\.domain\.chainId$/],
  ])('verifySignedPayment rejects an offer for another %s', (_, scope, field) => {
    expect(rejectedField(offer(kind, { scope }))).toMatch(field)
  })

  it.each([
    NOW_S,
    NOW_S + MAX_SIGNED_PAYMENT_LIFETIME_S + 1,
    NOW_S + 0.5,
    `${NOW_S + 60}`,
    Number.NaN,
    null,
  ])('verifySignedPayment rejects the deadline %s', (deadline) => {
    expect(rejectedField({ ...offer(kind), deadline })).toBe('deadline')
  })

  it.each(['-1', '01', '', '1e3', 7, null, `1${'0'.repeat(78)}`])(
    'verifySignedPayment rejects the salt %s',
    (salt) => {
      expect(rejectedField({ ...offer(kind), salt })).toBe('salt')
    },
  )

  it('verifySignedPayment rejects every change of one value in the offer', () => {
    const places = placesOf(offer(kind))
    const fields = places.map((path) => rejectedField(changed(offer(kind), path)))
    expect(places.length).toBeGreaterThan(30)
    expect(places.filter((_, index) => fields[index] === null)).toEqual([])
  })

  it('verifySignedPayment rejects every member that is absent, and each additional one', () => {
    for (const path of placesOf(offer(kind))) {
      const without = structuredClone(offer(kind))
      const parent = parentOf(without, path)
      if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1)
      else delete parent[path.at(-1) ?? '']
      expect([path, rejectedField(without)]).not.toEqual([path, null])
    }
    for (const path of ['typedData', 'typedData.domain', 'typedData.message', 'typedData.types']) {
      const more = structuredClone(offer(kind))
      parentOf(more, [...path.split('.'), ''])['more'] = 'x'
      expect(rejectedField(more)).toBe(`${path}.more`)
    }
  })

  it.each([null, undefined, 1, 'x', [], {}])(
    'verifySignedPayment rejects typed data %j',
    (data) => {
      expect(rejectedField({ ...offer(kind), typedData: data })).toMatch(/^typedData/)
    },
  )

  it('verifySignedPayment rejects another primary type', () => {
    for (const other of signatureKinds) {
      if (other === kind) continue
      const { typedData } = offer(other)
      expect(rejectedField({ ...offer(kind), typedData })).toMatch(/^typedData/)
    }
  })
})

describe('verifySignedPayment with a token’s own domain', () => {
  it.each([
    { name: 'Other Coin' },
    { version: '3' },
    { version: undefined },
    { chainId: undefined, salt: `0x${(8453).toString(16).padStart(64, '0')}` },
  ])('verifySignedPayment accepts any name and version of the token: %o', (domain) => {
    expect(rejectedField(offer('eip3009', { domain }))).toBeNull()
  })

  it.each(['', 'x'.repeat(65), 'USD\nCoin', 'USD\u202eCoin', 7, null])(
    'verifySignedPayment rejects the name %j',
    (name) => {
      const offered = offer('eip3009')
      offered.typedData.domain.name = name
      expect(rejectedField(offered)).toBe('typedData.domain.name')
    },
  )

  it('verifySignedPayment rejects the salt of another chain', () => {
    const offered = offer('eip3009')
    const { chainId: _, ...domain } = offered.typedData.domain
    offered.typedData.domain = { ...domain, salt: `0x${'1'.padStart(64, '0')}` }
    expect(rejectedField(offered)).toBe('typedData.domain.salt')
  })

  it('verifySignedPayment rejects a permit nonce except in permits of the token', () => {
    expect(rejectedField({ ...offer('eip3009'), permitNonce: '1' })).toBe('permitNonce')
    expect(rejectedField({ ...offer('permit2'), permitNonce: '1' })).toBe('permitNonce')
    expect(rejectedField({ ...offer('eip2612'), permitNonce: null })).toBe('permitNonce')
  })

  it('verifySignedPayment rejects Permit2 on a network without it, and an unknown kind', () => {
    const scope = { ...SCOPE, permit2: null }
    const run = () => verifySignedPayment({ ...EXPECTED, scope }, offer('permit2'))
    expect(run).toThrow(expect.objectContaining({ field: 'kind' }))
    expect(rejectedField({ ...offer('eip3009'), kind: 'transfer' })).toBe('kind')
  })

  it('verifySignedPayment rejects a payment that cannot be signed', () => {
    const payment = { ...PAYMENT, feeAddress: `0x${'0'.repeat(40)}` }
    const run = () => verifySignedPayment({ ...EXPECTED, payment }, offer('eip3009'))
    expect(run).toThrow(expect.objectContaining({ field: 'feeAddress' }))
  })
})

test('verifySignedPayment rejects 300 and more mutations of offers, so that no wallet is asked to sign one', () => {
  const accepted: string[] = []
  let count = 0
  for (const kind of signatureKinds) {
    for (const path of placesOf(offer(kind))) {
      for (const mutate of MUTATIONS) {
        const mutated = structuredClone(offer(kind))
        const parent = parentOf(mutated, path)
        const name = path.at(-1) ?? ''
        const before = parent[name]
        parent[name] = mutate(path.join('.'), before)
        if (JSON.stringify(parent[name]) === JSON.stringify(before)) continue
        count += 1
        if (rejectedField(mutated) === null) accepted.push(`${kind} ${path.join('.')}`)
      }
    }
  }
  expect(accepted).toEqual([])
  expect(count).toBeGreaterThanOrEqual(300)
})

test.each(vectors)('the vector of $kind on chain $scope.chainId passes', (vector) => {
  const { deadlineS, salt, amountUnits, feeUnits, reference, ...parties } = vector.payment
  const payment = {
    ...parties,
    amountUnits: BigInt(amountUnits),
    feeUnits: BigInt(feeUnits),
    reference: reference as `0x${string}`,
  }
  const { typedData } = verifySignedPayment(
    { scope: vector.scope, payment, nowS: deadlineS - 60 },
    {
      kind: vector.kind,
      typedData: vector.typedData,
      contract: vector.scope.contract,
      deadline: deadlineS,
      salt,
      permitNonce: vector.permitNonce,
    },
  )
  expect(typedData).toEqual(vector.typedData)
})

/** Changes of a value: a similar one, and values of other types. */
const MUTATIONS: readonly ((path: string, value: unknown) => unknown)[] = [
  changedValue,
  () => null,
  () => [],
  (_, value) => ({ value }),
  (_, value) => [value],
  () => true,
]

/** Returns the path of every value in JSON. */
function placesOf(json: unknown, path: readonly string[] = []): string[][] {
  if (json === null || typeof json !== 'object') return [[...path]]
  return Object.entries(json).flatMap(([name, value]) => placesOf(value, [...path, name]))
}

function parentOf(json: unknown, path: readonly string[]): Record<string, unknown> {
  return path.slice(0, -1).reduce((value, name) => Object(value)[name], Object(json))
}

/** Changes the value at a path to a similar one of the same type, except a name that the host may choose. */
function changed<Json>(json: Json, path: readonly string[]): Json {
  const parent = parentOf(json, path)
  const name = path.at(-1) ?? ''
  const value = parent[name]
  parent[name] = changedValue(path.join('.'), value)
  return json
}

function changedValue(path: string, value: unknown): unknown {
  // A host may choose the token's name and version, and the deadline. A line feed in a text, and a deadline an hour later, are not allowed.
  if (path === 'typedData.domain.name' || path === 'typedData.domain.version') return `${value}\n`
  if (path === 'deadline') return Number(value) + 3_600
  if (typeof value === 'number') return value + 1
  if (value === null) return '0'
  const text = String(value)
  if (/^\d+$/.test(text)) return String(BigInt(text) + 1n)
  return text.slice(0, -1) + (text.endsWith('1') ? '2' : '1')
}
