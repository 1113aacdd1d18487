import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleContext } from '../context.ts'
import { icons } from './icons.ts'

/** Renders the language choice, with each name in its own language; nothing if there is only one. */
export function renderLanguageChoice({
  text,
  language,
}: Pick<ConsoleContext, 'text' | 'language'>): TemplateResult | typeof nothing {
  const { code, languages, choose } = language
  if (languages.length < 2) return nothing
  const onChange = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLSelectElement)) return
    const chosen = currentTarget.value
    // The field shows the displayed language until the chosen one is loaded.
    currentTarget.value = code
    choose(chosen)
  }
  return html`<label class="language">
    ${renderIcon(icons.globe)}
    <span class="visually-hidden">${text.language.label}</span>
    <select name="language" @change=${onChange}>
      ${languages.map(
        (one) =>
          html`<option value=${one.code} lang=${one.code} .selected=${one.code === code}>${one.name}</option>`,
      )}
    </select>
  </label>`
}
