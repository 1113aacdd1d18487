import { expect, test } from 'vitest'
import type { ClientIdRecord, Session, WebhookRecord } from '../../api.ts'
import { en } from '../../text/en.ts'
import { findProgress, type ProgressFacts } from './findProgress.ts'

const session: Session = {
  kind: 'wallet',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  walletType: 'evm',
  email: null,
  tenantId: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
  role: 'owner',
  scopes: ['read', 'create', 'payouts', 'refunds', 'manage', 'team'],
  tenantName: '',
  expiresAt: '2026-11-01T09:16:00.000Z',
}
const clientId: ClientIdRecord = {
  id: '01KB4Y3F6V3M2N5P7R9T0W1X2Y',
  clientId: 'cli_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G',
  label: 'Web shop',
  isBackend: false,
  allowedDomains: ['https://shop.example.test'],
  feePercentage: null,
  feeAddress: null,
  feeBearer: null,
  operatorWalletAddress: null,
  defaultPreApprovalExpiry: null,
  defaultAuthorizationExpiry: null,
  payeeDestinationId: null,
  payeeDestination: null,
  allowAnyPayee: false,
  status: 'active',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: null,
}
const webhook: WebhookRecord = {
  id: '01KB4X3F6V3M2N5P7R9T0W1X2Y',
  url: 'https://shop.example.test/webhooks',
  isActive: true,
  createdAt: '2026-11-01T09:00:00.000Z',
  clientId: null,
  events: null,
  signatureHeaderAliases: null,
  disabledReason: null,
  rotation: { hasPendingSecret: false, previousSecretExpiresAt: null },
}
const nothing: ProgressFacts = {
  session,
  clientIds: [],
  webhooks: [],
  binding: { networks: [], destination: null },
}

function doneSteps(facts: Partial<ProgressFacts>): string[] {
  return findProgress({ ...nothing, ...facts }, { text: en })
    .filter(({ done }) => done !== null)
    .map(({ name }) => name)
}

test('A new merchant has every step open, in order', () => {
  expect(findProgress(nothing, { text: en }).map(({ name }) => name)).toEqual([
    'name',
    'destination',
    'clientId',
    'webhook',
    'embed',
  ])
  expect(doneSteps({})).toEqual([])
})

test('Each fact completes its own step', () => {
  expect(doneSteps({ session: { ...session, tenantName: 'Ana’s shop' } })).toEqual(['name'])
  expect(doneSteps({ clientIds: [clientId] })).toEqual(['clientId'])
  expect(doneSteps({ webhooks: [webhook] })).toEqual(['webhook'])
  const lastUsedAt = '2026-11-02T09:00:00.000Z'
  expect(doneSteps({ clientIds: [{ ...clientId, lastUsedAt }] })).toEqual(['clientId', 'embed'])
})

test('A disabled or revoked record completes no step', () => {
  expect(doneSteps({ clientIds: [{ ...clientId, status: 'inactive' }] })).toEqual([])
  expect(doneSteps({ clientIds: [{ ...clientId, status: 'revoked' }] })).toEqual([])
  expect(doneSteps({ webhooks: [{ ...webhook, isActive: false }] })).toEqual([])
})

test('An account’s bound client ID completes the destination step, and a wallet must activate its own', () => {
  const bound = [{ ...clientId, payeeDestinationId: 'somewhere' }]
  const account: Session = { ...session, kind: 'account', address: null, walletType: null }
  expect(doneSteps({ session: account, clientIds: bound })).toEqual(['destination', 'clientId'])
  expect(doneSteps({ clientIds: bound })).toEqual(['clientId'])
})

test('A long list of domains shows only the first domains', () => {
  const allowedDomains = ['https://a.test', 'https://b.test', 'http://localhost:3000']
  const steps = findProgress(
    { ...nothing, clientIds: [{ ...clientId, allowedDomains }] },
    { text: en },
  )
  expect(steps[2]?.done).toBe('Works on a.test, b.test +1.')
})
