import { access } from './es/access.ts'
import { account } from './es/account.ts'
import { amounts } from './es/amounts.ts'
import { apiKeys } from './es/apiKeys.ts'
import { approvals } from './es/approvals.ts'
import { auditLog } from './es/auditLog.ts'
import { branding } from './es/branding.ts'
import { cancelling } from './es/cancelling.ts'
import { clientIds } from './es/clientIds.ts'
import { common } from './es/common.ts'
import { contact } from './es/contact.ts'
import { deliveries } from './es/deliveries.ts'
import { delivery } from './es/delivery.ts'
import { destinations } from './es/destinations.ts'
import { domains } from './es/domains.ts'
import { embed } from './es/embed.ts'
import { errors } from './es/errors.ts'
import { events } from './es/events.ts'
import { fees } from './es/fees.ts'
import { home } from './es/home.ts'
import { invitation } from './es/invitation.ts'
import { links } from './es/links.ts'
import { members } from './es/members.ts'
import { nav } from './es/nav.ts'
import { passkeys } from './es/passkeys.ts'
import { payers } from './es/payers.ts'
import { payments } from './es/payments.ts'
import { payouts } from './es/payouts.ts'
import { refundClaim } from './es/refundClaim.ts'
import { refunds } from './es/refunds.ts'
import { reportingCurrency } from './es/reportingCurrency.ts'
import { rights } from './es/rights.ts'
import { schedules } from './es/schedules.ts'
import { signIn } from './es/signIn.ts'
import { start } from './es/start.ts'
import { unmatched } from './es/unmatched.ts'
import { walletChange } from './es/walletChange.ts'
import { webhooks } from './es/webhooks.ts'
import type { Text } from './text.ts'

/**
 * The Spanish sentences for the console, by screen. Messages are plain text, never HTML. String parameters are already formatted
 * for display.
 */
export const es: Text = {
  product: 'Consola del comercio',
  skipToContent: 'Ir al contenido',
  menu: 'Menú',
  language: {
    label: 'Idioma',
    failed: 'Este idioma no se cargó. Revise su conexión, recargue la página y elíjalo de nuevo.',
  },
  nav,
  common,
  live: {
    polling:
      'Sin actualización en vivo: el servicio no envía cambios ahora. La página los lee cada pocos segundos.',
    offline:
      'Sin actualización en vivo: este dispositivo no tiene conexión. La página continuará cuando vuelva la conexión.',
  },
  errors,
  signIn,
  start,
  merchantName: {
    label: 'Nombre del negocio',
    hint: 'Los pagadores lo ven. Hasta 100 caracteres.',
    save: 'Guardar nombre',
    saved: 'Nombre guardado.',
    tooLong: 'Use como máximo 100 caracteres.',
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
    title: 'Página no encontrada',
    text: 'La dirección puede ser incorrecta, o la página ya no existe.',
    action: 'Ir al inicio',
  },
}
