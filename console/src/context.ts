import type { Client } from '@secure-payment/core/client'
import type { Session } from './api.ts'
import type { ConsoleFormat } from './createConsoleFormat.ts'
import type { Route } from './routes.ts'
import type { ConsoleSettings } from './settings.ts'
import type { Text } from './text/text.ts'

/** What every screen gets. */
export type ConsoleContext = {
  readonly client: Client
  readonly settings: ConsoleSettings
  /** Token of the invitation link that opened the page; null without one. */
  readonly invitation: string | null
  readonly text: Text
  readonly format: ConsoleFormat
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Reads the session again: what it says of the merchant may have changed. */
  readonly refreshSession: () => Promise<void>
  readonly signOut: () => Promise<void>
  /** Takes note of an error of any call: a session that has ended leads to the sign-in. */
  readonly noteError: (error: unknown) => void
  readonly navigate: (route: Route) => void
  /** Says a result, for everybody to see and for screen readers to speak. */
  readonly announce: (message: string) => void
}

/** What a screen behind the sign-in gets. */
export type SignedInContext = ConsoleContext & { readonly session: Session }
