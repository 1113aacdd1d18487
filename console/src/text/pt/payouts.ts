import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences for the payout screens; part of {@link pt}. */
export const payouts: Text['payouts'] = {
  title: 'Repasses',
  lead: 'Faça repasses com sua própria carteira: um a um, a partir de um arquivo ou de forma recorrente.',
  tabs: {
    label: 'Tipos de repasse',
    byHand: 'Manuais',
    file: 'De um arquivo',
    schedules: 'Recorrentes',
    list: 'Todos',
    combined: 'Combinados',
  },
  home: {
    unpaid: (count, written) =>
      plural(
        count,
        '1 link de repasse aguarda pagamento',
        `${written} links de repasse aguardam pagamento`,
      ),
    unpaidText: 'Nenhum dinheiro foi movido ainda. Abra um link para pagá-lo ou cancelá-lo.',
  },
  list: {
    title: 'Todos os repasses',
    lead: 'Cada repasse de links, lotes, da API e de agendamentos: quem recebeu o quê, quando e em qual transação.',
    table: 'Repasses, mais recentes primeiro',
    filter: 'Status',
    all: 'Todos',
    recipient: 'Destinatário',
    created: 'Criado',
    transaction: 'Transação',
    noTransaction: 'Nenhuma ainda',
    open: (name) => `Abrir o repasse para ${name}`,
    more: 'Mais repasses',
    count: (count, written) => plural(count, '1 repasse', `${written} repasses`),
    empty: 'Nenhum repasse ainda',
    emptyText: 'Crie um manualmente ou a partir de um arquivo. Ele aparece aqui assim que existir.',
    emptyFilter: 'Nenhum repasse tem este status.',
    status: {
      created: 'Não pago',
      processing: 'Em confirmação',
      partially_paid: 'Parcialmente pago',
      paid: 'Pago',
      failed: 'Falhou',
      refunded: 'Reembolsado',
      invalidated: 'Cancelado',
    },
  },
  form: 'Novo repasse',
  formHint: 'Nada é pago ainda: você recebe um link, e quem o abrir paga com a própria carteira.',
  network: 'Rede',
  networkHint: 'Todos os repasses de um link saem em uma só rede, em uma só transação.',
  number: (number) => `Repasse ${number}`,
  recipient: 'Destinatário',
  recipientHint: 'A carteira que recebe. Confira duas vezes: pagamentos não podem ser revertidos.',
  recipientInvalid: (network) =>
    `Digite o endereço completo de uma carteira em ${network}. Se ele tiver maiúsculas e minúsculas, elas precisam estar corretas.`,
  recipientNobody: 'Ninguém é dono deste endereço: o dinheiro enviado para ele se perde.',
  recipientToken: (symbol) =>
    `Este é o contrato de ${symbol}, não uma carteira: o dinheiro enviado para ele se perde.`,
  currency: 'Moeda',
  currencyUnknown: (name, network) => `“${name}” não é uma moeda em ${network}.`,
  currencyElsewhere: (name, its, network) =>
    `“${name}” está em ${its}; este link paga em ${network}.`,
  currencyAmbiguous: (name) =>
    `“${name}” indica mais de uma moeda. Escreva o ID dela, como USDC-base.`,
  amount: 'Valor',
  reference: 'Referência',
  referenceHint: 'Por exemplo, um número de fatura. O webhook também a contém.',
  recipientId: 'Seu ID do destinatário',
  recipientIdHint: 'Como um número de matrícula.',
  tooLong: 'Use no máximo 255 caracteres.',
  add: 'Adicionar um destinatário',
  remove: 'Remover',
  full: (most) => `Um link paga até ${most} destinatários.`,
  create: (count) => plural(count, 'Criar link de repasse', `Criar um link para ${count} repasses`),
  created: 'Link de repasse criado.',
  totals: 'Total',
  totalsWithout: (count, rows) => `Total, sem ${plural(count, 'a linha', 'as linhas')} ${rows}`,
  recipients: (count) => plural(count, `para ${count} destinatário`, `em ${count} repasses`),
  duplicates: 'O mesmo destinatário recebe o mesmo valor mais de uma vez',
  duplicatesText: 'Confira se isso é intencional.',
  duplicate: (rows, amount) => `Linhas ${rows}: ${amount}`,
  noNetworks: 'Este serviço não tem rede para repasses.',
  file: {
    title: 'Repasses de um arquivo',
    lead: 'Pague todas as pessoas de uma planilha com sua própria carteira, com um só link.',
    choose: 'Escolher um arquivo CSV',
    drop: 'ou solte-o aqui',
    dropping: 'Solte o arquivo',
    hint: (most) =>
      `Até ${most} linhas em uma só rede. O arquivo é lido nesta página; nada é enviado até que você o tenha conferido.`,
    template: 'Baixar o modelo',
    other: 'Escolher outro arquivo',
    columns:
      'A primeira linha dá nome às colunas: recipient, currency, amount e, opcionalmente, reference e recipient_id.',
    read: (name) => `“${name}” foi lido.`,
    rows: (count) => plural(count, `${count} repasse`, `${count} repasses`),
    tooLarge: 'Este arquivo tem mais de 1 MB. Uma lista de 200 repasses é bem menor.',
    notText:
      'Este arquivo não é texto UTF-8. Salve a planilha como “CSV UTF-8” e escolha esse arquivo.',
    empty:
      'Este arquivo não tem repasses: uma primeira linha com títulos e, abaixo dela, uma linha para cada repasse.',
    missing: (count, columns) =>
      plural(
        count,
        `Falta a coluna ${columns}. A primeira linha dá nome às colunas.`,
        `Faltam as colunas ${columns}. A primeira linha dá nome às colunas.`,
      ),
    twice: (column) => `A coluna “${column}” aparece duas vezes.`,
    tooMany: (count, most) =>
      `Este arquivo tem ${count} repasses; um link paga até ${most}. Divida o arquivo.`,
    longRow: (row) => `A linha ${row} tem mais células do que a primeira linha tem títulos.`,
    fault: {
      unclosed_quote: (row) => `Linha ${row}: uma aspa (") foi aberta e nunca fechada.`,
      text_after_quote: (row) =>
        `Linha ${row}: há texto depois de uma célula entre aspas. Duplique cada aspa que faz parte do texto.`,
      quote_in_text: (row) => `Linha ${row}: há uma aspa (") em uma célula que não começa com uma.`,
    },
    ignored: (titles) => `Não usadas: ${titles}.`,
    wrong: (count) =>
      plural(
        count,
        `${count} célula precisa ser corrigida`,
        `${count} células precisam ser corrigidas`,
      ),
    wrongText: 'Corrija-as na planilha e escolha o arquivo novamente. Nada foi enviado.',
    cell: (row, column) => `Linha ${row}, ${column}`,
    row: 'Linha',
    preview: 'O que será pago',
    sheet: 'Linhas do arquivo',
    fine: 'Todas as linhas podem ser pagas.',
  },
  combined: {
    title: 'Links combinados',
    lead: 'Links que pagam vários links de repasse juntos, em uma transação.',
    kind: 'Tipo',
    kinds: {
      batch: 'Lote: os links anteriores terminam',
      multicall: 'Multicall: os links anteriores terminam e seus tokens continuam listados',
    },
    table: 'Links combinados, os mais recentes primeiro',
    more: 'Mais links combinados',
    empty: 'Nenhum link combinado',
    emptyText: 'Seus servidores combinam links de repasse com a API. Esses links aparecem aqui.',
    emptyFilter: 'Nenhum link combinado tem este status.',
    rest: (count) => plural(count, 'Mais 1 destinatário', `Mais ${count} destinatários`),
  },
  made: {
    title: 'Links de repasse',
    forget: 'Esquecer os nomes neste navegador',
    more: 'Mais links de repasse',
    combined: 'Parte de um repasse combinado',
    openCombined: 'Abrir o repasse combinado',
    to: (recipient) => `para ${recipient}`,
  },
  link: {
    cancelTitle: 'Cancelar este link de repasse?',
    cancelText:
      'A carteira pagadora vê na hora que ele foi cancelado e não pode mais pagá-lo. Isto não pode ser desfeito.',
    cancelled: 'Link de repasse cancelado.',
    title: 'Link de repasse',
    open: 'Abrir o link de repasse',
    back: 'Novo repasse',
    status: {
      pending: 'Ainda não pago',
      completed: 'Pago',
      expired: 'Expirado',
      invalidated: 'Cancelado',
    },
    confirming: 'Um pagamento está em confirmação.',
    payNow: 'Pagar agora',
    payHint: 'Abre a página de pagamento. Pague lá com a carteira que tem o dinheiro.',
    url: 'Link',
    urlHint: 'Envie-o ao pagador. Qualquer pessoa com o link pode ver o que é pago e pagar.',
    created: 'Criado em',
    expires: 'Pode ser pago até',
    recipients: 'Destinatários',
    paidSoFar: 'Pago até agora',
    remembered:
      'Os repasses deste link não podem ser lidos agora. A lista mostra os dados deste navegador; a página de pagamento mostra os repasses reais.',
    unread:
      'Os repasses deste link não podem ser mostrados agora. A página de pagamento os mostra.',
    paid: 'Pago. Todas as pessoas da lista receberam seu dinheiro.',
    over: 'Este link não pode mais ser pago. Crie um novo link.',
    refresh: 'Atualizar',
    transaction: 'Transação',
  },
}
