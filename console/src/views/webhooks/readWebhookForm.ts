import type { EventType } from '@secure-payment/core/webhooks'
import { type FormValues, splitLines } from '../../readForm.ts'
import type { Text } from '../../text/text.ts'

/** An endpoint's request body; null stands for every event, or for no alias. */
export type WebhookBody = {
  url: string
  events: EventType[] | null
  signatureHeaderAliases: string[] | null
}

/** A form's values: the body to send, and the errors by field. */
export type WebhookInput = {
  readonly body: WebhookBody
  readonly fields: Readonly<Record<string, string>>
}

/** The API's maximum. */
const MAX_ALIASES = 5
const ALIAS = /^x-[a-z0-9-]{1,100}-signature$/
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

/** Reads the endpoint form; `wantsAll` means that the endpoint receives every event. */
export function readWebhookForm(
  form: FormValues,
  { wantsAll, text }: { wantsAll: boolean; text: Text },
): WebhookInput {
  const url = form.text('url')
  const types = Object.keys(text.events).filter((type): type is EventType => type in text.events)
  const ticked = new Set(form.all('events'))
  const events = types.filter((type) => ticked.has(type))
  const aliases = splitLines(form.text('signatureHeaderAliases')).map((line) => line.toLowerCase())
  const wrongAlias = aliases.find((alias) => !ALIAS.test(alias))

  const fields: Record<string, string> = {}
  if (!isWebhookUrl(url)) fields['url'] = text.webhooks.urlInvalid
  if (!wantsAll && events.length === 0) fields['events'] = text.webhooks.eventsNone
  if (aliases.length > MAX_ALIASES) fields['signatureHeaderAliases'] = text.webhooks.aliasMany
  if (wrongAlias !== undefined) {
    fields['signatureHeaderAliases'] = text.webhooks.aliasInvalid(wrongAlias)
  }
  const signatureHeaderAliases = aliases.length === 0 ? null : aliases
  return { body: { url, events: wantsAll ? null : events, signatureHeaderAliases }, fields }
}

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, hash } = new URL(text)
  if (username !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.has(hostname))
}
