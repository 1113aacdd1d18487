import type { CSSResult } from 'lit'
import type { Model, NoteCode, StateName } from '../model.ts'
import { flowStyles } from '../styles/flowStyles.ts'
import { variants } from '../styles/variants.ts'
import { enFlow, type MessageParams } from '../text/enFlow.ts'
import { enPermit } from '../text/enPermit.ts'
import { findMore } from '../text/findMore.ts'
import { plainText } from '../text/format.ts'
import {
  type FlowText,
  type Locale,
  type MoreText,
  overrideText,
  type PayoutText,
  type Text,
  type TextOverrides,
} from '../text/text.ts'
import { unpackText } from '../text/unpackText.ts'
import { isTron } from '../tron/isTron.ts'
import { blocked } from './blocked/blocked.ts'
import { connect } from './connect/connect.ts'
import { connecting } from './connecting/connecting.ts'
import { errorText, failed, renderFailure } from './failed/failed.ts'
import { locked } from './locked/locked.ts'
import { describeBalance, options, renderCoin, renderOption } from './options/options.ts'
import { partial } from './partial/partial.ts'
import { connectPayout } from './payout/connectPayout.ts'
import {
  describeConfirmations,
  findHint,
  instruction,
  progress,
  renderStep,
  renderStop,
} from './progress/progress.ts'
import { renderWaiting } from './progress/renderWaiting.ts'
import { resuming } from './resuming/resuming.ts'
import { nameShare, renderDetails, renderPrompts, renderSingle, review } from './review/review.ts'
import { type Shown, show } from './screens.ts'
import { renderAccount } from './shell/renderAccount.ts'
import { renderTransactions } from './shell/renderTransactions.ts'
import { renderAddress, renderRow } from './shell/rows.ts'
import { unavailable } from './unavailable/unavailable.ts'
import { unknown } from './unknown/unknown.ts'
import type { FlowContext, Screen, ViewContext } from './viewContext.ts'

/** The style sheets of the later screens. */
export const flowSheets = [variants, flowStyles]

/** Everything from the choice of a wallet on, in one chunk: screens, text and styles. */
export type Flow = {
  /** The context with all sentences. */
  complete(context: ViewContext): FlowContext
  /** The screen of a state that the first screens do not cover. */
  show(context: ViewContext): Shown | null
  /** The note's sentence, empty without one. */
  findNote(context: ViewContext): string
  /** An error in one line. */
  describeError(error: NonNullable<Model['error']>): string
}

/**
 * The flow in a language, null for English; the page's own text has priority. `payout` has a payout's text in
 * English; null for other payments. `more` has the screens of payments from other chains and on Tron.
 */
export function createFlow(
  locale: Locale | null,
  overrides: TextOverrides | null,
  payout: PayoutText | null,
  more: MoreScreens,
): Flow {
  const flowText: FlowText = locale ? unpackText(enFlow, locale.words, 1) : enFlow
  const findRare = (): MoreText | null | undefined => findMore(locale, more.update)
  const say: Say = (key, english) => {
    const rare = findRare()
    return overrideText(rare ? unpackText(english, rare[key]) : english, overrides?.[key])
  }
  const complete = (context: ViewContext): FlowContext => {
    let text: Text = overrideText({ ...flowText, ...context.text }, overrides)
    // Last: a page's own text for a payment must not replace a payout's.
    if (payout && findRare() !== undefined) text = overrideText(text, say('payout', payout))
    if (context.model.review?.isByPermit) {
      text = { ...text, confirmationsNeeded: () => say('permit', enPermit).prompts }
    }
    const said = { ...context, text }
    return tron && isTron(context.model.payment) ? tron.speak(said, say('tron', tron.enTron)) : said
  }
  return {
    complete,
    show(context) {
      const { model } = context
      const screens = isCrossing(model)
        ? loadBridge(more, say)
        : isTron(model.payment)
          ? loadTron(more, say)
          : SCREENS
      if ((payout || screens !== SCREENS) && findRare() === undefined) return null
      if (isOnItsWay(model)) findReceipt(more)
      // Empty while they load; the states that they lack are like any payment's.
      if (!screens) return null
      const screen =
        screens[model.state] ??
        SCREENS[model.state] ??
        (model.state === 'succeeded' ? findReceipt(more) : null)
      return screen ? show(screen, complete(context), findNote(complete(context))) : null
    },
    findNote: (context) => findNote(complete(context)),
    describeError: ({ code, moneyState }) => {
      const errors = {
        ...flowText.errors,
        ...(bridge && say('bridge', bridge.enBridge).errors),
        ...(tron && say('tron', tron.enTron).errors),
      }
      return `${errorText({ errors }, code).title}. ${flowText.money[moneyState]}`
    },
  }
}

