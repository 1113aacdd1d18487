import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences for the recurring payout screens; part of {@link pt}. */
export const schedules: Text['schedules'] = {
  title: 'Repasses recorrentes',
  one: 'Repasse recorrente',
  lead: 'Uma assinatura, e cada pagamento é enviado na data prevista, nunca antes.',
  create: 'Novo repasse recorrente',
  empty: 'Nenhum repasse recorrente ainda',
  emptyText:
    'Pague um salário, um aluguel ou uma mensalidade com uma assinatura para todos os pagamentos.',
  emptyFilter: 'Nenhum repasse recorrente neste status.',
  filter: 'Mostrar',
  all: 'Todos',
  more: 'Mais repasses recorrentes',
  back: 'Todos os repasses recorrentes',
  status: {
    pending: 'Ainda não assinado',
    active: 'Ativo',
    paused: 'Pausado',
    completed: 'Concluído',
    cancelled: 'Cancelado',
  },
  frequency: {
    DAILY: 'Todos os dias',
    WEEKLY: 'Toda semana',
    MONTHLY: 'Todo mês',
    YEARLY: 'Todo ano',
  },
  amountTo: (amount, payee) => `${amount} para ${payee}`,
  fromTo: (payer, payee) => `De ${payer} para ${payee}`,
  progress: (paid, all) => `${paid} de ${all} pagos`,
  next: (day) => `Próximo em ${day}`,
  calendar: {
    title: 'Pagamentos previstos',
    utc: 'Os dias são contados em UTC.',
    previous: 'Mês anterior',
    following: 'Próximo mês',
    today: 'Hoje',
    nothing: 'Nada previsto para este dia.',
    nothingDue: 'nada previsto',
    paid: 'Pago',
    due: 'Previsto',
    paused: 'Pausado',
    count: (count) => plural(count, `${count} pagamento`, `${count} pagamentos`),
    month: (total) => `Previsto para este mês: ${total}.`,
    monthNone: 'Nenhum outro pagamento previsto para este mês.',
    limited: (count) =>
      plural(
        count,
        'Do repasse recorrente mais recente.',
        `Dos ${count} repasses recorrentes mais recentes.`,
      ),
  },
  failure: {
    insufficient_balance: 'A carteira do pagador não tem saldo suficiente do token.',
    insufficient_allowance: 'O limite que o pagador autorizou para o contrato é baixo demais.',
    permit_expired: 'A permissão de pagamento do pagador expirou. Crie um novo repasse recorrente.',
    permit_cancelled:
      'O pagador revogou a permissão de pagamento na rede. Crie um novo repasse recorrente.',
    transfer_refused: 'O contrato do token rejeitou a transferência.',
  },
  failures: (count) => plural(count, `Falhou ${count} vez`, `Falhou ${count} vezes`),
  pausedText:
    'Após três falhas, o serviço para de enviar. Corrija a causa e retome o repasse recorrente: o serviço então envia os pagamentos perdidos em ordem.',
  unpause: 'Retomar',
  unpaused: 'Repasse recorrente retomado.',
  cancel: 'Cancelar repasse recorrente',
  keep: 'Manter repasse recorrente',
  cancelTitle: 'Cancelar este repasse recorrente?',
  cancelText:
    'Nenhum outro pagamento é enviado. Não é possível desfazer. Um pagamento que já está a caminho ainda pode chegar.',
  cancelled: 'Repasse recorrente cancelado.',
  facts: {
    payer: 'Pagador',
    payee: 'Recebedor',
    network: 'Rede',
    progress: 'Pagamentos',
    start: 'Primeiro pagamento',
    next: 'Próximo pagamento',
    last: 'Último pago',
    paid: 'Pago até agora',
    open: 'Ainda a pagar',
    whole: 'Total',
    reference: 'Referência',
    id: 'ID',
    none: 'Nenhum',
  },
  upcoming: 'Próximos',
  upcomingNone: 'Nenhum outro pagamento será enviado.',
  upcomingPending: 'O repasse recorrente começa quando for assinado.',
  upcomingMore: (count) => `e mais ${count}`,
  onDate: (relative, date) => `${relative}, ${date}`,
  overdue: 'em atraso, envio imediato',
  past: 'Pagamentos feitos',
  pastNone: 'Nenhum ainda.',
  transaction: (hash) => `Transação ${hash}`,
  form: {
    title: 'Novo repasse recorrente',
    lead: 'Sua carteira pergunta duas vezes: para autorizar o contrato a usar o token e para assinar a permissão de pagamento. Assinar é grátis.',
    payer: 'Pagar com',
    payerHint: 'Escolha a carteira que paga. Por enquanto, a página só lê o endereço dela.',
    payerChosen: 'Paga com esta carteira.',
    payerOther: 'Usar outra carteira',
    payerNeeded: 'Escolha primeiro a carteira que paga.',
    noWalletsHint:
      'Instale uma extensão de carteira ou abra esta página em um aplicativo de carteira.',
    payeeIsPayer: 'Esta é a carteira que paga: ela não pode pagar a si mesma.',
    amountEach: 'Valor de cada pagamento',
    frequency: 'Frequência',
    start: 'Primeiro pagamento em',
    startHint: 'Em UTC. Hoje significa imediatamente.',
    startInvalid: 'Escolha hoje ou um dia posterior.',
    startFar: 'No máximo daqui a 10 anos.',
    count: 'Número de pagamentos',
    countHint: 'De 2 a 255. O último encerra o repasse recorrente.',
    countInvalid:
      'Digite um número inteiro de 2 a 255. Uma permissão de pagamento não cobre mais pagamentos.',
    create: 'Continuar para assinar',
    noTokens: 'Esta rede não tem token para repasses recorrentes.',
    created: 'Repasse recorrente criado. Ele começa quando for assinado.',
    unavailable: {
      no_relayer:
        'Este serviço ainda não pode enviar pagamentos recorrentes: ele não tem chave de relayer.',
      no_contract: 'Não há contrato para pagamentos recorrentes nesta rede.',
      relayer_not_allowed: 'O contrato nesta rede não permite que este serviço envie pagamentos.',
      merchant_not_allowed:
        'O operador deste serviço não paga o gas dos seus pagamentos. Peça ao operador que o permita.',
      worth_unknown:
        'O serviço não consegue comparar o custo de gas de um pagamento com o valor dele nesta rede.',
    },
    payerIsContract:
      'Esta carteira é um contrato (como um Safe). O contrato de pagamento só verifica assinaturas simples: use uma carteira comum.',
  },
  sign: {
    title: 'Assinar para começar',
    text: (amount, count) =>
      `Você permite apenas ${count} pagamentos de ${amount}, nenhum antes da data prevista, para:`,
    steps: {
      created: 'Criado',
      approve: 'Autorizar o contrato a usar o token',
      sign: 'Assinar a permissão de pagamento',
      activate: 'Ativo',
    },
    approveUpTo: (amount) => `Até ${amount}. Sua carteira paga uma taxa de rede por isso.`,
    approveExisting: (amount) =>
      `Isso inclui ${amount} para outros repasses recorrentes desta carteira.`,
    approveNone: 'Já autorizado.',
    signText: 'Assinar é grátis e ainda não movimenta dinheiro.',
    begin: (wallet) => `Continuar em ${wallet}`,
    choose: 'Continuar com a carteira do pagador',
    chooseText: (payer) => `Este repasse recorrente é pago por ${payer}. Escolha essa carteira.`,
    asked: (wallet) => `Confirme em ${wallet}`,
    waiting: 'Aguardando a confirmação da rede',
    activating: 'Enviando a assinatura…',
    active: 'O repasse recorrente está ativo.',
    otherPayer: (address, payer) =>
      `Esta carteira é ${address}, mas o repasse recorrente é pago por ${payer}. Escolha essa conta na carteira.`,
    rejected:
      'Você recusou na sua carteira. Nada foi assinado; você pode continuar aqui quando quiser.',
    chainUnknown: (network) =>
      `Sua carteira não tem ${network}. Adicione essa rede na carteira e tente novamente.`,
    reverted: 'A rede rejeitou a autorização. Tente novamente.',
    tooLow: (amount) =>
      `Sua carteira autorizou menos que ${amount}. Autorize o valor total e não altere o número.`,
    unconfirmed:
      'A rede ainda não confirmou a autorização. Continue aqui quando ela confirmar; nada se perde.',
    lie: (what) =>
      `O serviço pede uma assinatura para algo diferente do que você aceitou (${what}). Nada foi assinado. Não continue com este repasse recorrente.`,
    lies: {
      shape: 'não pode ser lido',
      chain: 'a rede',
      contract: 'o contrato',
      payer: 'o pagador',
      token: 'o token',
      payee: 'o recebedor',
      amount: 'o valor',
      fee: 'uma taxa que não foi combinada',
      count: 'o número de pagamentos',
      calendar: 'as datas',
      deadline: 'o prazo de validade',
      order: 'a ordem',
      approval: 'o limite autorizado',
    },
    lieShown: (what) =>
      `O serviço pede uma assinatura para algo diferente do que esta tela mostra (${what}). Nada foi assinado. Não continue com este repasse recorrente.`,
    elsewhere:
      'Este repasse recorrente foi criado em outro lugar. Compare o destinatário, o valor e as datas com o que você combinou: você assina exatamente isso.',
    hasFee:
      'Este repasse recorrente tem uma taxa além de cada pagamento, que não pode ser assinada aqui. Nada foi assinado: assine onde ele foi criado ou crie-o novamente aqui sem taxa.',
    unknown:
      'A rede não pode ser lida agora, por isso o limite autorizado atual é desconhecido. Nada se perde: tente novamente em instantes.',
    over: 'Este repasse recorrente não pode mais ser assinado: a permissão de pagamento expirou. Você pode cancelá-lo e criá-lo novamente.',
    anew: 'Criar novamente',
  },
  allowance: {
    title: 'Revogar o limite autorizado restante',
    text: (payer) =>
      `O serviço não envia mais pagamentos. O pagador (${payer}) também pode reduzir na rede o limite autorizado para o contrato:`,
    lower: (amount) => `Reduzir o limite autorizado para ${amount}`,
    lowerToNone: 'Reduzir o limite autorizado para 0',
    revoke: 'Revogar a permissão de pagamento na rede, para que ninguém jamais possa usá-la',
    each: 'Cada ação é uma transação com taxa de rede.',
    sent: 'Limite autorizado revogado.',
    later:
      'Nenhum outro pagamento é enviado. O pagador pode reduzir o limite autorizado restante na própria carteira.',
    unknown:
      'Nenhum outro pagamento é enviado. A rede não pode ser lida agora; esta página mostra o limite autorizado restante quando isso for possível.',
    lie: 'O serviço devolveu transações que fazem outra coisa. Nada foi enviado: reduza o limite autorizado manualmente na sua carteira.',
    step: (number, all) => `Transação ${number} de ${all}`,
    reverted: 'A rede rejeitou esta transação.',
  },
}
