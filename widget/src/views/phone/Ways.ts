import type { ReactiveElement } from 'lit'
import type { loadPart } from '../../loadPart.ts'
import { splitWords } from '../../readAttributes.ts'
import { phoneStyles } from '../../styles/phoneStyles.ts'
import { addSheets } from '../../styles/sheets.ts'
import { enWallets } from '../../text/enWallets.ts'
import type { LanguageController } from '../../text/LanguageController.ts'
import type { TextOverrides, WalletsText } from '../../text/text.ts'
import type { AllowedWallets } from '../../wallets/known/knownWallets.ts'
import type { Pairing } from '../../wallets/walletConnect/WalletConnect.ts'
import { WALLETCONNECT_ID } from '../../wallets/walletConnect/walletConnectId.ts'
import type { Screen, ViewContext } from '../viewContext.ts'
import { isMobile } from './isMobile.ts'
import type { WalletApp } from './walletApps.ts'

/** The data and callbacks of the phone's and the apps' screens. */
export type WaysView = {
  readonly words: WalletsText
  readonly tab: 'scan' | 'walletconnect'
  readonly pairing: Pairing
  /** Whether the payer chose this screen and can go back to the wallets. */
  readonly isChosen: boolean
  readonly canScan: boolean
  readonly canPair: boolean
  /** The wallets whose apps the page allows. */
  readonly allowed: AllowedWallets
  /** The app that apparently failed to open; null without one. */
  readonly unopened: WalletApp | null
  choose(tab: WaysView['tab']): void
  pairAgain(): void
  tryApp(app: WalletApp): void
  back(): void
}

/** The members of the element that `Ways` uses. */
export type WaysHost = ReactiveElement & {
  readonly strings: TextOverrides | null
  readonly wallets: string | null
  readonly excludeWallets: string | null
  /** Moves the focus to the first match in the shadow tree once the next update is done. */
  focusAfterUpdate(selector: string): void
}

/** The time after which an app counts as failed to open: an app that opens hides the page much earlier. */
const APP_OPENS_MS = 2_500

/** One of the two screens, with its data. */
export type StagedWay = { readonly kind: 'phone' | 'apps'; readonly view: WaysView }

type CreateScreen = (view: WaysView) => Screen
type Screens = { phone?: CreateScreen | null; apps?: CreateScreen | null }

const LOADERS = {
  phone: async () => (await import('./phoneScreen.ts')).createPhoneScreen,
  apps: async () => (await import('./appsScreen.ts')).createAppsScreen,
}

/**
 * Stores how the payer reaches a wallet on another device or in another app, and the connection in progress.
 */
export class Ways {
  /** Replaces a model's screen: previews and tests set states that a browser cannot reach without a phone. */
  static stage: (shown: StagedWay, model: ViewContext['model']) => StagedWay = (shown) => shown

  readonly #host: WaysHost
  readonly #language: Pick<LanguageController, 'say'>
  /** Injected, because an import in this module would make the bundler split the entry. */
  readonly #loadPart: typeof loadPart
  #tab: WaysView['tab'] | null = null
  #pairing: Pairing = { kind: 'opening' }
  #pairingAbort: AbortController | null = null
  #unopened: WalletApp | null = null
  #appAbort: AbortController | null = null
  #context: ViewContext | null = null
  readonly #screens: Screens = {}

  constructor(host: WaysHost, language: Pick<LanguageController, 'say'>, load: typeof loadPart) {
    this.#host = host
    this.#language = language
    this.#loadPart = load
  }