/** The note's sentence with display text in its placeholders; names that the note lacks come from the payment. */
function findNote({ model, text, names }: FlowContext): string {
  if (!model.note) return ''
  const params = Object.entries(model.note.params ?? {})
  const shown = Object.fromEntries(params.map(([key, value]) => [key, plainText(value)]))
  const notes: Partial<Record<NoteCode, (params: MessageParams) => string>> = text.notes
  return notes[model.note.code]?.({ ...names, ...shown }) ?? ''
}

/**
 * Whether the current screen is about another chain: those screens are a separate chunk, which other payments do not
 * load.
 */
function isCrossing({ state, options: ways, review: shown, crossing }: Model): boolean {
  if (state === 'options') return ways.some((way) => way.bridge ?? way.silentChains)
  if (state === 'review') return shown?.bridge !== undefined
  return Boolean(crossing)
}

/** A sent payment will be paid: prepares the receipt. */
function isOnItsWay({ state }: Model): boolean {
  return state === 'confirming' || state === 'settling'
}

/** Screens by state. */
export type Screens = Readonly<Partial<Record<StateName, Screen<FlowContext>>>>

let bridge: typeof import('./bridge/bridgeScreens.ts') | null = null
let receipt: typeof import('./succeeded/receipt.ts') | null = null
let tron: typeof import('../tron/views/tronScreens.ts') | null = null

/** Passed rather than imported there, so that the bundler need not split this chunk. */
const parts = {
  screens: { connect, options, review, progress, failed },
  describeBalance,
  describeConfirmations,
  findHint,
  instruction,
  nameShare,
  renderAccount,
  renderAddress,
  renderCoin,
  renderDetails,
  renderFailure,
  renderOption,
  renderPrompts,
  renderRow,
  renderSingle,
  renderStep,
  renderStop,
  renderTransactions,
  renderWaiting,
}

/** The parts of this chunk that other screens may use. */
export type FlowParts = typeof parts

type MoreScreens = {
  receipt(): Promise<typeof import('./succeeded/receipt.ts')>
  /** Adds style sheets to this element; idempotent. */
  style(sheets: readonly CSSResult[]): void
  bridge(): Promise<typeof import('./bridge/bridgeScreens.ts')>
  tron(): Promise<typeof import('../tron/views/tronScreens.ts')>
  /** Renders the current screen again. */
  update(): void
}

/** The text of one subject in the payer's language, given the English one, with the page's own text in its place. */
type Say = <K extends keyof MoreText>(key: K, english: MoreText[K]) => MoreText[K]

/** Null until loaded. */
function loadBridge({ bridge: load, update }: MoreScreens, say: Say) {
  if (bridge) {
    return bridge.createBridgeScreens({ parts, words: say('bridge', bridge.enBridge), update })
  }
  return follow(load(), update, (module) => {
    bridge = module
  })
}

/** The screen of a paid payment; it loads once the payment is in flight. */
function findReceipt({ receipt: load, style, update }: MoreScreens) {
  if (receipt) {
    style([receipt.receiptStyles])
    return receipt.createSucceeded(parts)
  }
  return follow(load(), update, (module) => {
    receipt = module
  })
}

function loadTron({ tron: load, update }: MoreScreens, say: Say) {
  if (tron) {
    return tron.createTronScreens({ parts, screens: SCREENS, words: say('tron', tron.enTron) })
  }
  return follow(load(), update, (module) => {
    tron = module
  })
}

/** Renders the loaded part, or retries. */
function follow<T>(coming: Promise<T>, update: () => void, take: (module: T) => void): null {
  coming.then(take).then(update, () => setTimeout(update, RETRY_MS))
  return null
}

const RETRY_MS = 1_000

/**
 * The flow provides the first three only for payouts and on Tron: for other payments the entry shows them without the
 * flow.
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
