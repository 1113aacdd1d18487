import type { Model, StateName } from '../model.ts'
import { flowStyles } from '../styles/flowStyles.ts'
import { variants } from '../styles/variants.ts'
import { enFlow } from '../text/enFlow.ts'
import { plainText } from '../text/format.ts'
import {
  type FlowText,
  overrideText,
  type SomeText,
  type Text,
  type TextOverrides,
} from '../text/text.ts'
import { blocked } from './blocked/blocked.ts'
import { connecting } from './connecting/connecting.ts'
import { failed } from './failed/failed.ts'
import { locked } from './locked/locked.ts'
import { options } from './options/options.ts'
import { partial } from './partial/partial.ts'
import { connectPayout } from './payout/connectPayout.ts'
import { progress } from './progress/progress.ts'
import { resuming } from './resuming/resuming.ts'
import { review } from './review/review.ts'
import { type Shown, show } from './screens.ts'
import { succeeded } from './succeeded/succeeded.ts'
import { unavailable } from './unavailable/unavailable.ts'
import { unknown } from './unknown/unknown.ts'
import type { FlowContext, Screen, ViewContext } from './viewContext.ts'

/** The style sheets of the later screens. */
export const flowSheets = [variants, flowStyles]

/** Everything from the choice of a wallet on, in one chunk: screens, sentences and styles. */
export type Flow = {
  /** The context with all sentences. */
  complete(context: ViewContext): FlowContext
  /** The screen of a state that the first screens do not have. */
  show(context: ViewContext): Shown | null
  /** The note's sentence, empty without one. */
  findNote(context: ViewContext): string
  /** What an error says in one line. */
  describeError(error: NonNullable<Model['error']>): string
}

/**
 * The flow in a language: what `localeText` lacks is English, and the page's own sentences come first. `payout` has
 * a payout's words; null for other payments.
 */
export function createFlow(
  localeText: Partial<FlowText> | null,
  overrides: TextOverrides | null,
  payout: SomeText | null,
): Flow {
  const english: FlowText = { ...enFlow, ...localeText }
  const complete = (context: ViewContext): FlowContext => {
    const text: Text = overrideText({ ...english, ...context.text }, overrides)
    if (!payout) return { ...context, text }
    // Last: a page's own word for a payment must not stand over a payout.
    return { ...context, text: overrideText(overrideText(text, payout), overrides?.payout) }
  }
  return {
    complete,
    show(context) {
      const screen = SCREENS[context.model.state]
      return screen ? show(screen, complete(context), findNote(complete(context))) : null
    },
    findNote: (context) => findNote(complete(context)),
    describeError: ({ code, moneyState }) =>
      `${english.errors[code].title}. ${english.money[moneyState]}`,
  }
}

/** The note's sentence with display text in its places; names that the note lacks come from the payment. */
function findNote({ model, text, names }: FlowContext): string {
  if (!model.note) return ''
  const params = Object.entries(model.note.params ?? {})
  const shown = Object.fromEntries(params.map(([key, value]) => [key, plainText(value)]))
  return text.notes[model.note.code]({ ...names, ...shown })
}

/** The first three are asked for payouts alone: the entry shows them of other payments, without the flow. */
const SCREENS: Readonly<Partial<Record<StateName, Screen<FlowContext>>>> = {
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
  succeeded,
  failed,
  unknown,
  resuming,
  locked,
}
