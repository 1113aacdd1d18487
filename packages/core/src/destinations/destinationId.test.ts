import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../../vectors/destination-id.json' with { type: 'json' }
import { checksumAddress } from '../evm/address.ts'
import {
  DestinationError,
  destinationToken,
  formatDestinationId,
  parseDestinationId,
} from './destinationId.ts'

const WALLET = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ID = `${WALLET}@eip155:1#F1ABB38D:${USDC}`

function failure(action: () => unknown): DestinationError {
  try {
    action()
  } catch (error) {
    if (error instanceof DestinationError) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

const genuine = [...vectors.evm, ...vectors.tron].map((vector) => ({
  destinationId: vector.destinationId,
  walletAddress: vector.walletAddress,
  chainId: vector.chainId,
  tokenAddress: vector.tokenAddress,
  checksum: vector.checksum,
  binaryInteropAddress: vector.binaryInteropAddress,
  humanReadableInteropAddress: vector.humanReadableInteropAddress,
}))

describe('destination ids', () => {
  it.each(genuine)(
    'destination ids format and parse the shared vector $destinationId',
    (vector) => {
      expect(formatDestinationId(vector)).toEqual(vector)
      expect(parseDestinationId(vector.destinationId)).toEqual(vector)
    },
  )

  it.each(vectors.accepted)('destination ids accept $input', ({ input, sameAs }) => {
    expect(parseDestinationId(input)).toEqual(parseDestinationId(sameAs))
    expect(parseDestinationId(input).destinationId).toBe(sameAs)
  })

  it.each(vectors.rejected)(
    'the parser of destination ids rejects an id with: $why',
    ({ destinationId, error }) => {
      const code = error.startsWith('checksum mismatch')
        ? 'checksum_mismatch'
        : 'invalid_destination'
      expect(failure(() => parseDestinationId(destinationId)).code).toBe(code)
    },
  )

  it.each([
    [''],
    [':'],
    ['@eip155:1#F1ABB38D:'],
    [`${WALLET}@eip155:1#F1ABB38D:`],
    [`${WALLET}@eip155:#F1ABB38D:${USDC}`],
    [`${WALLET}@eip155:0#F1ABB38D:${USDC}`],
    [`${WALLET}@eip155:-1#F1ABB38D:${USDC}`],
    [`${WALLET}@eip155:1e0#F1ABB38D:${USDC}`],
    [`${WALLET}@eip155:9999999999999999#F1ABB38D:${USDC}`],
    [`${WALLET}@eip155:1#F1ABB38:${USDC}`],
    [`${WALLET}@eip155:1#F1ABB38DD:${USDC}`],
    [`${WALLET}@EIP155:1#F1ABB38D:${USDC}`],
    [` ${ID}`],
    [`${ID}\n`],
    [`${ID}:${USDC}`],
    [ID.replace('0x', '0X')],
    [ID.replace('6923831ACf', '6923831ACF')],
    [ID.replace('1A', '1А')],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8@eip155:1#17734355:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    [`${WALLET}@eip155:728126428#F1ABB38D:${USDC}`],
    ['x'.repeat(100_000)],
  ])('destination ids reject %j', (text) => {
    expect(failure(() => parseDestinationId(text)).code).toBe('invalid_destination')
  })

  it('destination ids parse to equal, frozen objects each time', () => {
    const first = parseDestinationId(ID)
    expect(parseDestinationId(ID)).toEqual(first)
    expect(Object.isFrozen(first)).toBe(true)
    for (let chainId = 1; chainId <= 1_200; chainId++) {
      const { destinationId } = formatDestinationId({ ...first, chainId })
      expect(parseDestinationId(destinationId).chainId).toBe(chainId)
    }
    expect(parseDestinationId(ID)).toEqual(first)
  })

  it('destination ids reject a value that is not a string', () => {
    const parse: (text: never) => unknown = parseDestinationId
    expect(failure(() => parse(12 as never)).code).toBe('invalid_destination')
  })

  it('destination ids survive a round trip for any wallet, chain and token', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => checksumAddress(`0x${Buffer.from(bytes).toString('hex')}`))
    const chain = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(address, chain, address, (walletAddress, chainId, tokenAddress) => {
        fc.pre(chainId !== 728_126_428)
        const destination = formatDestinationId({ walletAddress, chainId, tokenAddress })
        expect(destination).toMatchObject({ walletAddress, chainId, tokenAddress })
        expect(parseDestinationId(destination.destinationId)).toEqual(destination)
        expect(parseDestinationId(destination.destinationId.toLowerCase())).toEqual(destination)
      }),
    )
  })

  it.each([[0], [-1], [1.5], [2 ** 60], [Number.NaN]])(
    'destination ids cannot be created for chain %s',
    (chainId) => {
      const parts = { walletAddress: WALLET, chainId, tokenAddress: USDC }
      expect(failure(() => formatDestinationId(parts)).code).toBe('invalid_destination')
    },
  )

  it('destination ids have errors that explain the fault', () => {
    expect(failure(() => parseDestinationId('hello')).message).toMatchInlineSnapshot(
      `"Destination "hello" is malformed. Send "{wallet}@eip155:{chainId}#{checksum}:{token}"."`,
    )
    expect(
      failure(() => parseDestinationId(ID.replace('F1ABB38D', '1f969856'))).message,
    ).toMatchInlineSnapshot(
      `"Destination checksum "1f969856" does not match 0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7 on chain 1. Check wallet and chain; if both are right, the checksum is F1ABB38D."`,
    )
    expect(
      failure(() => parseDestinationId(ID.replace('eB48', 'eb48'))).message,
    ).toMatchInlineSnapshot(
      `"Token of the destination is not valid. Address "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eb48" has a wrong checksum. Copy it again: at least one character or its case is wrong. All lower case is accepted."`,
    )
    expect(
      failure(() => formatDestinationId({ walletAddress: WALLET, chainId: 0, tokenAddress: USDC }))
        .message,
    ).toMatchInlineSnapshot(
      `"Chain id 0 is not a positive integer. Use the chain id of the network to be paid on, such as 8453."`,
    )
  })

  it('destination ids keep the address error as the cause', () => {
    const error = failure(() => parseDestinationId(ID.replace('eB48', 'eb48')))
    expect(error.cause).toMatchObject({ code: 'invalid_address', reason: 'checksum' })
  })
})

describe('destinationToken', () => {
  it('destinationToken returns the token, or null for the native coin', () => {
    expect(destinationToken({ tokenAddress: USDC })).toBe(USDC)
    expect(destinationToken({ tokenAddress: `0x${'0'.repeat(40)}` })).toBeNull()
    // Tron's zero address: prefix 0x41 and 20 zero bytes.
    expect(destinationToken({ tokenAddress: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' })).toBeNull()
  })
})
