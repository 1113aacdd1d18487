import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences about payouts that need a second member's approval; part of {@link pt}. */
export const approvals: Text['approvals'] = {
  tab: 'Aprovações',
  title: 'Aprovações',
  lead: 'Repasses que aguardam a aprovação de um segundo membro.',
  filter: 'Mostrar',
  filters: {
    waiting: 'Aguardando',
    approved: 'Aprovadas',
    declined: 'Recusadas',
    cancelled: 'Canceladas',
    all: 'Todas',
  },
  more: 'Mais aprovações',
  empty: 'Nada aguarda aprovação',
  emptyText: 'Repasses que atingem o limite de aprovação aparecem aqui antes que possam ser pagos.',
  emptyFilter: 'Nenhuma aprovação aqui',
  emptyFilterText: 'Escolha “Todas” para ver todas as aprovações.',
  kinds: {
    payout: 'Repasse',
    payout_link: 'Link de repasse',
    schedule: 'Repasse recorrente',
    limit: 'Limite de aprovação',
  },
  status: {
    waiting: 'Aguardando aprovação',
    approved: 'Aprovado',
    declined: 'Recusado',
    cancelled: 'Cancelado',
    expired: 'Expirado',
  },
  /** The amount of each payment in a recurring payout. */
  each: (amount) => `${amount} por pagamento`,
  newLimit: (amount) => `Aumentar o limite para ${amount}`,
  noLimit: 'Desativar as aprovações',
  worth: (amount) => `Equivale a cerca de ${amount}`,
  worthUnknown: 'Equivalente desconhecido',
  others: (count) => `e mais ${count}`,
  expires: (when) => `O link expira ${when}`,
  refundReason: (reason: string) => `Motivo do reembolso: ${reason}`,
  /** The fee of a payout, by the party that bears it. */
  fees: { payer: 'Taxa além do valor', payee: 'Taxa descontada do valor' },
  you: 'você',
  formerMember: 'um ex-membro',
  operator: 'chave de API do operador',
  requestedBy: (who) => `Solicitado por ${who}`,
  withKey: (who, key) => `${who}, com a chave de API “${key}”`,
  withFormerKey: (who) => `${who}, com uma chave de API`,
  /** The reasons why a member cannot approve, in place of the buttons. */
  ownRequest: 'Você fez esta solicitação, por isso outro membro precisa aprová-la.',
  ownKeyRequest: 'Sua chave de API fez esta solicitação, por isso outro membro precisa aprová-la.',
  noRight:
    'Sua função não pode aprovar repasses. Um proprietário, um administrador ou um membro do financeiro pode.',
  approve: 'Aprovar',
  decline: 'Recusar',
  ask: {
    approve: (what) => `Aprovar ${what}?`,
    approveLimit: (amount) => `Aumentar o limite para ${amount}?`,
    approveOff: 'Desativar as aprovações?',
    approveText:
      'Depois disso, o repasse pode ser pago. Aprovar não envia dinheiro: a carteira pagadora ainda precisa assinar.',
    approveScheduleText:
      'Depois disso, o pagador pode assinar. Aprovar não envia dinheiro: a carteira pagadora ainda precisa assinar.',
    approveLimitText: 'O novo limite vale imediatamente.',
    approveOffText:
      'Repasses de qualquer valor passam a ser enviados sem a aprovação de um segundo membro.',
    decline: (what) => `Recusar ${what}?`,
    declineLimit: 'Recusar o novo limite?',
    declineText: 'Isso cancela o repasse. Não é possível desfazer.',
    declineRefundText: 'Isso cancela o reembolso. Não é possível desfazer.',
    declineLimitText: 'O limite atual continua valendo.',
    reason: 'Motivo',
    reasonHint: 'Os outros membros o leem junto ao repasse e no registro de auditoria.',
    keep: 'Deixar aguardando',
  },
  facts: {
    amount: 'Valor',
    each: 'Cada pagamento',
    frequency: 'Frequência',
    payments: 'Pagamentos',
    start: 'Primeiro pagamento',
    total: 'Total',
    payer: 'De',
    worth: 'Equivalente',
    about: (amount) => `Cerca de ${amount}`,
    worthUnknown: 'Desconhecido: não havia taxa de câmbio',
    recipient: 'Destinatário',
    recipients: 'Destinatários',
    network: 'Rede',
    reference: 'Referência',
    requested: 'Solicitado por',
    requestedAt: 'Solicitado em',
    expires: 'Validade do link',
    currentLimit: 'Limite atual',
    newLimit: 'Novo limite',
    none: 'Nenhum',
  },
  done: {
    approve: 'Aprovado. Já pode ser pago.',
    approveSchedule: 'Aprovado. O pagador já pode assinar.',
    approveLimit: 'Aprovado. O novo limite está valendo.',
    decline: 'Recusado. O repasse foi cancelado.',
    declineRefund: 'Recusado. O reembolso foi cancelado.',
    declineLimit: 'Recusado. O limite continua como estava.',
  },
  /** The sentences about an approval on its payout's page. */
  page: {
    waiting: 'Não pode ser pago até que outro membro aprove.',
    approved: (who, when) => `Aprovado por ${who} em ${when}.`,
    declined: (who, when) => `Recusado por ${who} em ${when}. Não pode ser pago.`,
    reason: (reason) => `Motivo: ${reason}`,
    cancelled: 'Foi cancelado antes que um membro aprovasse.',
    expired: 'O link expirou antes que um membro aprovasse. Crie um novo.',
    together: (count) =>
      plural(count, `Junto com ${count} outro repasse.`, `Junto com ${count} outros repasses.`),
    all: 'Todas as aprovações',
  },
  /** The sentence after the creation of a payout that needs approval. */
  created: 'Criado. Aguarda a aprovação de um segundo membro.',
  limit: {
    title: 'Limite de aprovação',
    meaning: (amount) =>
      `Repasses que equivalem a ${amount} ou mais aguardam a aprovação de um segundo membro. O mesmo vale para repasses menores que, somados em 24 horas, chegam a esse valor.`,
    off: 'Nenhum repasse precisa de aprovação. Com um limite, repasses que o atingem aguardam a aprovação de um segundo membro.',
    ownerOnly: 'Só um proprietário pode alterar o limite.',
    field: 'Limite',
    save: 'Salvar limite',
    set: 'Definir limite',
    remove: 'Desativar as aprovações',
    slower:
      'Um limite menor vale imediatamente. Um maior, ou nenhum, precisa da aprovação de outro membro.',
    saved: 'Limite salvo.',
    removed: 'As aprovações estão desativadas.',
    requested: 'A alteração aguarda a aprovação de outro membro.',
    waiting:
      'Uma alteração do limite aguarda aprovação. Até lá, vale o limite atual. Uma nova alteração a substitui.',
    alone:
      'Você é o único membro que pode aprovar repasses. Um repasse que atinja o limite fica aguardando até que você convide outro.',
    removeTitle: 'Desativar as aprovações?',
    removeText:
      'Repasses de qualquer valor passam a ser enviados sem a aprovação de um segundo membro.',
    keep: 'Manter o limite',
  },
  home: {
    refunds: (count, written) =>
      plural(
        count,
        '1 reembolso aguarda sua aprovação',
        `${written} reembolsos aguardam sua aprovação`,
      ),
    refundsText: 'Nenhum reembolso é enviado antes que você ou outro membro o aprove.',
    payouts: (count, written) =>
      plural(
        count,
        `${written} repasse aguarda sua aprovação`,
        `${written} repasses aguardam sua aprovação`,
      ),
    payoutsText: 'Nenhum repasse é enviado até que você ou outro membro aprove.',
    limit: 'Uma alteração do limite de aprovação aguarda sua aprovação',
    limitText: 'Até lá, vale o limite atual.',
    ownRefunds: (count, written) =>
      plural(
        count,
        `${written} reembolso aguarda a aprovação de outro membro`,
        `${written} reembolsos aguardam a aprovação de outro membro`,
      ),
    ownPayouts: (count, written) =>
      plural(
        count,
        `${written} repasse aguarda a aprovação de outro membro`,
        `${written} repasses aguardam a aprovação de outro membro`,
      ),
    ownText: 'Você ou sua chave de API fez a solicitação, por isso outro membro precisa aprovar.',
    aloneText: 'Nenhum outro membro pode aprovar. Convide um, ou cancele e desative as aprovações.',
  },
  refused: {
    own_approval:
      'Um segundo membro precisa aprovar: a solicitação foi feita por você ou por sua chave de API.',
    approval_not_found: 'Esta aprovação não existe mais. Recarregue a página.',
    payout_needs_approval: 'Este repasse precisa da aprovação de um segundo membro.',
    awaiting_approval: 'Este repasse aguarda a aprovação de um segundo membro.',
  },
  /** The sentences for an approval that another decision has ended, by its status. */
  decided: {
    approved: 'Outro membro já aprovou esta solicitação.',
    declined: 'Outro membro já recusou esta solicitação.',
    cancelled: 'Esta solicitação foi cancelada e não está mais aguardando.',
    expired: 'O link expirou, por isso esta solicitação não está mais aguardando.',
  },
}
