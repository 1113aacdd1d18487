import { access } from './fr/access.ts'
import { account } from './fr/account.ts'
import { amounts } from './fr/amounts.ts'
import { apiKeys } from './fr/apiKeys.ts'
import { approvals } from './fr/approvals.ts'
import { auditLog } from './fr/auditLog.ts'
import { branding } from './fr/branding.ts'
import { cancelling } from './fr/cancelling.ts'
import { clientIds } from './fr/clientIds.ts'
import { common } from './fr/common.ts'
import { contact } from './fr/contact.ts'
import { deliveries } from './fr/deliveries.ts'
import { delivery } from './fr/delivery.ts'
import { destinations } from './fr/destinations.ts'
import { domains } from './fr/domains.ts'
import { embed } from './fr/embed.ts'
import { errors } from './fr/errors.ts'
import { events } from './fr/events.ts'
import { fees } from './fr/fees.ts'
import { home } from './fr/home.ts'
import { invitation } from './fr/invitation.ts'
import { links } from './fr/links.ts'
import { members } from './fr/members.ts'
import { nav } from './fr/nav.ts'
import { passkeys } from './fr/passkeys.ts'
import { payers } from './fr/payers.ts'
import { payments } from './fr/payments.ts'
import { payouts } from './fr/payouts.ts'
import { refundClaim } from './fr/refundClaim.ts'
import { refunds } from './fr/refunds.ts'
import { reportingCurrency } from './fr/reportingCurrency.ts'
import { rights } from './fr/rights.ts'
import { schedules } from './fr/schedules.ts'
import { signIn } from './fr/signIn.ts'
import { start } from './fr/start.ts'
import { unmatched } from './fr/unmatched.ts'
import { walletChange } from './fr/walletChange.ts'
import { webhooks } from './fr/webhooks.ts'
import type { Text } from './text.ts'

/** The French sentences for the console, by screen. */
export const fr: Text = {
  product: 'Console marchand',
  skipToContent: 'Aller au contenu',
  menu: 'Menu',
  language: {
    label: 'Langue',
    failed:
      'Cette langue n’a pas été chargée. Vérifiez votre connexion, rechargez la page et choisissez-la à nouveau.',
  },
  nav,
  common,
  live: {
    polling:
      'Pas en direct : le service n’envoie actuellement aucune modification. La page les lit à quelques secondes d’intervalle.',
    offline:
      'Pas en direct : cet appareil est hors ligne. La page reprendra au retour de la connexion.',
  },
  errors,
  signIn,
  start,
  merchantName: {
    label: 'Nom de l’entreprise',
    hint: 'Affiché aux payeurs. 100 caractères au maximum.',
    save: 'Enregistrer le nom',
    saved: 'Nom enregistré.',
    tooLong: '100 caractères au maximum.',
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
    title: 'Page introuvable',
    text: 'L’adresse est peut-être erronée, ou la page n’existe plus.',
    action: 'Aller à l’accueil',
  },
}
