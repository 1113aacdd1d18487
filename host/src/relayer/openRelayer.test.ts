import { recoverTransactionAddress } from 'viem'
import { expect, test } from 'vitest'
import { openRelayer, type RelayTransaction } from './openRelayer.ts'

/** Account 1 of the well-known test mnemonic. */
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const TRANSACTION: RelayTransaction = {
  chainId: 8453,
  nonce: 0n,
  to: '0x5ecc000000000000000000000000000000000008',
  data: '0xac7a9e00',
  gas: 200_000n,
  fees: { maxUnits: 30_000_000_000n, tipUnits: 1_000_000n, isLegacy: false },
}

test('openRelayer returns null without a key', async () => {
  expect(await openRelayer({ relayerPrivateKey: null })).toBeNull()
})

test.each([
  ['with EIP-1559 fees', TRANSACTION],
  [
    'for a legacy chain',
    { ...TRANSACTION, nonce: 7n, fees: { maxUnits: 5n, tipUnits: 5n, isLegacy: true } },
  ],
  [
    'that only consumes its nonce',
    { ...TRANSACTION, to: ADDRESS.toLowerCase(), data: '0x' as const },
  ],
])('a transaction %s is signed by the key, and parses back unchanged', async (_, transaction) => {
  const relayer = await openRelayer({ relayerPrivateKey: KEY })
  if (relayer === null) throw new Error('there is a key')
  expect(relayer.address).toBe(ADDRESS)
  const { raw } = await relayer.sign(transaction)
  expect(relayer.parse(raw)).toEqual(transaction)
  // The bytes are a serialised transaction of either type; viem distinguishes the types by the first byte.
  const serializedTransaction = raw as Parameters<
    typeof recoverTransactionAddress
  >[0]['serializedTransaction']
  expect(await recoverTransactionAddress({ serializedTransaction })).toBe(ADDRESS)
})
