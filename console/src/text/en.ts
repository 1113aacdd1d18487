import { access } from './en/access.ts'
import { account } from './en/account.ts'
import { amounts } from './en/amounts.ts'
import { apiKeys } from './en/apiKeys.ts'
import { approvals } from './en/approvals.ts'
import { auditLog } from './en/auditLog.ts'
import { branding } from './en/branding.ts'
import { cancelling } from './en/cancelling.ts'
import { clientIds } from './en/clientIds.ts'
import { common } from './en/common.ts'
import { contact } from './en/contact.ts'
import { deliveries } from './en/deliveries.ts'
import { delivery } from './en/delivery.ts'
import { destinations } from './en/destinations.ts'
import { domains } from './en/domains.ts'
import { embed } from './en/embed.ts'
import { errors } from './en/errors.ts'
import { events } from './en/events.ts'
import { fees } from './en/fees.ts'
import { home } from './en/home.ts'
import { invitation } from './en/invitation.ts'
import { links } from './en/links.ts'
import { members } from './en/members.ts'
import { nav } from './en/nav.ts'
import { passkeys } from './en/passkeys.ts'
import { payers } from './en/payers.ts'
import { payments } from './en/payments.ts'
import { payouts } from './en/payouts.ts'
import { refundClaim } from './en/refundClaim.ts'
import { refunds } from './en/refunds.ts'
import { reportingCurrency } from './en/reportingCurrency.ts'
import { rights } from './en/rights.ts'
import { schedules } from './en/schedules.ts'
import { signIn } from './en/signIn.ts'
import { start } from './en/start.ts'
import { unmatched } from './en/unmatched.ts'
import { walletChange } from './en/walletChange.ts'
import { webhooks } from './en/webhooks.ts'

/**
 * The English sentences for the console, by screen. Messages are plain text, never HTML. String parameters are already formatted
 * for display.
 * To add a language, see docs/guides/add-a-language.md.
 */
export const en = {
  product: 'Merchant console',
  skipToContent: 'Skip to content',
  menu: 'Menu',
  language: {
    label: 'Language',
    failed:
      'This language did not load. Check your connection, reload the page and choose it again.',
  },
  nav,
  common,
  live: {
    polling: 'Not live: the service sends no changes now. The page reads them every few seconds.',
    offline: 'Not live: this device is offline. The page continues when the connection returns.',
  },
  errors,
  signIn,
  start,
  merchantName: {
    label: 'Business name',
    hint: 'Shown to payers. Up to 100 characters.',
    save: 'Save name',
    saved: 'Name saved.',
    tooLong: 'Use at most 100 characters.',
  },
  destinations,
  clientIds,
  apiKeys,
  webhooks,
  events,
  deliveries,
  delivery,
  embed,
  approvals,
  auditLog,
  cancelling,
  contact,
  passkeys,
  home,
  links,
  payers,
  payments,
  amounts,
  payouts,
  refunds,
  refundClaim,
  reportingCurrency,
  rights,
  schedules,
  branding,
  domains,
  invitation,
  members,
  unmatched,
  account,
  walletChange,
  access,
  fees,
  notFound: {
    title: 'Page not found',
    text: 'The address may be wrong, or the page no longer exists.',
    action: 'To the home screen',
  },
}
