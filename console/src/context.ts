import type { Client } from '@secure-payment/core/client'
import type { Session } from './api.ts'
import type { ConsoleFormat } from './createConsoleFormat.ts'
import type { Route } from './routes.ts'
import type { ConsoleSettings } from './settings.ts'
import type { Text } from './text/text.ts'

/** The dependencies of every screen. */
export type ConsoleContext = {
  readonly client: Client
  readonly settings: ConsoleSettings
  /** Token of the invitation link that opened the page; null without one. */
  readonly invitation: string | null
  readonly text: Text
  readonly format: ConsoleFormat
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Reads the session again: its data of the merchant may have changed. */
  readonly refreshSession: () => Promise<void>
  readonly signOut: () => Promise<void>
  /** Records an error of any call: an ended session leads to the sign-in. */
  readonly noteError: (error: unknown) => void
  readonly navigate: (route: Route) => void
  /** Shows a result, which screen readers announce. */
  readonly announce: (message: string) => void
}

/** The dependencies of a screen behind the sign-in. */
export type SignedInContext = ConsoleContext & { readonly session: Session }
