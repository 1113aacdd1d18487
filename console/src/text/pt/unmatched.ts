import type { Text } from '../text.ts'

/** The Portuguese sentences for the unmatched payments screen; part of {@link pt}. */
export const unmatched: Text['unmatched'] = {
  title: 'Pagamentos não conciliados',
  lead: 'Dinheiro na rede que não corresponde a nenhuma das suas cobranças: tem o token errado, a rede errada ou uma referência desconhecida.',
  refresh: 'Atualizar',
  search: 'Encontrar um pagamento',
  searchHint: 'Um hash, um ID de cobrança, uma referência de pagamento ou sua própria referência.',
  find: 'Buscar',
  clear: 'Limpar a busca',
  scope: 'Mostrar',
  scopes: { notable: 'Relevantes', all: 'Todos, incluindo resíduos' },
  scopeHint:
    'Resíduo é o que equivale a menos de US$ 0,10, está em um token que este serviço não lista ou foi para uma carteira que não é sua. Uma busca sempre encontra resíduos.',
  empty: 'Tudo está conciliado',
  emptyText: 'Pagamentos que não correspondem a nenhuma cobrança aparecem aqui, com o motivo.',
  emptySearch: 'Nenhum pagamento não conciliado encontrado',
  emptySearchText:
    'Pagamentos atribuídos a uma cobrança não aparecem aqui. Confira o que você digitou.',
  more: 'Mais pagamentos',
  unlisted: 'Token não listado',
  worth: (amount) => `Equivale a ${amount}`,
  dust: 'Resíduo',
  claimed: 'Atribuído a uma cobrança',
  transaction: (hash) => `Transação ${hash}`,
  from: 'Enviado por',
  to: 'Chegou em',
  paymentReference: 'Referência do pagamento',
  token: 'Contrato do token',
  units: 'Unidades de base',
  request: 'Cobrança',
  claimedFor: 'Atribuído a',
  reference: (reference) => `Sua referência: ${reference}`,
  claim: 'Atribuir a uma cobrança',
  claimTitle: (amount) => `Atribuir ${amount} a uma cobrança`,
  claimText:
    'Após restaurar o banco de dados de um backup, crie novamente a cobrança perdida e digite o ID dela. Recebedor, token, taxa e valor precisam corresponder exatamente ao pagamento, e a cobrança não pode estar paga. O serviço lê o pagamento da rede novamente.',
  requestId: 'ID da cobrança',
  requestIdHint: '66 letras e dígitos, começando com 01.',
  requestIdInvalid: 'Digite um ID de cobrança: 66 letras e dígitos, começando com 01.',
  claimConfirm: 'Atribuir',
  claimDone: 'O pagamento agora está atribuído à cobrança.',
  reasons: {
    unknown_reference: {
      label: 'Referência desconhecida',
      text: 'Nenhuma cobrança tem a referência dele. Uma restauração pode ter perdido a cobrança: crie-a novamente e depois atribua o pagamento a ela.',
    },
    wrong_token: {
      label: 'Outro token',
      text: 'O pagador enviou um token diferente do que a cobrança exige. Combine um reembolso ou uma troca com o pagador.',
    },
    wrong_network: {
      label: 'Outra rede',
      text: 'O pagador pagou em uma rede diferente da que a cobrança exige. Combine um reembolso com o pagador.',
    },
    wrong_payee: {
      label: 'Outro recebedor',
      text: 'O dinheiro foi para uma carteira diferente da que a cobrança indica. Verifique se essa carteira é sua.',
    },
    wrong_contract: {
      label: 'Outro contrato',
      text: 'O pagamento passou por um contrato diferente do que a cobrança exige. Resolva com o pagador.',
    },
    nothing_arrived: {
      label: 'Nada chegou',
      text: 'O evento do pagamento informa um valor, mas nenhum dinheiro chegou ao recebedor. Não entregue o pedido.',
    },
    request_swept: {
      label: 'Cobrança excluída',
      text: 'A cobrança ficou muito tempo sem pagamento e foi excluída. Combine com o pagador um reembolso ou o que fazer com o pedido.',
    },
    no_rate: {
      label: 'Sem taxa de câmbio',
      text: 'A rede não tinha taxa de câmbio para as moedas do pagamento. Resolva com o pagador.',
    },
    rate_too_old: {
      label: 'Taxa de câmbio antiga demais',
      text: 'A taxa de câmbio do pagamento era mais antiga do que a cobrança permite. Resolva com o pagador.',
    },
    worth_nothing: {
      label: 'Sem valor',
      text: 'O valor é arredondado para zero na moeda da cobrança.',
    },
    receipt_unreadable: {
      label: 'Recibo indisponível',
      text: 'Nenhum nó deste serviço devolveu o recibo. O operador pode ler o bloco novamente.',
    },
    rate_unreadable: {
      label: 'Taxa de câmbio indisponível',
      text: 'Nenhum nó deste serviço devolveu a taxa de câmbio do pagamento. O operador pode ler o bloco novamente.',
    },
  },
  otherReason: (reason) => ({
    label: 'Não corresponde',
    text: `Não corresponde à cobrança (${reason}). Resolva com o pagador.`,
  }),
}
