import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { Session } from './api.ts'
import type { ConsoleContext, SignedInContext } from './context.ts'
import { LanguageController } from './controllers/LanguageController.ts'
import { RouteController } from './controllers/RouteController.ts'
import { SessionController } from './controllers/SessionController.ts'
import { createConsoleClient } from './createConsoleClient.ts'
import { readFailure } from './failure.ts'
import { LiveFeed } from './live/LiveFeed.ts'
import {
  readContracts,
  readInvitation,
  readMailLink,
  readRefundLink,
  readRegistration,
} from './settings.ts'
import { renderLiveState } from './shell/renderLiveState.ts'
import { renderShell } from './shell/renderShell.ts'
import { shellStyles } from './shell/shellStyles.ts'
import { viewStyles } from './styles/viewStyles.ts'
import { LANGUAGES, type Language } from './text/languages.ts'
import { renderScreen, titleOf } from './views/screens.ts'
import './views/refund-claim/console-refund-claim.ts'
import './views/sign-in/console-reset-password.ts'
import './views/sign-in/console-sign-in.ts'

/** The time for which a result remains visible. */
const ANNOUNCEMENT_MS = 6_000
/** The acts that remove an announcement. */
const ACTS = ['pointerdown', 'wheel', 'touchmove'] as const

/**
 * The merchant's console: the sign-in and, after it, the screens that the address names.
 *
 * @attr {string} base-url - The API's base URL for payers' pages.
 * @attr {string} pay-url - The URL of the hosted payment page, which also serves the element's script.
 * @attr {string} preview-client-id - The service's own client ID, for the live preview.
 * @attr {string} registration - The visitors who may open an account: `closed`, `invite` or `open`.
 * @attr {string} networks - The ids of the networks that the service watches, separated by spaces.
 * @attr {string} recurring-contracts - The service's own contracts for recurring payouts, as `base=0x…`, separated by
 * spaces.
 */
export class MerchantConsole extends LitElement {
  static override readonly styles = [viewStyles, shellStyles]
  static override readonly properties = {
    baseUrl: { attribute: 'base-url' },
    payUrl: { attribute: 'pay-url' },
    previewClientId: { attribute: 'preview-client-id' },
    registration: {},
    networks: {},
    recurringContracts: { attribute: 'recurring-contracts' },
    languages: { attribute: false },
    isMenuOpen: { state: true },
    announcement: { state: true },
    signOutProblem: { state: true },
  }

  declare baseUrl: string
  declare payUrl: string
  declare previewClientId: string
  declare registration: string
  declare networks: string
  declare recurringContracts: string
  /** The languages that a person can choose. */
  declare languages: readonly Language[]
  declare isMenuOpen: boolean
  declare announcement: string
  declare signOutProblem: string

