import type { TemplateResult } from 'lit'
import { renderButton } from '../shell/elements.ts'
import { icons } from '../shell/icons.ts'
import type { ViewContext } from '../viewContext.ts'

/** Renders a text button that copies a link and confirms it. */
export function renderCopy(
  { local, text }: ViewContext,
  link: string,
  label: string,
): TemplateResult {
  const isCopied = local.copied === link
  return renderButton({
    label: isCopied ? text.copied : label,
    icon: isCopied ? icons.check : icons.copy,
    part: 'button button-secondary copy-button',
    onClick: () => local.copy(link, link),
  })
}
