import { events } from '@secure-payment/core/webhooks'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { testEvent } from './testEvent.ts'

const context = {
  now: () => new Date('2026-11-03T09:41:07.000Z'),
  random: (bytes: number) => new Uint8Array(bytes).fill(7),
  config: loadConfig({ PAY_NETWORKS: 'base' }),
}

describe('A test event', () => {
  test.each(events.map(({ type }) => type))(
    'a test event of type %s has the request of its body, if any',
    (type) => {
      const row = testEvent(context, { tenantId: 't', clientId: null, type, level: 'none' })
      const body = JSON.parse(row.body)
      expect(body).toMatchObject({ event: type, eventId: row.id, isTest: true })
      expect(row.request_id).toBe(body.requestID ?? '')
    },
  )
})
