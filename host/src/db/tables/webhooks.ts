import type { Defaulted } from './column.ts'

/** The tables of events and webhooks. */
export type WebhookTables = {
  webhook_endpoints: WebhookEndpointsTable
  events: EventsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
}

type WebhookEndpointsTable = {
  id: string
  tenant_id: string
  /** The `cli_…` value that scopes the endpoint; null = tenant-wide. */
  client_id: string | null
  url: string
  /** Sealed: signs `x-service-signature`. */
  secret: string
  is_active: number
  /** A JSON array of event types; null for all. */
  events: string | null
  /** A JSON array of extra names for the signature header; null if none. */
  signature_header_aliases: string | null
  created_at: string
  /** Sealed: the secret that a rotation will promote; until then, it signs `webhook-signature` together with the current secret. */
  pending_secret: Defaulted<string | null>
  /** Sealed: the secret before the last promotion; it signs `webhook-signature` until `previous_expires_at`. */
  previous_secret: Defaulted<string | null>
  previous_expires_at: Defaulted<string | null>
  /** The reason why the service switched the endpoint off automatically; null if it is on, or if its owner switched it off. */
  disabled_reason: Defaulted<string | null>
  /** The start of the outage that a notice to the merchant reported; null while the endpoint accepts deliveries. */
  outage_noticed_at: Defaulted<string | null>
}

type EventsTable = {
  /** A ULID, which is the `eventId` in the body. */
  id: string
  tenant_id: string
  /** The id of the request or payer that the event concerns. */
  request_id: string
  client_id: string | null
  type: string
  sequence: number
  /** The exact bytes that are signed and sent. */
  body: string
  created_at: string
  /** 1 for a test event. */
  is_test: Defaulted<number>
  /** The time at which a reorganisation removed the event's payment and made the event untrue; from then on, it is not sent again. */
  retracted_at: Defaulted<string | null>
}

type WebhookDeliveriesTable = {
  id: string
  event_id: string
  endpoint_id: string
  request_id: string
  /** The event's sequence: deliveries about one request to an endpoint keep this order. */
  sequence: number
  status: 'pending' | 'delivered' | 'dead' | 'cancelled'
  /** The number of attempts so far, which is also the next attempt's number, counted from 0. */
  attempt: number
  /** The time of the next attempt; while a worker holds the delivery, the end of the worker's lease. */
  due_at: string
  lease_until: string | null
  created_at: string
  completed_at: string | null
  last_response_status: number | null
  last_error: string | null
  /** The number of the first attempt in the current run of the schedule: 0, or the attempt at which a redelivery restarted the schedule. */
  schedule_start: Defaulted<number>
  /** The number of requested redeliveries. */
  replays: Defaulted<number>
  /** The last attempt's URL and headers, as JSON; null before the first. */
  last_request: Defaulted<string | null>
}

type WebhookAttemptsTable = {
  id: string
  delivery_id: string
  attempt: number
  started_at: string
  duration_ms: number
  response_status: number | null
  response_body: string | null
  error: string | null
  /** The owner of the delivery; null for attempts from earlier releases. */
  tenant_id: Defaulted<string | null>
}
