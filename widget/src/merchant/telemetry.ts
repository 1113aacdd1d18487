import type { Controller } from '../controller.ts'
import type { StateName } from '../model.ts'

/** The telemetry of a payer's progress. */
export type TelemetryOptions = {
  readonly apiBase: string
  readonly token: string
  readonly clientId: string | null
  readonly fetch?: typeof fetch
}

type UserEvent = 'wallet_connected' | 'payment_sent_to_wallet' | 'payment_approved_in_wallet'

/** Each event is sent once per payment and page, although the payer may reach it several times. */
const REACHED: Readonly<Partial<Record<StateName, UserEvent>>> = {
  connecting: 'wallet_connected',
  options: 'wallet_connected',
  review: 'wallet_connected',
  signing: 'payment_sent_to_wallet',
  broadcasting: 'payment_approved_in_wallet',
}

/**
 * Sends the payer's progress to the merchant's service if both page and merchant enable it. The telemetry contains the payer's actions, and
 * nothing about the payer's identity. The payment never depends on it: no step waits for it or fails because of it. Returns a function that
 * stops the telemetry.
 */
export function followTelemetry(controller: Controller, options: TelemetryOptions): () => void {
  const told = new Set<UserEvent>()
  const report = ({ state, account }: Controller['model']): void => {
    const userEvent = REACHED[state]
    if (userEvent === undefined || account === null || told.has(userEvent)) return
    told.add(userEvent)
    tell(options, userEvent)
  }
  report(controller.model)
  return controller.subscribe(report)
}

function tell(
  { apiBase, token, clientId, fetch = window.fetch }: TelemetryOptions,
  userEvent: UserEvent,
): void {
  const url = `${apiBase.replace(/\/+$/, '')}/v2/secure-payments/${encodeURIComponent(token)}/user-events`
  const body = { userEvent, occurredAt: new Date().toISOString(), properties: {} }
  const headers = {
    'content-type': 'application/json',
    ...(clientId === null ? {} : { 'x-client-id': clientId }),
  }
  const options: RequestInit = {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'strict-origin',
  }
  try {
    // No code waits for the response or needs it.
    fetch(url, options).catch(() => undefined)
  } catch {
    // The page's own fetch may throw.
  }
}
