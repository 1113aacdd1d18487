import type { Text } from '../text.ts'

/** The Portuguese sentences for the navigation; part of {@link pt}. */
export const nav: Text['nav'] = {
  label: 'Painel',
  start: 'Início',
  payments: 'Pagamentos',
  links: 'Links',
  newLink: 'Novo link de pagamento',
  destinations: 'Recebimento',
  clientIds: 'Client IDs',
  apiKeys: 'Chaves de API',
  webhooks: 'Webhooks',
  embed: 'Incorporar',
  branding: 'Identidade visual',
  payouts: 'Repasses',
  payers: 'Repasses bancários',
  refunds: 'Reembolsos',
  unmatched: 'Não conciliados',
  offramps: 'Transferências para contas bancárias',
  payoutFile: 'Repasses de um arquivo',
  schedules: 'Repasses recorrentes',
  newSchedule: 'Novo repasse recorrente',
  account: 'Conta',
  docs: 'Referência da API',
  session: 'Sessão',
}
