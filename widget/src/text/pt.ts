import type { MessageParams } from './enFlow.ts'
import type { Locale } from './text.ts'

/** Portuguese. */
export const pt: Locale = {
  words: {
    dir: 'ltr',
    payment: 'Pagamento',
    loading: 'Carregando o pagamento',
    theMerchant: 'quem vende',
    yourWallet: 'sua carteira',
    testNetwork: 'Rede de teste',
    toPay: 'A pagar',
    youPay: 'Você paga',
    paid: 'Pago',
    onNetwork: (network) => `em ${network}`,
    inCurrency: (symbols, network) => `em ${symbols} em ${network}`,
    toRecipients: (count) => (count === 1 ? '1 destinatário' : `${count} destinatários`),
    reference: 'Referência',
    expires: (when) => `Expira ${when}`,
    plusFee: 'mais taxa',
    connectTitle: 'Escolha uma carteira',
    lastUsed: 'Última usada',
    connectPromise: 'Você paga direto da sua carteira. Ninguém retém seu dinheiro no caminho.',
    whatIsWallet: 'O que é uma carteira?',
    whatIsWalletText:
      'Um aplicativo ou extensão do navegador que guarda seu dinheiro e pergunta a você antes que algo saia.',
    noWalletTitle: 'Nenhuma carteira neste navegador',
    noWalletText:
      'Instale uma extensão de carteira ou abra este pagamento no navegador de um aplicativo de carteira no seu celular.',
    otherWallets: 'Outras carteiras',
    phoneWallet: 'Carteira no celular',
    findWallet: 'Encontrar uma carteira',
    openPayPage: 'Abrir a página de pagamento',
    copyLink: 'Copiar link de pagamento',
    copy: (what) => `Copiar: ${what}`,
    copied: 'Copiado',
    close: 'Fechar',
    remaining: 'Restante',
    tryAgain: 'Tentar novamente',
    updated:
      'Esta página foi atualizada enquanto estava aberta, ou uma parte dela não foi carregada. Recarregue-a: seu pagamento continua de onde estava.',
    reload: 'Recarregar a página',
    supportCode: 'Código de suporte',
    contactSupport: 'Falar com o vendedor',
    retryIn: (seconds) => `Tentar novamente em ${seconds} s`,
    opensNewTab: 'abre em uma nova aba',
    unavailable: {
      expired: {
        title: 'Este pagamento expirou',
        action: 'Nada foi cobrado. Peça ao vendedor um novo link de pagamento.',
      },
      not_found: {
        title: 'Pagamento não encontrado',
        action: 'Verifique o link ou fale com o vendedor. Se já pagou, não pague de novo.',
      },
      cancelled: {
        title: 'Este pagamento foi cancelado',
        action: 'Nada foi cobrado. Peça ao vendedor um novo link de pagamento.',
      },
      not_payable: {
        title: 'Este pagamento não pode mais ser feito',
        action: 'Nada foi cobrado. Peça ao vendedor um novo link de pagamento.',
      },
      rate_limited: {
        title: 'Solicitações demais',
        action: 'Aguarde um momento. Nada foi cobrado.',
      },
      offline: {
        title: 'Você está sem conexão',
        action: 'Continuamos assim que a conexão voltar.',
      },
      unauthorized: {
        title: 'Esta página não pode receber este pagamento',
        action: 'Nada foi cobrado. O vendedor precisa autorizar este site.',
      },
      no_rate: {
        title: 'Não há taxa de câmbio atual',
        action: 'Nada foi cobrado. Tente novamente em alguns minutos.',
      },
      server: {
        title: 'O serviço de pagamento não está acessível',
        action: 'Tente novamente em instantes. Se você já pagou, seu pagamento está seguro.',
      },
    },
    connectingTitle: (wallet) => `Continue em ${wallet}`,
    connectingText: 'Permita que este site veja sua conta. Nada é cobrado.',
    connectedText: 'Verificando com o que esta conta pode pagar.',
    cancel: 'Cancelar',
    readingOption: 'Verificando o pagamento',
    slow: (wallet) => `Aguardando ${wallet}. Abra-a e procure uma solicitação.`,
    stuck: (wallet) => `${wallet} não respondeu. Se você fechou a janela dela, pode parar aqui.`,
    blockedTitle: 'Esta carteira não pode pagar aqui',
    blockedText: 'O vendedor não aceita esta conta. Nada foi cobrado.',
    changeWallet: 'Trocar de carteira',
    back: 'Voltar',
    optionsTitle: 'Escolha como pagar',
    balance: (amount) => `Saldo ${amount}`,
    balanceUnknown: 'Saldo desconhecido',
    notEnough: 'insuficiente',
    missing: (amount) => `faltam ${amount}`,
    notEnoughGas: (symbol) => `Não há ${symbol} suficiente para a taxa de rede`,
    direct: 'Direto',
    refresh: 'Atualizar',
    reviewTitle: 'Confira e pague',
    recipient: 'Destinatário',
    recipients: 'Destinatários',
    showRecipients: (count) => `Mostrar todos os ${count} destinatários`,
    recipientNumber: (number) => `Destinatário ${number}`,
    receives: (merchant) => `${merchant} recebe`,
    network: 'Rede',
    fee: 'Taxa do vendedor',
    feeBorne: 'Paga pelo destinatário',
    contractFeeOf: (percentage) => `Taxa do contrato (${percentage}%)`,
    youSpend: 'Da sua carteira',
    upTo: (cost) => `até ${cost}`,
    aboutAtMost: (about, most) => `cerca de ${about}, no máximo ${most}`,
    rateHint: (most) =>
      `A taxa de câmbio é a do momento em que o pagamento é feito. Nunca saem mais de ${most}, e o que não for usado continua seu.`,
    tokenNote: (symbol) =>
      `${symbol} não é um dos tokens conhecidos. Confira se este é o contrato do token com que quer pagar:`,
    networkFee: 'Taxa de rede',
    networkFeeText: 'mostrada pela sua carteira',
    total: 'Total',
    amount: 'Valor',
    verified: 'Contrato verificado.',
    verifiedHint:
      'Decodificado neste dispositivo: paga exatamente o que é mostrado aqui, por um contrato conhecido.',
    verifiedMost:
      'Decodificado neste dispositivo: não retira mais do que é mostrado aqui, por um contrato conhecido.',
    confirmationsNeeded: (count, prompts) =>
      `Sua carteira vai perguntar ${count} vezes: ${prompts}.`,
    payButton: (amount) => `Pagar ${amount}`,
    details: 'Detalhes da transação',
    rawData: 'Dados brutos',
    decodedCall: 'Chamada decodificada',
    callTo: 'Para',
    callValue: 'Valor',
    progressTitle: 'Andamento do pagamento',
    preparing: 'Verificando o pagamento mais uma vez',
    switching: (network, wallet) => `Mude para ${network} em ${wallet}`,
    resetting: (symbol, wallet) => `Redefina o limite de ${symbol} em ${wallet}`,
    resettingMined: (symbol) => `Redefinindo o limite de ${symbol}`,
    approving: (amount, wallet) => `Autorize ${amount} em ${wallet}`,
    approvingMined: (amount) => `Autorizando ${amount}`,
    signing: (wallet) => `Confirme o pagamento em ${wallet}`,
    broadcasting: 'Enviando seu pagamento',
    confirming: 'Pagamento enviado, aguardando a rede',
    settling: (merchant) => `Confirmado, aguardando ${merchant}`,
    confirmations: (current, required) => `${current} de ${required} confirmações`,
    closeWaiting: (wallet) =>
      `${wallet} ainda espera sua resposta. Fechar não cancela o pagamento.`,
    stay: 'Manter aberto',
    canClose: 'Você pode fechar esta página. Seu pagamento continua sem ela.',
    keepOpen: 'Mantenha esta página aberta até que o pagamento seja enviado.',
    minedHint: 'Isso costuma levar menos de um minuto.',
    oneToken: 'um dos tokens',
    approveHint:
      'Isso permite que o contrato de pagamento retire exatamente este valor, e nada mais.',
    closedWallet: 'Fechei minha carteira',
    viewTransaction: 'Ver transação',
    steps: {
      switch: ({ network }) => `Mudar para ${network}`,
      reset_approval: ({ symbol }) => `Redefinir o limite de ${symbol}`,
      approve: ({ amount }) => `Autorizar ${amount}`,
      pay: ({ amount }) => `Pagar ${amount}`,
      confirm: () => 'Confirmado pela rede',
      settle: ({ merchant }) => `Recebido por ${merchant}`,
    },
    stepStatus: {
      waiting: 'não iniciado',
      active: 'em andamento',
      done: 'concluído',
      failed: 'falhou',
    },
    resumingTitle: 'Verificando seu pagamento anterior',
    resumingText: (when, wallet, network) =>
      `Você iniciou este pagamento ${when} com ${wallet} em ${network}.`,
    resumingTextShort: 'Você já tinha iniciado este pagamento. Estamos procurando por ele na rede.',
    unknownTitle: 'Não sabemos se você pagou',
    unknownText: (wallet) =>
      `${wallet} não informou se enviou o pagamento. Não pague de novo antes que isso fique claro.`,
    checkAgain: 'Verificar novamente',
    notSent: 'Não foi enviado, recomeçar',
    confirmNotSentTitle: 'A solicitação está fechada na sua carteira?',
    confirmNotSentText:
      'Abra sua carteira e confirme que nenhum pagamento está esperando lá. Se houver um, recuse-o primeiro: caso contrário, você pode pagar duas vezes.',
    confirmNotSentYes: 'Sim, nada está esperando',
    viewAccount: 'Ver sua conta',
    lockedTitle: 'Este pagamento está aberto em outro lugar',
    lockedTabTitle: 'Este pagamento está aberto em outra aba',
    lockedDeviceTitle: 'Este pagamento está aberto em outro dispositivo',
    lockedText: 'Para que você não pague duas vezes, ele só pode ser pago em um lugar de cada vez.',
    lockedSince: (wallet, when) => `Iniciado ${when} com ${wallet}.`,
    continueHere: 'Continuar aqui',
    partialTitle: 'Uma parte está paga',
    partialText: (paid, total) => `${paid} de ${total} chegaram.`,
    payRemaining: 'Pagar o restante',
    succeededTitle: 'Pagamento concluído',
    succeededText: (merchant) => `${merchant} recebeu seu pagamento.`,
    overpaid: (amount, merchant) =>
      `Pagamento a mais de ${amount}, ainda não reembolsado. Para pedir o reembolso, contato: ${merchant}.`,
    paidTo: 'Pago a',
    paidWith: 'Pago com',
    refunded: 'Reembolsado',
    paidAt: 'Pago em',
    bridgeKept: 'Retido pela ponte',
    transaction: 'Transação',
    transactions: 'Transações',
    receiptTitle: 'Recibo',
    viewReceipt: 'Ver recibo',
    downloadPdf: 'Baixar PDF',
    printReceipt: 'Imprimir recibo',
    saveReceipt: 'Salvar como JSON',
    backTo: (merchant) => `Voltar para ${merchant}`,
    paymentId: 'ID do pagamento',
    failedTitle: 'Pagamento não concluído',
    money: {
      untouched: 'Nada foi cobrado.',
      'maybe-sent': 'Sua carteira pode ter enviado o pagamento.',
      sent: 'Seu pagamento foi enviado.',
      'fee-only': 'Apenas a taxa de rede foi gasta.',
      refunded: 'Seu dinheiro foi devolvido a você.',
    },
    errors: {
      calldata_mismatch: {
        title: 'Este pagamento foi interrompido para sua segurança',
        action:
          'A transação não teria pago o que é mostrado aqui, por isso sua carteira não foi consultada. Avise o vendedor.',
      },
      destination_mismatch: {
        title: 'Este pagamento foi interrompido para sua segurança',
        action:
          'Ele teria ido para um destinatário diferente do que esta loja indicou. Avise o vendedor.',
      },
      unsupported_network: {
        title: 'Esta rede não é aceita aqui',
        action: 'Peça ao vendedor um pagamento em outra rede.',
      },
      payment_reverted: {
        title: 'A rede rejeitou o pagamento',
        action: 'Verifique seu saldo e tente novamente.',
      },
      payment_cancelled: {
        title: 'O pagamento foi cancelado na sua carteira',
        action: 'Você pode pagar novamente quando quiser.',
      },
      payment_replaced: {
        title: 'Outra transação tomou o lugar do pagamento',
        action:
          'Sua carteira enviou outra coisa no lugar. Você pode pagar novamente quando quiser.',
      },
      invalid_response: {
        title: 'O serviço de pagamento deu uma resposta que não entendemos',
        action: 'Tente novamente. Se acontecer de novo, avise o vendedor.',
      },
      internal: {
        title: 'Algo deu errado nesta página',
        action: 'Tente novamente: se um pagamento foi enviado, ele será encontrado.',
      },
    },
    notes: {
      rejected: () => 'Você recusou na sua carteira. Nada foi cobrado.',
      switch_rejected: ({ network }) =>
        `A rede não foi alterada. Nada foi cobrado. Pague novamente e mude para ${network}.`,
      approve_rejected: () => 'Você recusou a autorização na sua carteira. Nada foi cobrado.',
      wallet_busy: () => 'Sua carteira tem uma solicitação aberta. Conclua-a lá e tente novamente.',
      wallet_timeout: () =>
        'Sua carteira não respondeu. Nada foi cobrado. Abra-a e tente novamente.',
      wallet_locked: () => 'Sua carteira está bloqueada. Desbloqueie-a e tente novamente.',
      wallet_error: () => 'Sua carteira relatou um problema. Nada foi cobrado. Tente novamente.',
      wallet_gone: () => 'Esta carteira não está mais disponível. Escolha-a novamente.',
      switch_failed: ({ network }) =>
        `Sua carteira não conseguiu mudar para ${network}. Nada foi cobrado. Mude a rede na sua carteira e tente novamente.`,
      account_changed: () =>
        'A conta na sua carteira mudou. Nada foi cobrado. Confira o pagamento novamente.',
      approval_reverted: () =>
        'A autorização falhou na rede. Apenas a taxa de rede foi gasta. Tente novamente.',
      approval_too_low: () =>
        'O valor autorizado na sua carteira é baixo demais. O pagamento não foi enviado. Autorize pelo menos o valor mostrado.',
      insufficient_balance: ({ symbol }) =>
        `Você não tem ${symbol} suficiente. Nada foi cobrado. Adicione fundos ou escolha outra forma de pagar.`,
      insufficient_gas: ({ symbol }) =>
        `Você precisa de um pouco de ${symbol} para a taxa de rede. Nada foi cobrado.`,
      payment_changed: () => 'O pagamento mudou. Nada foi cobrado. Confira-o novamente.',
      service_unavailable: () =>
        'O serviço de pagamento não respondeu. Nada foi cobrado. Tente novamente em instantes.',
      chain_unavailable: () =>
        'A rede não pode ser lida agora. Nada foi cobrado. Tente novamente em instantes.',
      rate_unavailable: () =>
        'Não há taxa de câmbio atual. Nada foi cobrado. Tente novamente em alguns minutos.',
      no_option: () =>
        'Esta página não aceita aquilo com que esta conta poderia pagar. Nada foi cobrado. Tente outra carteira.',
      rate_limited: ({ seconds }) =>
        `Solicitações demais. Nada foi cobrado. Tente novamente em ${seconds ?? 'alguns'} segundos.`,
      storage_failed: () =>
        'Este navegador não conseguiu salvar o pagamento, por isso sua carteira não foi consultada. Permita dados de sites e tente novamente.',
      locked_tab: () => 'Conclua-o na outra aba ou continue aqui.',
      locked_tab_signing: () =>
        'A outra aba está aguardando sua carteira. Conclua ou recuse lá primeiro.',
      locked_device: () => 'Conclua-o lá. Se você parou, poderá pagar aqui em alguns minutos.',
      safe_waiting: () =>
        'Aguardando os signatários do Safe. Esta página continua sozinha quando eles assinarem.',
      taken_over: () => 'O pagamento continuou em outra aba.',
      auto_selected: ({ symbol, network }) =>
        `Selecionado para você: ${symbol} em ${network}, a única forma de pagar para a qual esta carteira tem saldo suficiente.`,
      replaced_faster: () =>
        'Sua carteira enviou o pagamento novamente com uma taxa maior. Ele é pago uma vez só.',
      checking: () => 'Procurando seu pagamento na rede.',
      pending_in_wallet: () =>
        'Sua carteira tem uma transação esperando. Pode ser este pagamento: abra sua carteira para vê-la.',
      prompt_may_be_open: () =>
        'Até agora nada foi enviado, mas a solicitação ainda pode estar aberta na sua carteira.',
      nonce_unused: () => 'A rede mostra que nada foi enviado. Você pode recomeçar com segurança.',
      not_found_yet: () => 'A rede ainda não mostra seu pagamento. Isso pode levar um minuto.',
      not_sent: () =>
        'Sua tentativa anterior não foi enviada. Você pode pagar agora com segurança.',
      approval_kept: () => 'Sua autorização anterior continua valendo. Só falta o pagamento.',
      paid_elsewhere: () =>
        'Este pagamento já está pago. Recuse a solicitação que está aberta na sua carteira.',
      paid_twice: () =>
        'Um segundo pagamento foi enviado depois que este já estava pago. Peça o reembolso ao vendedor.',
    },
  },
  payout: {
    payment: 'Repasse',
    paid: 'Repassado',
    toRecipients: (count) =>
      count === 1 ? 'Repasse para 1 destinatário' : `Repasse para ${count} destinatários`,
    connectTitle: 'Escolha a carteira de onde pagar',
    connectPromise:
      'O dinheiro vai direto da sua carteira para quem você vê aqui. Ninguém o retém no caminho.',
    contactSupport: 'Falar com quem enviou este link',
    unavailable: {
      expired: {
        title: 'Este repasse expirou',
        action: 'Nada foi cobrado. Peça um novo link a quem o criou.',
      },
      cancelled: {
        title: 'Este repasse foi cancelado',
        action: 'Nada foi cobrado. Peça um novo link a quem o criou.',
      },
      not_payable: {
        title: 'Este repasse não pode mais ser feito',
        action: 'Nada foi cobrado. Peça um novo link a quem o criou.',
      },
      unauthorized: {
        title: 'Esta página não pode fazer este repasse',
        action: 'Nada foi cobrado. Quem criou o link precisa autorizar este site.',
      },
    },
    blockedText: 'Este repasse não aceita esta conta. Nada foi cobrado.',
    reviewTitle: 'Confira e repasse',
    fee: 'Taxa',
    receives: () => 'O destinatário recebe',
    payButton: (amount) => `Repassar ${amount}`,
    signing: (wallet) => `Confirme o repasse em ${wallet}`,
    preparing: 'Verificando o repasse mais uma vez',
    broadcasting: 'Enviando seu repasse',
    confirming: 'Repasse enviado, aguardando a rede',
    settling: () => 'Confirmado, sendo registrado',
    canClose: 'Você pode fechar esta página. Seu repasse continua sem ela.',
    keepOpen: 'Mantenha esta página aberta até que o repasse seja enviado.',
    progressTitle: 'Andamento do repasse',
    steps: {
      pay: ({ amount }) => `Repassar ${amount}`,
      settle: () => 'Registrado',
    },
    succeededTitle: 'Repasse concluído',
    succeededText: () => 'O dinheiro chegou a todos os indicados aqui.',
    overpaid: (amount) => `Repasse a mais de ${amount}. Peça aos destinatários que o devolvam.`,
    receiptTitle: 'Recibo do repasse',
    paidTo: 'Repassado a',
    failedTitle: 'Repasse não concluído',
    errors: {
      calldata_mismatch: {
        title: 'Este repasse foi interrompido para sua segurança',
        action:
          'A transação não teria pago o que é mostrado aqui, por isso sua carteira não foi consultada. Avise quem criou o link.',
      },
      destination_mismatch: {
        title: 'Este repasse foi interrompido para sua segurança',
        action:
          'Ele teria ido para um destinatário diferente do que esta página indicou. Avise quem criou o link.',
      },
      unsupported_network: {
        title: 'Esta rede não é aceita aqui',
        action: 'Peça a quem criou o link um repasse em outra rede.',
      },
      invalid_response: {
        title: 'O serviço de pagamento deu uma resposta que não entendemos',
        action: 'Tente novamente. Se acontecer de novo, avise quem criou o link.',
      },
    },
    notes: {
      paid_twice: () =>
        'O repasse foi enviado uma segunda vez. Peça aos destinatários que o devolvam.',
    },
  },
  accepted: {
    balance: (balance, worth) => `Saldo de ${balance}, no valor de ${worth}`,
    nothing: 'O saldo desta carteira não é suficiente em nenhuma destas moedas.',
    others: (count) => `Saldo insuficiente nesta carteira (${count})`,
    search: 'Buscar moeda ou rede',
    noMatch: (query) => `Nenhuma moeda corresponde a “${query}”.`,
    otherWallet: (list) => `Com outra carteira, você também pode pagar em ${list}.`,
    more: (count) => `Mais moedas (${count})`,
    otherTokens: 'Pagar com outro token',
    noOtherToken: 'Nenhum outro token desta carteira é suficiente para este pagamento.',
  },
  quoted: {
    rate: 'Taxa de câmbio',
    roundedUp: (worth, paid) => `${worth}, arredondado para cima até ${paid}`,
    sources: 'Preço segundo',
    priceFor: (time) => `Este preço é válido por mais ${time}.`,
    priceEnded: 'Este preço expirou. Nada foi cobrado.',
    newPrice: 'Obter um novo preço',
  },
  bridge: {
    needed: (amount) => `Você paga ${amount}`,
    bridgeFee: 'Taxa da ponte',
    feeOf: (amount) => `taxa ${amount}`,
    noFee: 'sem taxa da ponte',
    overBridge: 'Por uma ponte',
    minutes: (count) => `cerca de ${count}\u00a0min`,
    seconds: (count) => `cerca de ${count}\u00a0s`,
    silent: (chains) =>
      `${chains} não respondeu, então podem faltar formas de pagar de lá. Atualize para procurar de novo.`,
    slow: (chains) =>
      `Um pagamento de ${chains} chegaria depois de este preço expirar, por isso não é oferecido.`,
    from: 'De',
    to: 'Para',
    leaves: 'Sai da sua carteira',
    arrival: 'Chega em',
    unknownTime: 'desconhecido',
    priceFor: (seconds) => `Este preço vale por mais ${seconds}\u00a0s.`,
    verifiedTitle: 'Verificado neste dispositivo.',
    carried: (network) => `Você também assina o destinatário e o valor em ${network}.`,
    notCarried: (network) =>
      `O pagamento em ${network} não pôde ser verificado neste dispositivo: você não o assina. Vale apenas a palavra da ponte.`,
    limited: (amount) =>
      `Não mais que ${amount} podem sair da sua carteira, para o contrato conhecido da ponte.`,
    pay: (amount, network) => `Pagar ${amount} em ${network}`,
    approveHint: 'Isso permite que o contrato da ponte retire exatamente este valor, e nada mais.',
    sentOn: (amount, network) => `${amount} enviados em ${network}`,
    sent: (network) => `Pagamento enviado, aguardando ${network}`,
    bridging: (network) => `Seu dinheiro está a caminho de ${network}`,
    elsewhere: (source, destination) =>
      `Um pagamento de ${source} está a caminho de ${destination}`,
    elsewhereText:
      'Ele foi enviado de outro dispositivo, aba ou carteira. Esta página o acompanha; não há nada a pagar aqui agora.',
    arrived: (network) => `Chegou em ${network}, sendo confirmado`,
    confirmedOn: (network) => `Confirmado em ${network}`,
    delivered: (network) => `Entregue em ${network}`,
    canClose:
      'Você pode fechar esta página e voltar a qualquer momento. O pagamento continua sem ela.',
    unansweredTitle: 'A ponte não responde há um dia',
    unansweredText: (network) =>
      `Seu dinheiro saiu da sua carteira e não foi visto em ${network}. Ele conta assim que chegar. Não pague de novo: mostre a transação ao vendedor ou à ponte.`,
    errors: {
      bridge_refunded: {
        title: 'A ponte devolveu seu dinheiro',
        action:
          'Ele está na sua carteira, na rede de onde você pagou, menos a taxa de rede. Você pode pagar novamente.',
      },
      bridge_failed: {
        title: 'A ponte não conseguiu entregar seu pagamento',
        action:
          'O dinheiro ainda está com a ponte. Não pague de novo antes que o vendedor ou a ponte tenha verificado a transação.',
      },
      bridge_not_counted: {
        title: 'Chegou algo diferente do que foi pedido',
        action:
          'Isso não conta como este pagamento. Mostre a transação ao vendedor, que pode consultá-la.',
      },
    },
    bridgePage: 'Ver na ponte',
  },
  tron: {
    noWalletTitle: 'Nenhuma carteira Tron neste navegador',
    noWalletText:
      'Este pagamento é feito na Tron. Instale uma carteira para Tron, como a TronLink, ou abra este pagamento no navegador do aplicativo dela no seu celular.',
    otherWallets: 'Outras carteiras para Tron',
    fee: (amount) => `cerca de ${amount}`,
    feeCovered: 'coberta por sua energia e largura de banda',
    feeUnknown: 'em TRX, cobrada pela rede',
    energy: (needed, available) => `${needed} de energia necessários, você tem ${available}`,
    bandwidth: (needed, available) =>
      `${needed} de largura de banda necessários, você tem ${available}`,
    balance: (amount) => `Você tem ${amount}`,
    missingTitle: 'Não há TRX suficiente para a taxa de rede.',
    missing: (required, balance, lacking) =>
      `A Tron pede cerca de ${required} por este pagamento, e esta conta tem ${balance}. Envie pelo menos ${lacking} para ela e verifique novamente.`,
    checkAgain: 'Verificar novamente',
    resources: 'Energia e largura de banda',
    allowing: (symbol, wallet) => `Autorize ${symbol} em ${wallet}`,
    allowingMined: (symbol) => `Autorizando ${symbol}`,
    allow: (symbol) => `Autorizar ${symbol}`,
    allowHint: (symbol) =>
      `Isso permite que o contrato de pagamento conhecido retire ${symbol} para pagamentos que você assina, sem limite, para que você pague a taxa da Tron por uma autorização só uma vez.`,
    sending: 'Assinado, aguardando a Tron aceitar',
    keepOpen:
      'Mantenha esta página aberta: ela envia o pagamento até que a Tron o tenha. Se você a fechar, volte aqui.',
    failing: 'Aguardando a palavra final da rede',
    canReturn: 'Você pode fechar esta página e voltar para ver como terminou.',
    spent: 'Taxa de rede gasta',
    reverted: 'O contrato rejeitou o pagamento. Verifique seu saldo e tente novamente.',
    outOfEnergy:
      'O pagamento usou toda a energia que lhe era permitida. Tente novamente ou obtenha antes energia para sua conta.',
    droppedSignature:
      'Sua carteira assinou com outra conta, não com a que você escolheu. Escolha a conta novamente e pague.',
    errors: {
      tron_dropped: {
        title: 'A Tron não aceitou o pagamento a tempo',
        action: 'Ele não pode mais ser executado; você pode pagar novamente com segurança.',
      },
    },
    notes: {
      tron_other_bytes: () =>
        'Sua carteira assinou algo diferente deste pagamento, por isso ele não foi enviado. Nada foi cobrado. Use outra carteira.',
      tron_too_late: () =>
        'A rede não aceita mais o que você assinou, porque levou alguns minutos. Nada foi cobrado. Pague novamente.',
      tron_earlier: (params) =>
        `Uma tentativa anterior ainda pode ser executada ${until(params)}. Para não pagar duas vezes, pague novamente depois disso. Nada foi cobrado agora.`,
      tron_approval_dropped: () =>
        'A Tron não aceitou a autorização a tempo. Nada foi cobrado. Tente novamente.',
      tron_not_taken: (params) =>
        `A Tron ainda não aceitou o pagamento. Continuamos a enviá-lo ${until(params)}. Se não for aceito até lá, nada é cobrado.`,
      tron_busy: (params) =>
        `Os nós da Tron estão ocupados. Continuamos a enviar o pagamento ${until(params)}. Se não for aceito até lá, nada é cobrado.`,
      tron_no_resources: (params) =>
        `A Tron não aceita o pagamento porque esta conta tem pouco TRX ou pouca largura de banda. Se você enviar TRX para ela, o pagamento continua. Continuamos tentando ${until(params)}; caso contrário, nada é cobrado.`,
      tron_failing: () =>
        'A Tron não conseguiu executar o pagamento. Aguardamos até que isso seja definitivo, o que leva cerca de um minuto. Não pague de novo antes disso.',
    },
  },
  wallets: {
    phoneTitle: 'Pague com o celular',
    phoneText: 'Escaneie o código com o celular e pague por lá. Esta página continua sozinha.',
    phoneOnlyText:
      'Não há carteira neste navegador. Escaneie o código com o celular e pague por lá: esta página continua sozinha.',
    scan: 'Escanear',
    walletConnect: 'WalletConnect',
    ways: 'Formas de acessar sua carteira',
    qrOfPage: 'Código QR da página deste pagamento, para abrir no celular',
    qrOfWallet: 'Código QR que conecta uma carteira pelo WalletConnect',
    waitingForPhone: 'Aguardando o pagamento',
    waitingForWallet: 'Aguardando sua carteira',
    connectText:
      'Escaneie o código com uma carteira compatível com WalletConnect. Confirme o pagamento nela.',
    connectHereText:
      'Abra um aplicativo de carteira compatível com WalletConnect. Confirme o pagamento nele.',
    openWallet: 'Abrir o aplicativo de carteira',
    opening: 'Preparando o código',
    copyPage: 'Copiar link de pagamento',
    copyCode: 'Copiar link de conexão',
    expiredTitle: 'O código expirou',
    expiredText: 'Os códigos valem por cinco minutos. Nada foi cobrado.',
    declinedTitle: 'Sua carteira recusou',
    declinedText: 'Nada foi cobrado. Você pode conectar novamente ou escolher outra carteira.',
    unreachableTitle: 'O WalletConnect não está acessível',
    unreachableText: 'Nada foi cobrado. Tente novamente em instantes ou pague de outra forma.',
    tryAgain: 'Tentar novamente',
    mobileTitle: 'Escolha seu aplicativo de carteira',
    mobileText:
      'Você paga no navegador do próprio aplicativo. Esta página é atualizada quando você volta.',
    notOpened: (wallet) => `${wallet} não abriu?`,
    notOpenedText:
      'Instale o aplicativo ou copie o link de pagamento para o navegador do seu aplicativo de carteira.',
    getWallet: 'Obter uma carteira',
    search: 'Buscar carteiras',
    noMatch: (query) => `Nenhuma carteira corresponde a “${query}”.`,
    install: (wallet) => `Instalar ${wallet}`,
  },
  permit: {
    prompts:
      'A sua carteira pede uma assinatura e depois o pagamento: a assinatura não tem taxa de rede.',
    signature:
      'Sua carteira pede uma assinatura. Com ela, o serviço só pode enviar exatamente este pagamento.',
    noFee: 'Sem taxa de rede',
  },
}

const until = ({ time }: MessageParams): string => (time ? `até ${time}` : 'por alguns minutos')
