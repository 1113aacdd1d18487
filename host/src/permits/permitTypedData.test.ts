import fc from 'fast-check'
import {
  encodeFunctionData,
  getAddress,
  type Hex,
  hashTypedData,
  parseAbi,
  domainSeparator as separatorOfViem,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { domainSeparator, encodePermitCall, findSigner, hashPermit } from './permitTypedData.ts'

const abi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const address = hex(20).map((text) => getAddress(text))
const uint = fc.bigInt(0n, 2n ** 256n - 1n)
const permits = fc.record({
  domain: fc.record({
    name: fc.string({ unit: 'binary' }),
    version: fc.string(),
    chainId: fc.integer({ min: 1 }),
    verifyingContract: address,
  }),
  owner: address,
  spender: address,
  valueUnits: uint,
  nonce: uint,
  deadlineS: uint,
})

test('A permit has the hash, the domain and the call that viem gives it', () => {
  fc.assert(
    fc.property(permits, hex(32), hex(32), fc.constantFrom(0, 1, 27, 28), (permit, r, s, v) => {
      const { domain, owner, spender, valueUnits: value, nonce, deadlineS: deadline } = permit
      expect(domainSeparator(domain)).toBe(separatorOfViem({ domain }))
      const message = { owner, spender, value, nonce, deadline }
      expect(hashPermit(permit)).toBe(
        hashTypedData({ domain, types: TYPES, primaryType: 'Permit', message }),
      )
      const signature: Hex = `${r}${s.slice(2)}${v.toString(16).padStart(2, '0')}`
      const args = [owner, spender, value, deadline, v < 27 ? v + 27 : v, r, s] as const
      expect(encodePermitCall(permit, signature)).toBe(
        encodeFunctionData({ abi, functionName: 'permit', args }),
      )
    }),
  )
})

test('findSigner finds the owner that signed a permit, and nobody for other bytes', async () => {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const [permit] = fc.sample(permits, { numRuns: 1, seed: 7 })
  if (permit === undefined) throw new Error('There is a sample.')
  const signature = await account.sign({ hash: hashPermit(permit) })
  expect(findSigner(permit, signature)).toBe(account.address)
  expect(findSigner({ ...permit, nonce: permit.nonce + 1n }, signature)).not.toBe(account.address)
  expect(findSigner(permit, `${signature}00`)).toBeNull()
  expect(findSigner(permit, `${signature.slice(0, -2)}1d` as Hex)).toBeNull()
  expect(findSigner(permit, `0x${'ff'.repeat(64)}1b`)).toBeNull()
})

test.each([
  ['name()', '0x06fdde03'],
  ['version()', '0x54fd4d50'],
  ['DOMAIN_SEPARATOR()', '0x3644e515'],
  ['PERMIT_TYPEHASH()', '0x30adf81f'],
  ['nonces(address)', '0x7ecebe00'],
  ['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', '0xd505accf'],
])('The function %s has the selector %s', (signature, selector) => {
  expect(toFunctionSelector(signature)).toBe(selector)
})