  /** Returns the screen that replaces the wallets; null to show this browser's wallets. */
  find(context: ViewContext): Screen | null {
    const { model, rail, settings } = context
    this.#context = context
    const canScan = settings.hostedUrl !== null
    const canPair = settings.walletConnect !== null && rail.canPair
    if (model.state !== 'connect' || !(canScan || canPair)) {
      this.close()
      return null
    }
    const isChosen = this.#tab !== null
    // On a desktop page, a rail's own screen shows links to installable wallets, and offers the phone.
    const isTold = rail.isOwnFromStart && !isMobile()
    if (!isChosen && (model.wallets.length > 0 || isTold)) return null
    addSheets(this.#host, [phoneStyles])
    const view = {
      words: this.#findWords(),
      tab: this.#tab ?? (canScan ? 'scan' : 'walletconnect'),
      pairing: this.#pairing,
      isChosen,
      canScan: canScan && !isMobile(),
      canPair,
      allowed: {
        only: splitWords(this.#host.wallets),
        except: splitWords(this.#host.excludeWallets),
      },
      unopened: this.#unopened,
      choose: (tab: WaysView['tab']) => this.open(tab),
      pairAgain: () => this.#pair(),
      tryApp: (app: WalletApp) => this.#tryApp(app),
      back: () => this.#back(),
    } as const
    if (view.tab === 'walletconnect' && this.#pairingAbort === null) this.#pair()
    const kind = isMobile() && canScan && this.#tab !== 'walletconnect' ? 'apps' : 'phone'
    const shown = Ways.stage({ kind, view }, model)
    return this.#load(shown.kind)?.(shown.view) ?? null
  }

  /** Shows the tab that the payer pressed, or the first one. */
  open(tab?: WaysView['tab']): void {
    this.#tab = tab ?? (this.#context?.settings.hostedUrl ? 'scan' : 'walletconnect')
    this.#host.requestUpdate()
  }

  /** Closes the screen and aborts the connection: if the payer approves it later, the wallet does not connect. */
  close(): void {
    this.#tab = null
    this.#unopened = null
    this.#pairingAbort?.abort()
    this.#pairingAbort = null
    this.#appAbort?.abort()
  }

  /** Creates a screen; null while its chunk loads. */
  #load(kind: keyof Screens): CreateScreen | null {
    const known = this.#screens[kind]
    if (known === undefined) {
      this.#screens[kind] = null
      this.#loadPart<CreateScreen>(kind, LOADERS[kind]).then(
        (create) => {
          this.#screens[kind] = create
          this.#host.requestUpdate()
        },
        () => {
          delete this.#screens[kind] // The next render requests the chunk again; until then the wallets remain on screen.
        },
      )
    }
    return known ?? null
  }

  /** Returns the text in the payer's language, with the page's own text in place of it; in English without a translation. */
  #findWords(): WalletsText {
    return this.#language.say('wallets', enWallets, this.#host.strings)
  }

  #back(): void {
    this.close()
    this.#host.requestUpdate()
  }

  #pair(): void {
    const { settings, model } = this.#context ?? {}
    if (!settings?.walletConnect || !model?.payment) return
    this.#pairingAbort?.abort()
    const abort = new AbortController()
    this.#pairingAbort = abort
    this.#pairing = { kind: 'opening' }
    const { payment } = model
    const project = settings.walletConnect
    const tell = (pairing: Pairing): void => this.#onPairing(pairing)
    this.#loadPart('walletConnect', () => import('../../wallets/walletConnect/WalletConnect.ts'))
      .then(async ({ walletConnectOf, findChains }) => {
        const chains = await findChains(payment)
        await walletConnectOf(project).pair(chains, tell, abort.signal)
      })
      .catch(() => tell({ kind: 'unreachable' }))
  }

  #onPairing(pairing: Pairing): void {
    this.#pairing = pairing
    if (pairing.kind === 'connected') this.#context?.actions.connect(WALLETCONNECT_ID)
    this.#host.requestUpdate()
  }

  #tryApp(app: WalletApp): void {
    this.#unopened = null
    this.#appAbort?.abort()
    const abort = new AbortController()
    this.#appAbort = abort
    const { signal } = abort
    const timer = setTimeout(() => {
      abort.abort()
      this.#unopened = app
      this.#host.focusAfterUpdate('#not-opened')
      this.#host.requestUpdate()
    }, APP_OPENS_MS)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    const onHidden = (): void => {
      if (document.hidden) abort.abort()
    }
    document.addEventListener('visibilitychange', onHidden, { signal })
    window.addEventListener('pagehide', () => abort.abort(), { signal })
    this.#host.requestUpdate()
  }
}
