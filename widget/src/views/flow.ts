import type { CSSResult } from 'lit'
import type { NoteCode } from '../codes.ts'
import type { Model } from '../model.ts'
import { flowStyles } from '../styles/flowStyles.ts'
import { variants } from '../styles/variants.ts'
import type { MessageParams } from '../text/enFlow.ts'
import { enPermit } from '../text/enPermit.ts'
import { plainText } from '../text/format.ts'
import {
  type FlowText,
  type Locale,
  overrideText,
  type PayoutText,
  type Text,
  type TextOverrides,
} from '../text/text.ts'
import { blocked } from './blocked/blocked.ts'
import { connecting } from './connecting/connecting.ts'
import { errorText, failed } from './failed/failed.ts'
import { locked } from './locked/locked.ts'
import { options } from './options/options.ts'
import type { PageRail, RailScreens, Say } from './pageRail.ts'
import { partial } from './partial/partial.ts'
import { connectPayout } from './payout/connectPayout.ts'
import { progress } from './progress/progress.ts'
import { resuming } from './resuming/resuming.ts'
import { review } from './review/review.ts'
import { roundFiat } from './review/roundUp.ts'
import { type Shown, show } from './screens.ts'
import { unavailable } from './unavailable/unavailable.ts'
import { unknown } from './unknown/unknown.ts'
import type { FlowContext, Screens, ViewContext } from './viewContext.ts'

/** The style sheets of the later screens. */
export const flowSheets = [variants, flowStyles]

/** The screens, text and styles after the wallet choice, in one chunk. */
export type Flow = {
  /** Adds all text to a context. */
  complete(context: ViewContext): FlowContext
  /** Returns the current screen; null while its chunk loads. */
  show(context: ViewContext): Shown | null
  /** Returns the note's sentence; empty if there is no note. */
  findNote(context: ViewContext): string
  /** Describes an error in one line. */
  describeError(error: NonNullable<Model['error']>): string
}

/** The words that replace a payment's in a payout; both are null for a payment, and `refund` is null for a payout without refunds. */
export type PayoutWords = {
  /** The English text of a payout. */
  readonly payout: PayoutText | null
  readonly refund: typeof import('./payout/refundLink.ts') | null
}

/**
 * Returns the flow with the text of a language, whose locale is null for English. The page's own text has priority. `more` loads the
 * receipt, and renders again.
 */
export function createFlow(
  flowText: FlowText,
  locale: Locale | null,
  overrides: TextOverrides | null,
  { payout, refund }: PayoutWords,
  more: MoreScreens,
): Flow {
  const say: Say = (key, english) => overrideText(locale?.[key] ?? english, overrides?.[key])
  const open = (rail: PageRail) => loaded.get(rail)?.open(say, more.update, more.style)
  const complete = (context: ViewContext): FlowContext => {
    let text: Text = {
      ...overrideText({ ...flowText, ...context.text }, overrides),
      ...context.outcome,
    }
    // The payout's text comes last: a page's own text for a payment must not replace it.
    if (payout) text = overrideText(text, say('payout', payout))
    if (refund) text = overrideText(text, refund.sayRefund(context, overrides?.refund))
    if (context.model.review?.isByPermit) {
      text = { ...text, confirmationsNeeded: () => say('permit', enPermit).prompts }
    }
    if (context.model.review?.message) {
      const { signature, noFee } = say('permit', enPermit)
      text = { ...text, confirmationsNeeded: () => signature, networkFee: noFee }
    }
    const purpose = refund && { renderPurpose: refund.renderPurpose }
    const said = { ...context, text, coins, format: roundFiat(context.format), ...purpose }
    return open(context.rail)?.speak?.(said) ?? said
  }
  return {
    complete,
    show(context) {
      const { model, rail } = context
      const own = open(rail)
      if (isOnItsWay(model)) findReceipt(more)
      if (model.state === 'options') loadCoins(more)
      if (!own && rail.loadScreens) {
        return follow(rail.loadScreens(), more.update, (screens) => {
          loaded.set(rail, screens)
        })
      }
      const screen =
        own?.screens[model.state] ??
        SCREENS[model.state] ??
        (model.state === 'succeeded' ? findReceipt(more) : null)
      return screen ? show(screen, complete(context), findNote(complete(context))) : null
    },
    findNote: (context) => findNote(complete(context)),
    describeError: ({ code, moneyState }) => {
      const own = [...loaded.values()].map(
        (screens) => screens.open(say, more.update, more.style).errors,
      )
      const errors: FlowText['errors'] = Object.assign({}, flowText.errors, ...own)
      return `${errorText({ errors }, code).title}. ${flowText.money[moneyState]}`
    },
  }
}

/** Finds the note's sentence and fills its placeholders with the note's params, or with the payment's names. */
function findNote({ model, text, names, format }: FlowContext): string {
  if (!model.note) return ''
  const params = Object.entries(model.note.params ?? {})
  const shown = Object.fromEntries(params.map(([key, value]) => [key, plainText(value)]))
  const notes: Partial<Record<NoteCode, (params: MessageParams) => string>> = text.notes
  const said = [
    notes[model.note.code]?.({ ...names, ...shown }),
    model.note.reason?.(format.language),
  ]
  return said.filter(Boolean).join(' ')
}

/** Returns whether a sent payment is about to be paid, so that the receipt loads ahead of time. */
function isOnItsWay({ state }: Model): boolean {
  return state === 'confirming' || state === 'settling'
}

/** The loaded screens of the rails that have their own, for all elements of the page. */
const loaded = new Map<PageRail, RailScreens>()
let receipt: typeof import('./succeeded/receipt.ts') | null = null
let coins: FlowContext['coins'] = null
let loadingCoins: Promise<boolean> | null = null

type MoreScreens = {
  receipt(): Promise<typeof import('./succeeded/receipt.ts')>
  /** Adds style sheets to this element; idempotent. */
  style(sheets: readonly CSSResult[]): void
  /** Renders the current screen again. */
  update(): void
}

/** Finds a paid payment's screen, which loads once the payment is in flight; null until it has loaded. */
function findReceipt({ receipt: load, style, update }: MoreScreens) {
  if (receipt) {
    style([receipt.receiptStyles])
    return receipt.succeeded
  }
  return follow(load(), update, (module) => {
    receipt = module
  })
}

/** Loads the icons of the options once per page, and then renders each waiting element. Without them, the options show letters. */
function loadCoins({ update }: Pick<MoreScreens, 'update'>): void {
  if (coins) return
  loadingCoins ??= import('../coins/coinIcons.ts').then(
    (module) => {
      coins = module
      return true
    },
    () => {
      loadingCoins = null // The next render requests the chunk again.
      return false
    },
  )
  void loadingCoins.then((isLoaded) => isLoaded && update())
}

/** Renders the loaded part, or retries. */
function follow<T>(coming: Promise<T>, update: () => void, take: (module: T) => void): null {
  coming.then(take).then(update, () => setTimeout(update, RETRY_MS))
  return null
}

const RETRY_MS = 1_000

/**
 * The flow renders the first three only for payouts and on Tron; the entry renders them for other payments.
 */
const SCREENS: Screens = {
  unavailable,
  connect: connectPayout,
  connecting,
  blocked,
  options,
  review,
  preparing: progress,
  switching: progress,
  resetting: progress,
  approving: progress,
  permitting: progress,
  signing: progress,
  broadcasting: progress,
  confirming: progress,
  settling: progress,
  partial,
  failed,
  unknown,
  resuming,
  locked,
}
