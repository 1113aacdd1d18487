import { access } from './de/access.ts'
import { account } from './de/account.ts'
import { amounts } from './de/amounts.ts'
import { apiKeys } from './de/apiKeys.ts'
import { approvals } from './de/approvals.ts'
import { auditLog } from './de/auditLog.ts'
import { branding } from './de/branding.ts'
import { cancelling } from './de/cancelling.ts'
import { clientIds } from './de/clientIds.ts'
import { common } from './de/common.ts'
import { contact } from './de/contact.ts'
import { deliveries } from './de/deliveries.ts'
import { delivery } from './de/delivery.ts'
import { destinations } from './de/destinations.ts'
import { domains } from './de/domains.ts'
import { embed } from './de/embed.ts'
import { errors } from './de/errors.ts'
import { events } from './de/events.ts'
import { fees } from './de/fees.ts'
import { home } from './de/home.ts'
import { invitation } from './de/invitation.ts'
import { links } from './de/links.ts'
import { members } from './de/members.ts'
import { nav } from './de/nav.ts'
import { passkeys } from './de/passkeys.ts'
import { payers } from './de/payers.ts'
import { payments } from './de/payments.ts'
import { payouts } from './de/payouts.ts'
import { refundClaim } from './de/refundClaim.ts'
import { refunds } from './de/refunds.ts'
import { reportingCurrency } from './de/reportingCurrency.ts'
import { rights } from './de/rights.ts'
import { schedules } from './de/schedules.ts'
import { signIn } from './de/signIn.ts'
import { start } from './de/start.ts'
import { unmatched } from './de/unmatched.ts'
import { walletChange } from './de/walletChange.ts'
import { webhooks } from './de/webhooks.ts'
import type { Text } from './text.ts'

/** The German sentences for the console, by screen. */
export const de: Text = {
  product: 'Händlerkonsole',
  skipToContent: 'Zum Inhalt springen',
  menu: 'Menü',
  language: {
    label: 'Sprache',
    failed:
      'Diese Sprache wurde nicht geladen. Prüfen Sie Ihre Verbindung, laden Sie die Seite neu und wählen Sie sie noch einmal.',
  },
  nav,
  common,
  live: {
    polling:
      'Nicht live: Der Dienst sendet gerade keine Änderungen. Die Seite fragt sie alle paar Sekunden ab.',
    offline:
      'Nicht live: Dieses Gerät ist offline. Die Seite aktualisiert sich wieder, sobald die Verbindung zurück ist.',
  },
  errors,
  signIn,
  start,
  merchantName: {
    label: 'Name des Unternehmens',
    hint: 'Wird Zahlern angezeigt. Bis zu 100 Zeichen.',
    save: 'Namen speichern',
    saved: 'Name gespeichert.',
    tooLong: 'Verwenden Sie höchstens 100 Zeichen.',
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
    title: 'Seite nicht gefunden',
    text: 'Die Adresse ist vielleicht falsch, oder die Seite gibt es nicht mehr.',
    action: 'Zur Startseite',
  },
}
