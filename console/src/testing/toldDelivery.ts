import type { DeliveryRecord, WebhookRecord } from '../api.ts'

/** An endpoint of a merchant. */
export const webhookRecord: WebhookRecord = {
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

/** Returns a delivery that arrived, with the given changes. */
export function deliveryRecord(patch: Partial<DeliveryRecord>): DeliveryRecord {
  return {
    id: '01KB54A1B2C3D4E5F6G7H8J9KA',
    eventId: '01KB53A1B2C3D4E5F6G7H8J9KA',
    event: 'payment.confirmed',
    requestId: `01${'a'.repeat(64)}`,
    isTest: false,
    status: 'delivered',
    replays: 0,
    createdAt: '2026-11-02T08:15:20.000Z',
    dueAt: null,
    completedAt: '2026-11-02T08:15:20.140Z',
    attempts: [
      {
        attempt: 0,
        startedAt: '2026-11-02T08:15:20.031Z',
        durationMs: 109,
        responseStatus: 200,
        responseBody: 'ok',
        error: null,
      },
    ],
    ...patch,
  }
}
