import type { ReactiveController, ReactiveElement, TemplateResult } from 'lit'
import type { WalletInfo } from '../accountInfo.ts'
import { loadPart } from '../loadPart.ts'
import { splitWords } from '../readAttributes.ts'
import { addSheets } from '../styles/sheets.ts'
import type { LanguageController } from '../text/LanguageController.ts'
import type { TextOverrides, WalletsText } from '../text/text.ts'
import type { Ways } from './phone/Ways.ts'
import type { FlowContext, LocalState, Screen, ViewContext } from './viewContext.ts'

type WalletList = typeof import('./phone/walletList.ts')

/** The members of the element that its display state uses. */
export type LocalStateHost = ReactiveElement & {
  readonly strings: TextOverrides | null
  readonly wallets: string | null
  readonly excludeWallets: string | null
  /** Moves the focus to the first match in the shadow tree once the next update is done. */
  focusAfterUpdate(selector: string): void
  leave(event: Event): void
  warmUp(): void
}

/**
 * Stores display state only: the copied value, the open question, and the expanded sections.
 */
export class LocalStateController implements LocalState, ReactiveController {
  copied: string | null = null
  isDiscardAsked = false
  isLogoBroken = false
  areOthersShown = false
  walletQuery = ''
  details: ((context: FlowContext) => TemplateResult) | null = null
  readonly #host: LocalStateHost
  readonly #language: Pick<LanguageController, 'say'>
  #early: readonly string[] | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #ways: Ways | null = null
  #loading: Promise<Ways | undefined> | null = null
  #list: WalletList | null = null
  #isListLoading = false

  constructor(host: LocalStateHost, language: Pick<LanguageController, 'say'>) {
    this.#host = host
    this.#language = language
    host.addController(this)
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer)
    this.#ways?.close()
  }

  copy = (key: string, value: string): void => {
    navigator.clipboard.writeText(value).then(
      () => {
        this.copied = key
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => {
          this.copied = null
          this.#host.requestUpdate()
        }, COPIED_MS)
        this.#host.requestUpdate()
      },
      () => {}, // The page has no permission to write to the clipboard: the payer can select the text.
    )
  }

  askDiscard = (isAsked: boolean): void => {
    this.isDiscardAsked = isAsked
    this.#host.requestUpdate()
    this.#host.focusAfterUpdate(isAsked ? '#confirm-title' : '#heading')
  }

  openDetails = (): void => {
    import('./review/renderDetails.ts').then(
      ({ renderDetails, detailsStyles }) => {
        addSheets(this.#host, [detailsStyles])
        this.details = renderDetails
        this.#host.requestUpdate()
      },
      () => {}, // The details are only an aid: the decisive check ran before.
    )
  }

  findWay = (context: ViewContext): Screen | null => {
    const { model, settings } = context
    const canLeave = settings.hostedUrl ?? settings.walletConnect
    if (model.state === 'connect' && canLeave && !model.wallets.length) void this.#loadWays()
    if (model.state === 'connect' && this.#needsList(model.wallets)) this.#loadList()
    return this.#ways?.find(context) ?? null
  }

  openPhone = (): void => {
    void this.#loadWays().then((ways) => ways?.open())
  }

  keepEarly = (wallets: readonly WalletInfo[]): readonly WalletInfo[] => {
    this.#early ??= wallets.map(({ id }) => id)
    // A Safe around the page is listed even if it responds late, because a payer inside a Safe pays from that Safe.
    return wallets.filter(({ id, kind }) => kind === 'safe' || this.#early?.includes(id))
  }

  toggleOthers = (): void => {
    this.areOthersShown = !this.areOthersShown
    this.walletQuery = ''
    this.#host.requestUpdate()
    if (this.areOthersShown) this.#host.focusAfterUpdate('.others + li button')
  }

  searchWallets = (query: string): void => {
    this.walletQuery = query
    this.#host.requestUpdate()
  }

  filterWallets = (wallets: readonly WalletInfo[]): readonly WalletInfo[] =>
    this.#list?.searchWallets(wallets, this.walletQuery) ?? wallets

  renderSearch = (context: ViewContext, found: number): unknown => {
    const counts = { total: context.model.wallets.length, found }
    const list = this.#list
    return list?.renderSearch(context, this.#findWords(list), counts)
  }

  renderLinks = (context: ViewContext, isTitled = true): unknown => {
    const { wallets, excludeWallets } = this.#host
    const allowed = { only: splitWords(wallets), except: splitWords(excludeWallets) }
    const list = this.#list
    return list?.renderWalletLinks(context, this.#findWords(list), allowed, isTitled)
  }

  findIcon = ({ icon, rdns }: WalletInfo): string | null =>
    icon ?? (rdns === null ? null : (this.#list?.findKnownIcon(rdns) ?? null))

  #findWords(list: WalletList): WalletsText {
    return this.#language.say('wallets', list.enWallets, this.#host.strings)
  }

  /** Returns whether the list has to show a well-known wallet's icon, links to wallets, or a search. */
  #needsList(wallets: readonly WalletInfo[]): boolean {
    const isPlain = wallets.some(({ icon, rdns }) => icon === null && rdns !== null)
    return wallets.length === 0 || isPlain || this.areOthersShown
  }

  #loadList(): void {
    if (this.#isListLoading) return
    this.#isListLoading = true
    loadPart('walletList', () => import('./phone/walletList.ts')).then(
      (list) => {
        this.#list = list
        addSheets(this.#host, list.walletListSheets)
        this.#host.requestUpdate()
      },
      () => {
        this.#isListLoading = false // The wallets remain, and the next render requests the chunk again.
      },
    )
  }

  #loadWays(): Promise<Ways | undefined> {
    this.#loading ??= loadPart('ways', () => import('./phone/Ways.ts')).then(
      (module) => {
        this.#ways = new module.Ways(this.#host, this.#language, loadPart)
        this.#host.requestUpdate()
        return this.#ways
      },
      () => {
        this.#loading = null // The wallets remain, and the payer may retry.
        return undefined
      },
    )
    return this.#loading
  }

  dropLogo = (): void => {
    this.isLogoBroken = true
    this.#host.requestUpdate()
  }

  leave = (event: Event): void => this.#host.leave(event)
  warmUp = (): void => this.#host.warmUp()
}

const COPIED_MS = 2_000
