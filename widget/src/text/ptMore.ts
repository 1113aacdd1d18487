import type { MessageParams } from './enFlow.ts'
import type { MoreText } from './text.ts'

/** Portuguese: the sentences that most payments never need. */
export const ptMore: MoreText = {
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
    from: 'De',
    to: 'Para',
    leaves: 'Sai da sua carteira',
    arrival: 'Chega em',
    unknownTime: 'desconhecido',
    priceFor: (seconds) => `Este preço vale por mais ${seconds}\u00a0s.`,
    priceEnded:
      'Este preço expirou. Ao pagar, você recebe um novo; se for diferente, perguntamos antes.',
    verifiedTitle: 'Verificado neste dispositivo.',
    verifiedText: (amount, network) =>
      `Não mais que ${amount} podem sair da sua carteira, para o contrato conhecido da ponte, e o pagamento em ${network} está no que você assina.`,
    notCarried: (network) =>
      `O que acontece em ${network} não pôde ser verificado aqui: não está no que você assina. Vale apenas a palavra da ponte.`,
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
    getWallet: 'Obter a TronLink',
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
    mobileText: 'O pagamento abre no navegador do próprio aplicativo.',
    notOpened: (wallet) => `${wallet} não abriu?`,
    notOpenedText:
      'Instale o aplicativo ou copie o link de pagamento para o navegador do seu aplicativo de carteira.',
    install: (wallet) => `Instalar ${wallet}`,
  },
  permit: {
    prompts:
      'A sua carteira pede uma assinatura e depois o pagamento: a assinatura não tem taxa de rede.',
  },
}

const until = ({ time }: MessageParams): string => (time ? `até ${time}` : 'por alguns minutos')
