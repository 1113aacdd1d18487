import { html } from 'lit'
import { failed, renderFailure } from '../failed/failed.ts'
import { renderExternalLink } from '../shell/elements.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import type { BridgeKit } from './bridgeScreens.ts'

/** Returns the failed screen with the bridge's text and a link to the bridge's page for the transfer. */
export function createFailed({ words }: BridgeKit): Screen<FlowContext> {
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
      return renderFailure(complete(context), html`<p class="small">${link}</p>`)
    },
  }
}
