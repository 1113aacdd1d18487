import type { Text } from '../text.ts'

/** The Portuguese sentences for the screens about payers and their transfers to bank accounts; part of {@link pt}. */
export const payers: Text['payers'] = {
  title: 'Pagadores de repasses bancários',
  lead: 'Pagadores cujos pagamentos em cripto vão para uma conta bancária, com o status de suas verificações e contas.',
  tabs: {
    label: 'Repasses bancários',
    payers: 'Pagadores',
    offramps: 'Transferências',
  },
  refresh: 'Atualizar',
  more: 'Mais pagadores',
  empty: 'Nenhum pagador ainda',
  emptyText:
    'Crie um pagador com a API. Em seguida vêm a verificação de identidade e o acordo, depois uma conta bancária.',
  toReference: 'Ver a referência da API',
  by: (provider) => `Verificado por ${provider}`,
  erasedName: 'Pagador excluído',
  mayPay: 'Pode pagar',
  mayNotPay: 'Ainda não pode pagar',
  refused: 'Não pode pagar',
  erased: 'Excluído',
  identity: 'Verificação de identidade',
  agreement: 'Acordo',
  kyc: {
    not_started: 'Não iniciada',
    initiated: 'Iniciada',
    pending: 'Em verificação',
    approved: 'Aprovada',
    rejected: 'Rejeitada',
    failed: 'Falhou',
  },
  agreements: {
    not_started: 'Não iniciado',
    pending: 'A assinar',
    completed: 'Assinado',
    rejected: 'Recusado',
    failed: 'Falhou',
  },
  advice: {
    kycOpen: 'Mostre ao pagador a página da verificação de identidade.',
    kycPending: 'O provedor está verificando. Você não precisa fazer nada.',
    kycRejected: 'O provedor rejeitou este pagador em definitivo.',
    kycFailed:
      'A verificação falhou por um motivo técnico. Envie os mesmos dados novamente para repeti-la.',
    agreementOpen: 'Mostre ao pagador a página do acordo.',
    agreementRejected: 'O pagador recusou o acordo e ainda pode assiná-lo.',
    agreementFailed:
      'A assinatura falhou por um motivo técnico. Mostre ao pagador a página do acordo novamente.',
    noAccount: 'Cadastre uma conta bancária para os pagamentos deste pagador.',
    erased: 'Os dados pessoais e as contas bancárias deste pagador foram excluídos.',
  },
  accounts: 'Contas bancárias',
  accountOf: (bank, name) => `${bank}, ${name}`,
  number: (last) => `Conta com final ${last}`,
  routing: (last) => `Número de roteamento com final ${last}`,
  rails: { local: 'Transferência local', swift: 'SWIFT', wire: 'Wire' },
  accountStatus: { pending: 'Em verificação', approved: 'Aprovada', failed: 'Recusada' },
  accountFailed: 'O banco rejeitou esta conta. Cadastre a correta.',
  reason: (reason) => `Motivo: ${reason}`,
  offramps: {
    title: 'Transferências para contas bancárias',
    lead: 'Pagamentos que chegaram na rede e estão a caminho de uma conta bancária.',
    one: 'Transferência para uma conta bancária',
    back: 'Todas as transferências',
    follow: 'Acompanhar até o banco',
    empty: 'Nenhum pagamento a caminho de um banco',
    emptyText:
      'Quando um pagador paga na rede uma cobrança de cripto para moeda fiduciária, você pode acompanhar o dinheiro aqui.',
    emptyOne: 'Nenhum dinheiro desta cobrança está a caminho de um banco',
    emptyOneText: 'Ela não foi paga por completo, ou o dinheiro não vai para uma conta bancária.',
    more: 'Mais transferências',
    noPayer: 'Aguardando um pagador',
    erasedPayer: 'O pagador foi excluído',
    steps: 'O que aconteceu',
    next: 'O que fazer',
    payer: 'Pagador',
    account: 'Conta bancária',
    provider: 'Provedor',
    network: 'Pago em',
    transaction: 'Transação',
    request: 'ID da cobrança',
    id: 'Referência',
    live: 'Esta página é atualizada automaticamente.',
    status: {
      created: 'Confirmado na rede',
      initiated: 'Entregue ao provedor',
      pending_internal_assessment: 'Em avaliação',
      ongoing_checks: 'Em verificação',
      sending_fiat: 'Em envio ao banco',
      fiat_sent: 'Enviado ao banco',
      bounced: 'Devolvido pelo banco',
      retry_required: 'A ser enviado novamente',
      delivered: 'Chegou à conta bancária',
      failed: 'Falhou',
      returned: 'Devolvido em definitivo',
    },
    advice: {
      created: 'Nada a fazer: o provedor assume em instantes.',
      initiated: 'Nada a fazer: está com o provedor. Os bancos levam de minutos a dias.',
      pending_internal_assessment:
        'Nada a fazer: o provedor avalia o pagamento antes de enviar o dinheiro ao banco.',
      ongoing_checks:
        'Nada a fazer: o provedor verifica o pagamento. Ele pode pedir documentos ao pagador.',
      sending_fiat: 'Nada a fazer: o provedor está enviando o dinheiro ao banco.',
      fiat_sent:
        'Nada a fazer: o dinheiro está com o banco. O pagamento será dado como concluído assim que ele chegar.',
      bounced:
        'Pergunte ao pagador se a conta bancária está correta. O provedor envia o dinheiro novamente ou o devolve.',
      retry_required:
        'Nada a fazer por enquanto: o provedor o envia novamente. Se continuar, fale com o provedor e informe a referência.',
      delivered: 'O dinheiro chegou. Entregue o pedido.',
      failed:
        'O dinheiro não chegou ao banco. Fale com o provedor, informando a referência, para definir para onde ele vai; depois cobre o pagamento novamente.',
      returned:
        'O banco rejeitou esta conta em definitivo. Fale com o provedor, informando a referência, para definir para onde vai o dinheiro; depois cobre o pagamento novamente com outra conta.',
    },
    adviceNoPayer:
      'Solicite o calldata do pagamento novamente com clientUserId e paymentDetailsId de um pagador aprovado: o dinheiro é então enviado para essa conta.',
  },
}
