import { html } from 'lit'
import { renderExternalLink } from '../shell/elements.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import type { BridgeKit } from './bridgeScreens.ts'

/** Like any payment's failed screen, with the bridge's own text and its page for the transfer. */
export function createFailed({ parts, words }: BridgeKit): Screen<FlowContext> {
  const { failed } = parts.screens
  const complete = (context: FlowContext): FlowContext => {
    const errors = { ...context.text.errors, ...words.errors }
    return { ...context, text: { ...context.text, errors } }
  }
  return {
    ...failed,
    heading: (context) => failed.heading(complete(context)),
    announcement: (context) => failed.announcement?.(complete(context)) ?? '',
    body: (context) => {
      const url = context.model.crossing?.transfer?.explorerUrl
      const link = renderExternalLink(context, url, words.bridgePage)
      return parts.renderFailure(complete(context), html`<p class="small">${link}</p>`)
    },
  }
}
