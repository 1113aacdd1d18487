import { expect, test } from 'vitest'
import { RpcCallError } from './errors.ts'
import { revertOf } from './revertOf.ts'

const errorOf = (code: number, message: string, data?: unknown) =>
  new RpcCallError('node', 'eth_estimateGas', code, message, data)

test.each<[string, RpcCallError, string | null]>([
  ['geth, with data', errorOf(3, 'execution reverted', '0xD93C0665'), '0xd93c0665'],
  ['geth, without', errorOf(-32000, 'execution reverted'), '0x'],
  ['nethermind', errorOf(-32015, 'VM execution error.', 'Reverted 0xd93c0665'), '0xd93c0665'],
  [
    'hardhat',
    errorOf(-32603, 'Internal error', { message: 'reverted', data: '0xd93c0665' }),
    '0xd93c0665',
  ],
  ['besu', errorOf(-32000, 'Execution reverted', '0x'), '0x'],
  ['out of gas', errorOf(-32000, 'gas required exceeds allowance (30000000)'), '0x'],
  ['a failing node', errorOf(-32603, 'Internal error'), null],
  ['a node without the block', errorOf(-32000, 'header not found'), null],
  ['data that is not bytes', errorOf(-32603, 'Internal error', 'trace 0x1'), null],
])('revertOf returns the data, or null if the node failed: %s', (_, error, expected) => {
  expect(revertOf(error)).toBe(expected)
})
