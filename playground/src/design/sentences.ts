import { en } from '../../../widget/src/text/en.ts'
import { enBridge } from '../../../widget/src/text/enBridge.ts'
import { enFlow } from '../../../widget/src/text/enFlow.ts'
import { enTron } from '../../../widget/src/text/enTron.ts'
import { findLocale } from '../../../widget/src/text/findLocale.ts'
import { type CatalogueEntry, noteParams } from './catalogue.ts'

/** The text of a message: the event and the payer's next action; a note is one sentence. */
type Sentences = { readonly title: string; readonly action: string }

/** The messages in one language. */
export type Speaker = {
  say(entry: CatalogueEntry): Sentences
  readonly dir: 'ltr' | 'rtl'
}

/** Loads a language's sentences from the element's own tables. */
export async function loadSpeaker(language: string): Promise<Speaker> {
  const locale = await findLocale(language)?.()
  const words = locale?.words ?? { ...en, ...enFlow }
  const { bridge, tron } = locale ?? { bridge: enBridge, tron: enTron }
  const errors: Readonly<Record<string, Sentences>> = {
    ...words.errors,
    ...bridge.errors,
    ...tron.errors,
  }
  const unavailable: Readonly<Record<string, Sentences>> = words.unavailable
  const notes: Readonly<Record<string, (params: Readonly<Record<string, string>>) => string>> = {
    ...words.notes,
    ...tron.notes,
  }
  return {
    dir: words.dir,
    say({ kind, code, model }) {
      if (kind === 'note') return { title: notes[code]?.(noteParams(code)) ?? '', action: '' }
      const said = (kind === 'error' ? errors : unavailable)[code] ?? { title: '', action: '' }
      if (!model.error) return said
      // As on the screen, the location of the money precedes the next action.
      return { ...said, action: `${words.money[model.error.moneyState]} ${said.action}` }
    },
  }
}
