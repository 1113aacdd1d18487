import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences about refunds. */
export const refunds: Text['refunds'] = {
  title: 'Reembolsos',
  lead: 'Devolva dinheiro da sua própria carteira. Nada se move até que essa carteira o envie.',
  decide: {
    title: 'A decidir',
    empty: 'Nada a decidir',
    emptyText: 'Pagamentos em dobro, atrasados e errados aparecem aqui.',
    more: 'Mais pagamentos',
    reasons: {
      overpaid: { label: 'Pago a mais', text: 'O pagador pagou duas vezes ou a mais.' },
      late: { label: 'Atrasado', text: 'Um pagamento chegou depois do fim da cobrança.' },
      cancelled: {
        label: 'Cancelada',
        text: 'Um pagamento chegou depois do cancelamento da cobrança.',
      },
    },
    noReference: 'Sem referência',
    received: (paid, requested) => `${paid} recebidos, ${requested} cobrados.`,
    from: 'Pago por',
    refund: (money) => `Reembolsar ${money}`,
    select: 'Selecionar',
    refundAll: (count) =>
      plural(count, 'Reembolsar 1 selecionado', `Reembolsar ${count} selecionados`),
    oneNetwork:
      'Uma transação só paga reembolsos de uma rede. Selecione pagamentos de uma única rede.',
    created: 'Estes reembolsos foram criados e estão na lista de reembolsos:',
    tooMany: (count) =>
      `Uma transação paga no máximo 50 reembolsos, e aqui seriam necessários ${count}. Selecione menos, ou reembolse na página do pagamento.`,
    inPage: 'Abra o pagamento para informar uma carteira para este reembolso.',
    keep: {
      filter: 'Mostrar',
      decisions: { open: 'A decidir', kept: 'Mantido' },
      empty: 'Nenhum dinheiro mantido',
      open: 'Manter este dinheiro',
      title: (money) => `Manter ${money}?`,
      text: 'Ele não é reembolsado e sai da lista. Combine isso antes com o pagador. O dinheiro que chegar depois volta a aparecer.',
      reason: 'Motivo',
      reasonHint: 'Por exemplo, uma gorjeta ou um crédito. O pagador não o vê.',
      confirm: 'Manter',
      done: 'O dinheiro foi mantido.',
      keptOn: (money, when) => `${money} mantido em ${when}`,
      part: (money) => `${money} de pagamentos anteriores foi mantido.`,
      undo: 'Decidir de novo',
      undone: 'O pagamento está de novo na lista.',
    },
    unmatched: 'Sem cobrança',
    toUnmatched: 'Ver os pagamentos não conciliados',
  },
  list: {
    title: 'Reembolsos',
    ofPayment: 'Reembolsos desta cobrança',
    status: 'Status',
    all: 'Todos',
    statuses: {
      waiting_for_approval: 'Aguardando aprovação',
      open: 'Ainda não pago',
      processing: 'Em confirmação',
      confirmed: 'Pago',
      cancelled: 'Cancelado',
      held: 'Retido',
    },
    held: {
      payment_left_chain:
        'O pagamento que ele devolve saiu da rede. Espere até que esse pagamento seja confirmado de novo.',
      exceeds_payment:
        'Um reembolso cancelado do mesmo pagamento foi pago. Cancele este e reembolse o que resta.',
    },
    waiting: 'Um segundo membro precisa aprová-lo.',
    toApprovals: 'Ver as aprovações',
    empty: 'Ainda não há reembolsos',
    emptyText: 'Abra um pagamento para reembolsá-lo.',
    emptyFilter: 'Nenhum reembolso tem este status',
    more: 'Mais reembolsos',
    recipient: 'Destinatário',
    worth: (money) => `Valia ${money} quando o cliente pagou`,
    paid: (money) => `${money} pagos até agora`,
    reason: 'Motivo',
    transaction: 'Transação',
    payment: 'Pagamento reembolsado',
    noReference: 'Abrir o pagamento',
    select: 'Selecionar',
    pay: 'Pagar',
    payAll: (count) => plural(count, 'Pagar 1 selecionado', `Pagar ${count} selecionados`),
    cancel: 'Cancelar o reembolso',
    cancelTitle: (money) => `Cancelar o reembolso de ${money}?`,
    cancelText:
      'Depois, o valor não pago pode ser reembolsado de novo. Uma transação já preparada ainda pode ser enviada.',
    keep: 'Manter',
    cancelled: 'Reembolso cancelado.',
  },
  of: (reference) => `Reembolso de ${reference}`,
  marks: {
    one: 'Reembolso',
    several: 'Reembolsos',
    partial: 'Reembolsado em parte',
    full: 'Reembolsado',
  },
  history: {
    created: (money) => `Reembolso de ${money} criado`,
    confirmed: (money) => `Reembolso de ${money} pago`,
    cancelled: (money) => `Reembolso de ${money} cancelado`,
  },
  surplus: {
    overpaid: (money) => `Pago a mais: ${money}.`,
    agree: 'Combine um reembolso com o pagador.',
    left: (money) => `Faltam ${money} a reembolsar.`,
    refund: 'Reembolsar o excedente',
    done: 'O excedente foi reembolsado.',
    waiting: 'Um reembolso foi criado, mas o dinheiro ainda não foi movido.',
    paidOn: (money, when) => `${money} reembolsados em ${when}`,
    toRefunds: 'Ver os reembolsos',
    kept: (money, reason) => `${money} foi mantido: ${reason}`,
    inForm: (money) =>
      `O excedente de ${money} já foi reembolsado, ou o reembolso dele foi criado. Isto reembolsaria também o preço do pedido.`,
  },
  home: {
    open: (count, written) =>
      plural(count, '1 reembolso aguarda pagamento', `${written} reembolsos aguardam pagamento`),
    openText: 'O dinheiro ainda não foi movido: pague com sua carteira.',
    overpaid: (reference, money) =>
      reference === null
        ? `Uma cobrança foi paga a mais: ${money}`
        : `${reference} foi pago a mais: ${money}`,
    late: (reference, money) =>
      reference === null
        ? `${money} chegaram atrasados para uma cobrança`
        : `${money} chegaram atrasados para ${reference}`,
    cancelled: (reference, money) =>
      reference === null
        ? `${money} chegaram para uma cobrança cancelada`
        : `${money} chegaram para ${reference}, que foi cancelada`,
  },
  form: {
    open: 'Reembolsar',
    title: 'Reembolsar este pagamento',
    amount: 'Valor',
    unit: 'Valor em',
    atRate: (symbol, rate) => `${symbol}, à taxa do pagamento: ${rate}`,
    rest: (money) => `Resta reembolsar ${money}.`,
    restWorth: (money, worth) => `Resta reembolsar ${money}, que valiam ${worth} no pagamento.`,
    recipient: 'Destinatário',
    recipientHint:
      'A carteira que pagou. Uma corretora pode não creditar o dinheiro devolvido: na dúvida, pergunte.',
    other: 'Carteira do pagador',
    otherHint: (network) => `Peça ao pagador uma carteira em ${network}.`,
    doubts: {
      contract:
        'Um contrato pagou, talvez em nome do usuário. O dinheiro devolvido para lá pode se perder.',
      bridge: 'O pagamento veio de outra rede. A carteira pode não existir nesta.',
      payee:
        'Você pagou isto da sua própria carteira de recebimento. Digite a carteira do cliente.',
      unknown: 'A rede não mostra quem pagou.',
    },
    reason: 'Motivo',
    reasonHint:
      'Para os seus registros, não na página do cliente. Quem tiver o link de reembolso pode lê-lo.',
    create: 'Criar o reembolso',
    created: 'Reembolso criado.',
    waiting: 'Reembolso criado. Um segundo membro precisa aprová-lo.',
  },
  payer: {
    title: 'Informado pelo pagador',
    hint: 'Compare o endereço com os seus dados do cliente antes de usá-lo.',
    proofs: { wallet: 'Assinado pela carteira que pagou', code: 'Inserido pelo seu link' },
    attempts: (count) => plural(count, '1 tentativa recusada', `${count} tentativas recusadas`),
    use: 'Usar este endereço',
    ask: 'Perguntar ao pagador',
    link: 'Link para o pagador',
    linkHint: (until) =>
      `Copie-o agora e envie-o somente ao pagador: quem o tiver pode informar um endereço. Funciona uma vez, até ${until}. Um novo link o substitui.`,
  },
  link: {
    title: 'Pagar reembolsos',
    back: 'Reembolsos',
    lead: 'Confira cada destinatário e valor e pague com a carteira que tem o dinheiro.',
    pay: 'Pagar',
    address: 'Link',
    addressHint: 'Outra pessoa pode pagar estes reembolsos com este link.',
    cancelled: (count) =>
      plural(
        count,
        'Este reembolso foi cancelado. Nenhum dinheiro foi movido.',
        'Estes reembolsos foram cancelados. Nenhum dinheiro foi movido.',
      ),
  },
  errors: {
    refund_candidate_changed: 'Agora há outro valor a decidir. A lista o mostra.',
    refund_exceeds_payment: 'Resta menos a reembolsar, porque outro reembolso foi criado.',
    refund_unsupported: 'Este pagamento não pode ser reembolsado aqui.',
    refund_spans_payments:
      'Este reembolso precisa de pagamentos demais. Reembolse cada pagamento na página dele.',
    refund_recipient_needed: 'Nenhuma carteira conhecida pode receber este reembolso.',
    refund_not_cancellable: {
      paid: 'Este reembolso foi pago por inteiro, por isso não pode ser cancelado.',
      seen: 'Um pagamento deste reembolso está em confirmação. Espere o resultado.',
      approval:
        'Ele aguarda aprovação com outros reembolsos. Recuse a aprovação para cancelar todos.',
      other: 'Alguém pode estar pagando agora. Tente de novo em uma hora.',
    },
    refund_not_payable: {
      waiting_for_approval: 'Um reembolso ainda aguarda a aprovação de um segundo membro.',
      processing: 'O pagamento de um reembolso está em confirmação. Espere o resultado.',
      confirmed: 'Um reembolso já foi pago.',
      cancelled: 'Um reembolso foi cancelado.',
      held: 'Um reembolso está retido.',
      in_progress:
        'Uma carteira começou a pagar um reembolso com um link anterior. Tente de novo em uma hora.',
    },
  },
}
