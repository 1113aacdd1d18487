import { encodeAbiParameters, type Hex, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import type { ChainClient } from '../chains/chainClient.ts'
import { readPermitDomain } from './readPermitToken.ts'

/** Recorded responses of tokens on Ethereum. */
const USDC = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  name: 'USD Coin',
  version: '2',
  separator: '0x06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335',
  typehash: '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9',
} as const
/** A token whose domain follows EIP-712, but whose permits do not follow EIP-2612. */
const DAI = {
  address: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  name: 'Dai Stablecoin',
  version: '1',
  separator: '0xdbb8cf42e1ecb028be3f3dbc922e1d878b963f411dc388ced501601c60f7c6f7',
  typehash: '0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb',
} as const

type Token = Omit<typeof USDC | typeof DAI, 'typehash' | 'separator' | 'name'> & {
  name: string
  separator: Hex | null
  typehash: Hex | null
}

/** Returns an Ethereum node with one token; a missing function returns null, like a revert. */
function chainWith({ name, version, separator, typehash }: Token): ChainClient {
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
  const answers: Readonly<Record<string, Hex | null>> = {
    [toFunctionSelector('name()')]: text(name),
    [toFunctionSelector('version()')]: text(version),
    [toFunctionSelector('DOMAIN_SEPARATOR()')]: separator,
    [toFunctionSelector('PERMIT_TYPEHASH()')]: typehash,
  }
  const chain = {
    network: { chainId: 1 },
    call: async (_to: string, data: Hex) => answers[data] ?? null,
  }
  // No other method is called.
  return chain as unknown as ChainClient
}

const read = (token: Token) => readPermitDomain(chainWith(token), token.address)

test('USDC supports EIP-2612 permits, even if PERMIT_TYPEHASH returns nothing', async () => {
  const domain = {
    name: 'USD Coin',
    version: '2',
    chainId: 1,
    verifyingContract: USDC.address,
  }
  expect(await read(USDC)).toEqual(domain)
  expect(await read({ ...USDC, typehash: null })).toEqual(domain)
})

test.each<[string, Token]>([
  ['DAI, whose permits have another form', DAI],
  ['a token whose separator does not match its metadata', { ...USDC, name: 'USD Coin (PoS)' }],
  ['a token without permits', { ...USDC, separator: null }],
])('No permit is offered for %s', async (_, token) => {
  expect(await read(token)).toBeNull()
})
