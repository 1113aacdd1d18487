import fc from 'fast-check'
import {
  domainSeparator,
  encodeFunctionData,
  hashTypedData,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { describe, expect, it, test } from 'vitest'
import {
  forViem,
  inSolidity,
  paymentTypes,
  scopes,
  signatures,
  signedAbi,
  signedPayments,
} from '../../test-support/signedOracle.ts'
import vectors from '../../vectors/signed-payment.json' with { type: 'json' }
import { InvalidAddressError, MalformedValueError } from '../errors.ts'
import { FeeWithoutAddressError } from '../evm/assertFeeAddress.ts'
import {
  decodeSignedPayment,
  encodeCancelPayment,
  encodeIsPaymentUsed,
  encodeSignedPayment,
  hashDomain,
  hashSignedPayment,
  permitDeadlineOf,
  SIGNED_PAYMENT_SELECTORS,
  SIGNED_PAYMENT_TOPICS,
  type SignatureKind,
  type SignedPayment,
  signatureKinds,
  signedPaymentTypedData,
} from './index.ts'

type Hex = `0x${string}`
const hex = (text: string) => text as Hex

const SIGNATURE: Hex = `0x${'ab'.repeat(65)}`
const SCOPE = {
  chainId: 8453,
  contract: '0x5eCC000000000000000000000000000000000010',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
}
const PAYMENT: SignedPayment = {
  payer: '0xe764d3F87cFC64769998538470cbD88aC126e360',
  token: '0x79b2eFDb3aB9d039E643c3971e209E0C6FeCc0f0',
  recipient: '0x214abC01e7e5ec2481EED282de3C40dc24D61C24',
  amountUnits: 10_000_000n,
  feeUnits: 50_000n,
  feeAddress: '0xB19ce55DfF0f87436F68E449589C0a25c9CaD721',
  reference: '0x8d1f643e82f04fb1',
  deadlineS: 1_796_040_000,
  salt: 7n,
}
const DOMAIN = {
  name: 'USD Coin',
  version: '2',
  chainId: 8453,
  verifyingContract: PAYMENT.token,
}

test('every selector and topic is the hash of its signature', () => {
  const payment = '(address,address,address,uint256,uint256,address,bytes,uint40,uint256)'
  expect(SIGNED_PAYMENT_SELECTORS).toEqual({
    eip3009: toFunctionSelector(`function payWithAuthorization(${payment},bytes)`),
    permit2: toFunctionSelector(`function payWithPermit2(${payment},bytes)`),
    eip2612: toFunctionSelector(`function payWithPermit(${payment},uint256,bytes)`),
    cancel: toFunctionSelector(`function cancelPayment(${payment})`),
    isUsed: toFunctionSelector('function isUsed(bytes32)'),
  })
  expect(SIGNED_PAYMENT_TOPICS).toEqual({
    made: toEventSelector(
      'event SignedPaymentMade(bytes32 indexed,address indexed,bytes indexed,uint256)',
    ),
    cancelled: toEventSelector('event SignedPaymentCancelled(bytes32 indexed,address indexed)'),
  })
})

/** Encodes a call with viem. */
function encodeWithViem(
  kind: SignatureKind,
  payment: SignedPayment,
  signature: Hex,
  permitNonce: bigint | null,
) {
  const terms = inSolidity(payment)
  const abi = signedAbi
  switch (kind) {
    case 'eip3009':
      return encodeFunctionData({
        abi,
        functionName: 'payWithAuthorization',
        args: [terms, signature],
      })
    case 'permit2':
      return encodeFunctionData({ abi, functionName: 'payWithPermit2', args: [terms, signature] })
    default:
      return encodeFunctionData({
        abi,
        functionName: 'payWithPermit',
        args: [terms, permitNonce ?? 0n, signature],
      })
  }
}

const calls = fc.record({
  kind: fc.constantFrom('eip3009' as const, 'permit2' as const),
  payment: signedPayments,
  signature: signatures,
  permitNonce: fc.constant(null),
})
const permitCalls = fc.record({
  kind: fc.constant('eip2612' as const),
  payment: signedPayments,
  signature: signatures.filter((signature) => signature.length === 132),
  permitNonce: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
})

describe('encodeSignedPayment and decodeSignedPayment', () => {
  it('encodeSignedPayment encodes as viem does, and decodeSignedPayment returns its input', () => {
    fc.assert(
      fc.property(fc.oneof(calls, permitCalls), (call) => {
        const { kind, payment, signature, permitNonce } = call
        const data = encodeSignedPayment(kind, payment, signature, permitNonce)
        expect(data).toBe(encodeWithViem(kind, payment, signature, permitNonce))
        expect(decodeSignedPayment(data)).toEqual(call)
      }),
    )
  })

  it('decodeSignedPayment rejects data with a changed digit, unless the data encodes another call', () => {
    const place = fc.nat({ max: 1_200 })
    fc.assert(
      fc.property(fc.oneof(calls, permitCalls), place, fc.nat({ max: 15 }), (call, at, digit) => {
        const data = encodeSignedPayment(call.kind, call.payment, call.signature, call.permitNonce)
        const index = 2 + (at % (data.length - 2))
        const changed = hex(data.slice(0, index) + digit.toString(16) + data.slice(index + 1))
        const decoded = decodeSignedPayment(changed)
        if (decoded === null) return
        const { kind, payment, signature, permitNonce } = decoded
        expect(encodeSignedPayment(kind, payment, signature, permitNonce)).toBe(changed)
      }),
      { numRuns: 500 },
    )
  })

  it('decodeSignedPayment rejects data after the end, and another call', () => {
    const data = encodeSignedPayment('eip3009', PAYMENT, SIGNATURE)
    expect(decodeSignedPayment(`${data}00`)).toBeNull()
    expect(decodeSignedPayment(hex(data.slice(0, -2)))).toBeNull()
    expect(decodeSignedPayment('0x')).toBeNull()
    expect(decodeSignedPayment(encodeCancelPayment(PAYMENT))).toBeNull()
  })

  it('encodeCancelPayment and encodeIsPaymentUsed encode as viem does', () => {
    fc.assert(
      fc.property(signedPayments, scopes, (payment, scope) => {
        const abi = signedAbi
        const hash = hashSignedPayment(scope, payment)
        expect(encodeCancelPayment(payment)).toBe(
          encodeFunctionData({ abi, functionName: 'cancelPayment', args: [inSolidity(payment)] }),
        )
        expect(encodeIsPaymentUsed(hash)).toBe(
          encodeFunctionData({ abi, functionName: 'isUsed', args: [hash] }),
        )
      }),
    )
    expect(() => encodeIsPaymentUsed('0x12')).toThrow(MalformedValueError)
  })

  it.each<[string, Partial<SignedPayment>, new (...args: never[]) => Error]>([
    ['payer', { payer: '0x12' }, InvalidAddressError],
    ['token', { token: 'USDC' }, InvalidAddressError],
    ['recipient', { recipient: '' }, InvalidAddressError],
    ['amountUnits', { amountUnits: -1n }, MalformedValueError],
    ['amountUnits', { amountUnits: 2n ** 256n - 1n }, MalformedValueError],
    ['feeUnits', { feeUnits: 2n ** 256n }, MalformedValueError],
    ['feeAddress', { feeAddress: '0x' }, InvalidAddressError],
    ['feeAddress', { feeAddress: `0x${'0'.repeat(40)}` }, FeeWithoutAddressError],
    ['paymentReference', { reference: '0x1234' }, MalformedValueError],
    ['deadlineS', { deadlineS: 2 ** 40 }, MalformedValueError],
    ['deadlineS', { deadlineS: 1.5 }, MalformedValueError],
    ['salt', { salt: 2n ** 256n }, MalformedValueError],
  ])('a payment with a wrong %s is rejected: %o', (field, change, error) => {
    const payment = { ...PAYMENT, ...change }
    for (const run of [
      () => encodeSignedPayment('permit2', payment, SIGNATURE),
      () => hashSignedPayment(SCOPE, payment),
      () => signedPaymentTypedData(SCOPE, payment, { kind: 'permit2', ...NO_FORM }),
    ]) {
      expect(run).toThrow(error)
      expect(run).toThrow(expect.objectContaining({ field }))
    }
  })

  it.each<[SignatureKind, Hex, bigint | null]>([
    ['eip3009', '0x', null],
    ['eip3009', '0x123', null],
    ['permit2', `0x${'00'.repeat(4_097)}`, null],
    ['eip2612', `0x${'00'.repeat(64)}`, 0n],
    ['eip2612', SIGNATURE, null],
    ['eip2612', SIGNATURE, -1n],
  ])('a call by %s with a malformed signature or nonce is rejected', (kind, signature, nonce) => {
    expect(() => encodeSignedPayment(kind, PAYMENT, signature, nonce)).toThrow(MalformedValueError)
  })
})

const NO_FORM = { tokenDomain: null, permitNonce: null }

describe('hashSignedPayment', () => {
  it("hashSignedPayment equals viem's digest", () => {
    fc.assert(
      fc.property(signedPayments, scopes, (payment, scope) => {
        const hash = hashTypedData({
          domain: {
            name: 'ERC20SignedPayment',
            version: '1',
            chainId: scope.chainId,
            verifyingContract: scope.contract,
          },
          types: paymentTypes,
          primaryType: 'Payment',
          message: inSolidity(payment),
        })
        expect(hashSignedPayment(scope, payment)).toBe(hash)
        const deadline = permitDeadlineOf(scope, payment)
        expect(deadline % 2n ** 40n).toBe(BigInt(payment.deadlineS))
        expect(deadline >> 40n).toBe(BigInt(hash) >> 40n)
      }),
    )
  })

  it.each([
    DOMAIN,
    { name: 'Uniswap', chainId: 1, verifyingContract: PAYMENT.token },
    {
      name: 'USD Coin (PoS)',
      version: '1',
      verifyingContract: PAYMENT.token,
      salt: hex(`0x${'89'.padStart(64, '0')}`),
    },
  ])("hashDomain equals viem's separator for $name", (domain) => {
    const verifyingContract = hex(domain.verifyingContract)
    expect(hashDomain(domain)).toBe(domainSeparator({ domain: { ...domain, verifyingContract } }))
  })
})

describe('signedPaymentTypedData', () => {
  const data = (kind: SignatureKind) =>
    signedPaymentTypedData(SCOPE, PAYMENT, { kind, tokenDomain: DOMAIN, permitNonce: 3n })

  it.each(signatureKinds)('typed data of %s survives JSON', (kind) => {
    expect(JSON.parse(JSON.stringify(data(kind)))).toEqual(data(kind))
  })

  it.each(signatureKinds)(
    'a changed copy of the typed data of %s changes no later result',
    (kind) => {
      const changed = data(kind)
      for (const fields of Object.values(changed.types)) fields.length = 0
      expect(data(kind)).not.toEqual(changed)
    },
  )

  it.each<[string, object]>([
    ['verifyingContract', { verifyingContract: SCOPE.contract }],
    ['chainId', { chainId: 1 }],
    ['salt', { salt: `0x${'1'.padStart(64, '0')}` }],
  ])('a domain with another %s is rejected', (field, change) => {
    const tokenDomain = { ...DOMAIN, ...change }
    const build = () =>
      signedPaymentTypedData(SCOPE, PAYMENT, { kind: 'eip3009', tokenDomain, permitNonce: null })
    expect(build).toThrow(expect.objectContaining({ field }))
  })

  it('a domain without its chain is rejected', () => {
    const { chainId: _, ...tokenDomain } = DOMAIN
    const build = () =>
      signedPaymentTypedData(SCOPE, PAYMENT, { kind: 'eip3009', tokenDomain, permitNonce: null })
    expect(build).toThrow(expect.objectContaining({ field: 'chainId' }))
  })

  it.each<[SignatureKind, object, string]>([
    ['eip3009', { tokenDomain: null }, 'tokenDomain'],
    ['eip2612', { permitNonce: null }, 'permitNonce'],
  ])('typed data of %s with %o is rejected', (kind, change, field) => {
    const form = { kind, tokenDomain: DOMAIN, permitNonce: 3n, ...change }
    expect(() => signedPaymentTypedData(SCOPE, PAYMENT, form)).toThrow(
      expect.objectContaining({ field }),
    )
  })

  it('typed data for Permit2 needs a network with Permit2', () => {
    const scope = { ...SCOPE, permit2: null }
    expect(() => signedPaymentTypedData(scope, PAYMENT, { kind: 'permit2', ...NO_FORM })).toThrow(
      expect.objectContaining({ field: 'permit2' }),
    )
  })
})

describe.each(vectors)('the vector of $kind on chain $scope.chainId', (vector) => {
  const payment: SignedPayment = {
    ...vector.payment,
    amountUnits: BigInt(vector.payment.amountUnits),
    feeUnits: BigInt(vector.payment.feeUnits),
    reference: hex(vector.payment.reference),
    salt: BigInt(vector.payment.salt),
  }
  const kind = vector.kind as SignatureKind
  const permitNonce = vector.permitNonce === null ? null : BigInt(vector.permitNonce)
  const tokenDomain = vector.tokenDomain as typeof DOMAIN | null

  test('the vector has the recorded hash, typed data and digest', () => {
    const form = { kind, tokenDomain, permitNonce }
    const data = signedPaymentTypedData(vector.scope, payment, form)
    expect(hashSignedPayment(vector.scope, payment)).toBe(vector.paymentHash)
    expect(data).toEqual(vector.typedData)
    expect(hashTypedData(forViem(data))).toBe(vector.digest)
  })

  test('the vector has the recorded calldata', () => {
    expect(encodeSignedPayment(kind, payment, hex(vector.signature), permitNonce)).toBe(vector.data)
  })
})
