import type { Client } from '@secure-payment/core/client'
import type { Session } from './api.ts'
import type { ConsoleFormat } from './createConsoleFormat.ts'
import type { LiveFeed } from './live/LiveFeed.ts'
import type { Route } from './routes.ts'
import type { ConsoleSettings, MailLink } from './settings.ts'
import type { Language } from './text/languages.ts'
import type { Text } from './text/text.ts'

/** The dependencies of every screen. */
export type ConsoleContext = {
  readonly client: Client
  /** The stream of changes to the merchant's records. */
  readonly live: LiveFeed
  readonly settings: ConsoleSettings
  /** The token of the invitation link that opened the page; null without such a link. */
  readonly invitation: string | null
  /** The e-mail link that opened the page; null if no such link opened it. */
  readonly mailLink: MailLink | null
  /** Discards `mailLink` once the link has been used. */
  readonly dropMailLink: () => void
  readonly text: Text
  readonly format: ConsoleFormat
  readonly language: LanguageChoice
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Reads the session again, because its data about the merchant may have changed. */
  readonly refreshSession: () => Promise<void>
  readonly signOut: () => Promise<void>
  /** Records an error from any call: an ended session leads to the sign-in. */
  readonly noteError: (error: unknown) => void
  readonly navigate: (route: Route) => void
  /** Changes the query in the current screen's address. */
  readonly refine: (route: Route) => void
  /** Shows a result, which screen readers announce. */
  readonly announce: (message: string) => void
}

/** The console's language, and the languages that a person can choose. */
type LanguageChoice = {
  /** The displayed language's code. */
  readonly code: string
  readonly languages: readonly Language[]
  readonly choose: (code: string) => void
}

/** The dependencies of a screen that requires a sign-in. */
export type SignedInContext = ConsoleContext & { readonly session: Session }
