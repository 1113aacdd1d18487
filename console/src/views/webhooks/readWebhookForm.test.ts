import { events } from '@secure-payment/core/webhooks'
import { describe, expect, test } from 'vitest'
import { fakeForm } from '../../testing/fakeForm.ts'
import { en } from '../../text/en.ts'
import { readWebhookForm } from './readWebhookForm.ts'

const url = 'https://shop.example.com/webhooks'

function read(values: Readonly<Record<string, string | readonly string[]>>, wantsAll = true) {
  return readWebhookForm(fakeForm({ url, ...values }), { wantsAll, text: en })
}

test('The form sends null for every event and for no alias', () => {
  expect(read({ events: ['payment.failed'] })).toEqual({
    fields: {},
    body: { url, events: null, signatureHeaderAliases: null },
  })
})

test('The form offers all of the service’s events, and no others', () => {
  const types = events.map(({ type }) => type)
  const { body } = read({ events: [...types, 'payment.invented', 'toString'] }, false)
  expect(body.events?.toSorted()).toEqual(types.toSorted())
  expect(Object.keys(en.events).sort()).toEqual(types.toSorted())
})

test('The form requires at least one event', () => {
  expect(read({}, false).fields).toEqual({ events: en.webhooks.eventsNone })
})

describe('the URL', () => {
  test.each([
    'https://shop.example.com:8443/hooks?a=1',
    'http://localhost:3000/hooks',
    'http://127.0.0.1:8080/',
  ])('%s is accepted', (taken) => {
    expect(read({ url: taken }).fields).toEqual({})
  })
  test.each([
    '',
    'shop.example.com',
    'http://shop.example.com/',
    'ftp://shop.example.com',
    'https://a@b.test',
    'https://b.test/#x',
  ])('%j is rejected', (refused) => {
    expect(read({ url: refused }).fields).toEqual({ url: en.webhooks.urlInvalid })
  })
})

test('The form reads at most five aliases, one per line, in lower case and valid for the API', () => {
  const alias = (text: string) => read({ signatureHeaderAliases: text })
  expect(alias('X-Request-Network-Signature\n\nx-a-signature').body.signatureHeaderAliases).toEqual(
    ['x-request-network-signature', 'x-a-signature'],
  )
  expect(alias('authorization').fields).toEqual({
    signatureHeaderAliases: en.webhooks.aliasInvalid('authorization'),
  })
  const six = Array.from({ length: 6 }, (_, index) => `x-${index}-signature`).join('\n')
  expect(alias(six).fields).toEqual({ signatureHeaderAliases: en.webhooks.aliasMany })
})
