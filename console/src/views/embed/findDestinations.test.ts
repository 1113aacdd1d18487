import { expect, test } from 'vitest'
import type { PayeeDestination } from '../../api.ts'
import { findDestinations } from './findDestinations.ts'

const destinationId =
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266@eip155:8453#5A431E5E:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const OTHER = `0x742d35Cc6634C0532925a3b844Bc454e4438f44e@eip155:8453#B4FD67BB:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`
const own: PayeeDestination = {
  id: '01KB4T3F6V3M2N5P7R9T0W1X2Y',
  destinationId,
  walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  chainId: 8453,
  binaryInteropAddress: '0x00',
  humanReadableInteropAddress: '',
  claimed: true,
  active: true,
  accessPolicy: null,
  revision: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
}
const withOwn = { networks: [], destination: own }
const without = { networks: [], destination: null }

test.each([
  ['unbound, with a route', null, withOwn, { bound: null, own: destinationId }],
  ['unbound, without', null, without, { bound: null, own: null }],
  [
    'bound to the record of the wallet’s own route',
    own.id,
    withOwn,
    { bound: destinationId, own: destinationId },
  ],
  ['bound to another composite id', OTHER, withOwn, { bound: OTHER, own: destinationId }],
  ['bound to a composite id, without a route', OTHER, without, { bound: OTHER, own: null }],
  ['bound to a record that cannot be read here', own.id, without, { bound: null, own: null }],
])('A client ID has the right destinations: %s', (_, payeeDestinationId, facts, known) => {
  expect(findDestinations({ payeeDestinationId }, facts)).toEqual(known)
})