  readonly #client = createConsoleClient()
  readonly #session = new SessionController(
    this,
    () => this.#client,
    () => this.#refundLink === null,
  )
  readonly #routes = new RouteController(this, () => this.#onRoute())
  readonly #language = new LanguageController(this, () =>
    this.#announce(this.#language.text.language.failed),
  )
  readonly #live = new LiveFeed({
    onSignedOut: () => void this.#session.refresh(),
    onState: () => this.requestUpdate(),
  })
  #timer: ReturnType<typeof setTimeout> | undefined
  #context: ConsoleContext | null = null
  /** The context of one session: the same object until the session's data changes. */
  #signedIn: { session: Session; context: SignedInContext } | null = null
  #shown = ''
  #invitation = readInvitation(location.hash)
  #mailLink = readMailLink(location.hash)
  #refundLink = readRefundLink(location.hash)

  constructor() {
    super()
    this.baseUrl = location.origin
    this.payUrl = location.origin
    this.previewClientId = ''
    this.registration = 'open'
    this.networks = ''
    this.recurringContracts = ''
    this.languages = LANGUAGES
    this.isMenuOpen = false
    this.announcement = ''
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#clear()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const settings = [
      'baseUrl',
      'payUrl',
      'previewClientId',
      'registration',
      'networks',
      'recurringContracts',
      'languages',
    ] as const
    const isCurrent =
      this.#context?.text === this.#language.text && !settings.some((name) => changed.has(name))
    if (isCurrent) return
    this.#context = this.#createContext()
    this.#signedIn = null
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this.#session
    const context = this.#context
    if (context === null) return nothing
    if (this.#language.isWaiting) return this.#renderBoot()
    if (this.#refundLink !== null) {
      return html`<console-refund-claim .context=${context} .link=${this.#refundLink}></console-refund-claim>`
    }
    if (this.#mailLink?.kind === 'reset') return this.#renderReset(context)
    switch (state.status) {
      case 'unknown':
        return this.#renderBoot()
      case 'unreachable':
        return this.#renderUnreachable(state.error)
      case 'out':
        return html`${keyed(
          context.invitation,
          html`<console-sign-in .context=${context} .reason=${state.reason}></console-sign-in>`,
        )}${this.#renderAnnouncement()}`
      case 'in':
        return this.#renderSignedIn(this.#contextOf(context, state.session))
      default:
        return state satisfies never
    }
  }

  protected override updated(): void {
    const { state } = this.#session
    const { route } = this.#routes
    const { text } = this.#language
    if (this.#refundLink !== null) {
      document.title = text.refundClaim.title
      return
    }
    const outside = this.#mailLink?.kind === 'reset' ? text.contact.reset.title : text.signIn.title
    const title = state.status === 'in' ? titleOf(route, text) : outside
    document.title = `${title} · ${text.product}`
    // The sign-in opens and closes without an address change, so the focus must be moved here.
    const shown = state.status === 'in' || state.status === 'out' ? state.status : this.#shown
    if (this.#shown !== '' && this.#shown !== shown) this.#focusScreen()
    // The sign-in used the invitation, or did not need it: the next sign-in begins without it.
    if (this.#shown === 'out' && shown === 'in') this.#dropInvitation()
    this.#shown = shown
    // Removes the link's code from the address, and therefore from the history: the link was used, or does not apply to a signed-in person.
    const isRead = readInvitation(location.hash) ?? readMailLink(location.hash)
    if (state.status === 'in' && isRead !== null) {
      history.replaceState(null, '', location.pathname + location.search)
    }
    // The account's screen confirms the address and shows the result.
    const isConfirming = state.status === 'in' && this.#mailLink?.kind === 'confirm'
    if (isConfirming && route.name !== 'account') this.#routes.navigate({ name: 'account' })
  }

  #renderBoot(): TemplateResult {
    const { text } = this.#language
    return html`<main class="boot" id="content">
      <h1 class="visually-hidden">${text.product}</h1>
      <div role="status"><span class="spinner"></span><span class="visually-hidden">${text.common.loading}</span></div>
    </main>`
  }

  #renderReset(context: ConsoleContext): TemplateResult {
    return html`${keyed(
      this.#mailLink?.code,
      html`<console-reset-password .context=${context}></console-reset-password>`,
    )}${this.#renderAnnouncement()}`
  }

  #renderSignedIn(context: SignedInContext): TemplateResult {
    const { route } = this.#routes
    return html`${renderShell({
      context,
      route,
      isMenuOpen: this.isMenuOpen,
      onMenu: (isOpen) => {
        this.isMenuOpen = isOpen
      },
      onSignOut: () => void context.signOut(),
      screen: html`${renderScreen(route, context)}${renderLiveState(context)}`,
    })}
    ${this.#renderAnnouncement()}`
  }

  #renderUnreachable(error: unknown): TemplateResult {
    const { text } = this.#language
    return html`<main class="boot" id="content">
      <h1 class="visually-hidden">${text.product}</h1>
      <div class="card" role="alert">
        <p>${readFailure(error, text).message}</p>
        <div><button class="button" type="button" @click=${() => this.#session.refresh()}>${text.common.retry}</button></div>
      </div>
    </main>`
  }

  #renderAnnouncement(): TemplateResult {
    return html`<div class="announcement" role="status" aria-live="polite">
      ${this.announcement === '' ? nothing : html`<p>${this.announcement}</p>`}
    </div>`
  }

  #createContext(): ConsoleContext {
    return {
      client: this.#client,
      live: this.#live,
      settings: {
        baseUrl: this.baseUrl,
        payUrl: this.payUrl,
        previewClientId: this.previewClientId,
        registration: readRegistration(this.registration),
        networks: this.networks.split(/\s+/).filter((id) => id !== ''),
        recurringContracts: readContracts(this.recurringContracts),
      },
      invitation: this.#invitation,
      mailLink: this.#mailLink,
      dropMailLink: () => this.#dropMailLink(),
      text: this.#language.text,
      format: this.#language.format,
      language: {
        code: this.#language.code,
        languages: this.languages,
        choose: (code) => void this.#language.choose(code),
      },
      now: () => Date.now(),
      refreshSession: () => this.#session.refresh(),
      signOut: () => this.#signOut(),
      noteError: this.#session.noteError,
      navigate: this.#routes.navigate,
      refine: this.#routes.refine,
      announce: (message) => this.#announce(message),
    }
  }

  #contextOf(context: ConsoleContext, session: Session): SignedInContext {
    if (this.#signedIn?.session !== session) {
      this.#signedIn = { session, context: { ...context, session } }
    }
    return this.#signedIn.context
  }

  async #signOut(): Promise<void> {
    try {
      await this.#session.signOut()
      this.isMenuOpen = false
    } catch (error) {
      this.#announce(readFailure(error, this.#language.text).message)
    }
  }

  /** Shows a message, until its time is over or the person acts, because it may cover the row that they want to read. */
  #announce(message: string): void {
    clearTimeout(this.#timer)
    this.announcement = message
    this.#timer = setTimeout(this.#clear, ANNOUNCEMENT_MS)
    for (const act of ACTS) window.addEventListener(act, this.#clear, { passive: true })
  }

  readonly #clear = (): void => {
    clearTimeout(this.#timer)
    this.announcement = ''
    for (const act of ACTS) window.removeEventListener(act, this.#clear)
  }

  #onRoute(): void {
    this.isMenuOpen = false
    this.#readFragment()
    this.#focusScreen()
  }

  /** Reads the address's fragment: a link that is opened in a console tab changes only the fragment, and loads no page. */
  #readFragment(): void {
    const wasForPayers = this.#refundLink !== null
    this.#refundLink = readRefundLink(location.hash)
    if (wasForPayers && this.#refundLink === null) void this.#session.refresh()
    const invitation = readInvitation(location.hash)
    const mailLink = readMailLink(location.hash)
    const isKnown = mailLink?.code === this.#mailLink?.code
    if (
      (invitation === null || invitation === this.#invitation) &&
      (mailLink === null || isKnown)
    ) {
      return
    }
    this.#invitation = invitation ?? this.#invitation
    this.#mailLink = mailLink ?? this.#mailLink
    this.#context = null
  }

  #dropInvitation(): void {
    if (this.#invitation === null) return
    this.#invitation = null
    this.#context = null
  }

  /** Removes the code from the address too, so that the history does not contain it. */
  #dropMailLink(): void {
    this.#mailLink = null
    this.#context = null
    history.replaceState(null, '', location.pathname + location.search)
    void this.#session.refresh()
    this.requestUpdate()
  }

  #focusScreen(): void {
    void this.updateComplete.then(() => {
      const screen = this.renderRoot.querySelector(
        'console-refund-claim, console-reset-password, console-sign-in, #content > *',
      )
      if (
        screen !== null &&
        'focusHeading' in screen &&
        typeof screen.focusHeading === 'function'
      ) {
        screen.focusHeading()
      }
    })
  }
}

customElements.define('merchant-console', MerchantConsole)

declare global {
  interface HTMLElementTagNameMap {
    'merchant-console': MerchantConsole
  }
}
