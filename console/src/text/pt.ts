import { access } from './pt/access.ts'
import { account } from './pt/account.ts'
import { amounts } from './pt/amounts.ts'
import { apiKeys } from './pt/apiKeys.ts'
import { approvals } from './pt/approvals.ts'
import { auditLog } from './pt/auditLog.ts'
import { branding } from './pt/branding.ts'
import { cancelling } from './pt/cancelling.ts'
import { clientIds } from './pt/clientIds.ts'
import { common } from './pt/common.ts'
import { contact } from './pt/contact.ts'
import { deliveries } from './pt/deliveries.ts'
import { delivery } from './pt/delivery.ts'
import { destinations } from './pt/destinations.ts'
import { domains } from './pt/domains.ts'
import { embed } from './pt/embed.ts'
import { errors } from './pt/errors.ts'
import { events } from './pt/events.ts'
import { fees } from './pt/fees.ts'
import { home } from './pt/home.ts'
import { invitation } from './pt/invitation.ts'
import { links } from './pt/links.ts'
import { members } from './pt/members.ts'
import { nav } from './pt/nav.ts'
import { passkeys } from './pt/passkeys.ts'
import { payers } from './pt/payers.ts'
import { payments } from './pt/payments.ts'
import { payouts } from './pt/payouts.ts'
import { refundClaim } from './pt/refundClaim.ts'
import { refunds } from './pt/refunds.ts'
import { reportingCurrency } from './pt/reportingCurrency.ts'
import { rights } from './pt/rights.ts'
import { schedules } from './pt/schedules.ts'
import { signIn } from './pt/signIn.ts'
import { start } from './pt/start.ts'
import { unmatched } from './pt/unmatched.ts'
import { walletChange } from './pt/walletChange.ts'
import { webhooks } from './pt/webhooks.ts'
import type { Text } from './text.ts'

/**
 * The Portuguese sentences for the console, by screen. Messages are plain text, never HTML. String parameters are already formatted
 * for display.
 * To add a language, see docs/guides/add-a-language.md.
 */
export const pt: Text = {
  product: 'Painel do vendedor',
  skipToContent: 'Ir para o conteúdo',
  menu: 'Menu',
  language: {
    label: 'Idioma',
    failed:
      'Este idioma não foi carregado. Verifique sua conexão, recarregue a página e escolha-o novamente.',
  },
  nav,
  common,
  live: {
    polling:
      'Não está ao vivo: o serviço não envia alterações agora. A página as lê a cada poucos segundos.',
    offline:
      'Não está ao vivo: este dispositivo está sem conexão. A página continuará quando a conexão voltar.',
  },
  errors,
  signIn,
  start,
  merchantName: {
    label: 'Nome da empresa',
    hint: 'Mostrado aos pagadores. Até 100 caracteres.',
    save: 'Salvar nome',
    saved: 'Nome salvo.',
    tooLong: 'Use no máximo 100 caracteres.',
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
    title: 'Página não encontrada',
    text: 'O endereço pode estar errado, ou a página não existe mais.',
    action: 'Ir para o início',
  },
}
