import type { ClientIdRecord, Session, WebhookRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { nameDestination } from '../../networkChoices.ts'
import type { BindingFacts } from '../client-ids/describeBinding.ts'

/** The API's data from which the checklist is derived. */
export type ProgressFacts = {
  readonly session: Session
  readonly clientIds: readonly ClientIdRecord[]
  readonly webhooks: readonly WebhookRecord[]
  readonly binding: BindingFacts
}

/** The steps from an empty account to a paid order, first to last. */
export type StepName = 'name' | 'destination' | 'clientId' | 'webhook' | 'embed'

/** A step; `done` describes its result as display text, and is null while the step is open. */
export type Progress = { readonly name: StepName; readonly done: string | null }

/** Derives a merchant's progress from the API's data alone. */
export function findProgress(
  facts: ProgressFacts,
  { text }: Pick<SignedInContext, 'text'>,
): readonly Progress[] {
  const { start } = text
  const { session } = facts
  const clientIds = facts.clientIds.filter(
    ({ status, isBackend }) => status === 'active' && !isBackend,
  )
  const webhook = facts.webhooks.find(({ isActive }) => isActive)
  const domains = clientIds.flatMap(({ allowedDomains }) => allowedDomains)
  const isUsed = clientIds.some(({ lastUsedAt }) => lastUsedAt !== null)
  return [
    { name: 'name', done: session.tenantName === '' ? null : start.name.done(session.tenantName) },
    { name: 'destination', done: describeDestination(facts, text) },
    {
      name: 'clientId',
      done: domains.length === 0 ? null : start.clientId.done(listSome(domains)),
    },
    { name: 'webhook', done: webhook === undefined ? null : start.webhook.done(webhook.url) },
    { name: 'embed', done: isUsed ? start.embed.done : null },
  ]
}

function describeDestination(
  { binding, clientIds, session }: ProgressFacts,
  { start }: SignedInContext['text'],
): string | null {
  const { destination, networks } = binding
  if (destination !== null) {
    const { token, network } = nameDestination(destination, networks)
    return start.destination.done(token, network)
  }
  const isBound = clientIds.some(
    ({ status, payeeDestinationId }) => status === 'active' && payeeDestinationId !== null,
  )
  return session.kind === 'account' && isBound ? start.destination.boundDone : null
}

const MAX_NAMED = 2

/** Returns the first items by name and counts the others. */
function listSome(domains: readonly string[]): string {
  const hosts = [...new Set(domains)].map((domain) => domain.replace(/^https?:\/\//, ''))
  const named = hosts.slice(0, MAX_NAMED).join(', ')
  return hosts.length > MAX_NAMED ? `${named} +${hosts.length - MAX_NAMED}` : named
}
