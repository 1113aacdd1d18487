import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { Session } from '../api.ts'
import type { SignedInContext } from '../context.ts'
import { may } from '../may.ts'
import type { Route } from '../routes.ts'
import type { Text } from '../text/text.ts'
import './account/console-account.ts'
import './account/console-audit-log.ts'
import './api-keys/console-api-keys.ts'
import './approvals/console-approvals.ts'
import './branding/console-branding.ts'
import './client-ids/console-client-ids.ts'
import './destinations/console-destinations.ts'
import './embed/console-embed.ts'
import './console-no-right.ts'
import './console-not-found.ts'
import './links/console-link.ts'
import './links/console-link-edit.ts'
import './links/console-link-form.ts'
import './links/console-links.ts'
import './payers/console-offramp.ts'
import './payers/console-offramps.ts'
import './payers/console-payers.ts'
import './payments/console-payment.ts'
import './payments/console-payments.ts'
import './payouts/console-payout-combined.ts'
import './payouts/console-payout-file.ts'
import './payouts/console-payout-link.ts'
import './payouts/console-payout-list.ts'
import './payouts/console-payouts.ts'
import './refunds/console-refund-link.ts'
import './refunds/console-refunds.ts'
import './schedules/console-schedule.ts'
import './schedules/console-schedule-form.ts'
import './schedules/console-schedules.ts'
import './start/console-start.ts'
import './unmatched/console-unmatched.ts'
import './webhooks/console-deliveries.ts'
import './webhooks/console-delivery.ts'
import './webhooks/console-webhooks.ts'

/** The screens that consist of a form, and the right that the form needs. */
const NEEDED: Partial<Record<Route['name'], Session['scopes'][number]>> = {
  newLink: 'create',
  editLink: 'create',
  embed: 'create',
  branding: 'manage',
  payoutFile: 'payouts',
  newSchedule: 'payouts',
}

/** Renders a route's screen, or the reason why the member's role cannot use it. */
export function renderScreen(route: Route, context: SignedInContext): TemplateResult {
  const needed = NEEDED[route.name]
  return needed === undefined || may(context, needed)
    ? renderAllowed(route, context)
    : html`<console-no-right .context=${context} .name=${titleOf(route, context.text)} .scope=${needed}></console-no-right>`
}

function renderAllowed(route: Route, context: SignedInContext): TemplateResult {
  switch (route.name) {
    case 'start':
      return html`<console-start .context=${context}></console-start>`
    case 'payments':
      return html`<console-payments .context=${context} .query=${route.query}></console-payments>`
    case 'payment':
      return html`${keyed(route.requestId, html`<console-payment .context=${context} .requestId=${route.requestId}></console-payment>`)}`
    case 'links':
      return html`<console-links .context=${context} .query=${route.query}></console-links>`
    case 'newLink':
      return html`${keyed(route.from, html`<console-link-form .context=${context} .from=${route.from}></console-link-form>`)}`
    case 'link':
      return html`${keyed(route.token, html`<console-link .context=${context} .token=${route.token}></console-link>`)}`
    case 'editLink':
      return html`${keyed(route.token, html`<console-link-edit .context=${context} .token=${route.token}></console-link-edit>`)}`
    case 'destinations':
      return html`<console-destinations .context=${context}></console-destinations>`
    case 'clientIds':
      return html`<console-client-ids .context=${context}></console-client-ids>`
    case 'apiKeys':
      return html`<console-api-keys .context=${context}></console-api-keys>`
    case 'webhooks':
      return html`<console-webhooks .context=${context}></console-webhooks>`
    case 'webhook':
      return html`${keyed(route.webhookId, html`<console-deliveries .context=${context} .webhookId=${route.webhookId}></console-deliveries>`)}`
    case 'delivery':
      return html`${keyed(route.deliveryId, html`<console-delivery .context=${context} .webhookId=${route.webhookId} .deliveryId=${route.deliveryId}></console-delivery>`)}`
    case 'embed':
      return html`<console-embed .context=${context}></console-embed>`
    case 'branding':
      return html`<console-branding .context=${context}></console-branding>`
    case 'payouts':
      return html`<console-payouts .context=${context}></console-payouts>`
    case 'payoutFile':
      return html`<console-payout-file .context=${context}></console-payout-file>`
    case 'payoutList':
      return html`<console-payout-list .context=${context}></console-payout-list>`
    case 'payoutCombined':
      return html`<console-payout-combined .context=${context}></console-payout-combined>`
    case 'payoutLink':
      return html`${keyed(route.requestId, html`<console-payout-link .context=${context} .requestId=${route.requestId}></console-payout-link>`)}`
    case 'approvals':
      return html`<console-approvals .context=${context}></console-approvals>`
    case 'schedules':
      return html`<console-schedules .context=${context}></console-schedules>`
    case 'newSchedule':
      return html`<console-schedule-form .context=${context}></console-schedule-form>`
    case 'schedule':
      return html`${keyed(route.scheduleId, html`<console-schedule .context=${context} .scheduleId=${route.scheduleId}></console-schedule>`)}`
    default:
      return renderOther(route, context)
  }
}

type OtherRoute = Extract<
  Route,
  {
    name:
      | 'payers'
      | 'offramps'
      | 'offramp'
      | 'refunds'
      | 'refundLink'
      | 'unmatched'
      | 'account'
      | 'auditLog'
      | 'unknown'
  }
>

/** Renders the screens of bank payouts, refunds and the account. */
function renderOther(route: OtherRoute, context: SignedInContext): TemplateResult {
  switch (route.name) {
    case 'payers':
      return html`<console-payers .context=${context}></console-payers>`
    case 'offramps':
      return html`<console-offramps .context=${context}></console-offramps>`
    case 'offramp':
      return html`${keyed(route.requestId, html`<console-offramp .context=${context} .requestId=${route.requestId}></console-offramp>`)}`
    case 'refunds':
      return html`<console-refunds .context=${context}></console-refunds>`
    case 'refundLink':
      return html`${keyed(route.token, html`<console-refund-link .context=${context} .token=${route.token}></console-refund-link>`)}`
    case 'unmatched':
      return html`<console-unmatched .context=${context}></console-unmatched>`
    case 'account':
      return html`<console-account .context=${context}></console-account>`
    case 'auditLog':
      return html`<console-audit-log .context=${context}></console-audit-log>`
    case 'unknown':
      return html`<console-not-found .context=${context}></console-not-found>`
    default:
      return route satisfies never
  }
}

/** Returns the title of a route's screen, for the tab. */
export function titleOf(route: Route, text: Text): string {
  switch (route.name) {
    case 'payment':
      return text.payments.detail.title
    case 'newLink':
      return text.links.form.title
    case 'link':
      return text.links.detail.title
    case 'editLink':
      return text.links.editing.title
    case 'webhook':
      return text.deliveries.title
    case 'delivery':
      return text.delivery.title
    case 'payoutList':
      return text.payouts.list.title
    case 'payoutCombined':
      return text.payouts.combined.title
    case 'payoutLink':
      return text.payouts.link.title
    case 'approvals':
      return text.approvals.title
    case 'refundLink':
      return text.refunds.link.title
    case 'schedule':
      return text.schedules.one
    case 'offramp':
      return text.payers.offramps.one
    case 'auditLog':
      return text.auditLog.title
    case 'unknown':
      return text.notFound.title
    default:
      return text.nav[route.name]
  }
}
