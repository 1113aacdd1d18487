import type { MessageParams } from './enFlow.ts'
import type { MoreText } from './text.ts'

/** Spanish: the sentences that most payments never need. */
export const esMore: MoreText = {
  payout: {
    payment: 'Desembolso',
    paid: 'Desembolsado',
    toRecipients: (count) =>
      count === 1 ? 'Desembolso a 1 destinatario' : `Desembolso a ${count} destinatarios`,
    connectTitle: 'Elija la billetera desde la que paga',
    connectPromise:
      'El dinero va directamente de su billetera a quienes ve aquí. Nadie lo retiene por el camino.',
    contactSupport: 'Contactar con quien envió este enlace',
    unavailable: {
      expired: {
        title: 'Este desembolso ha vencido',
        action: 'No se ha cobrado nada. Pida un enlace nuevo a quien lo creó.',
      },
      not_payable: {
        title: 'Este desembolso ya no se puede realizar',
        action: 'No se ha cobrado nada. Pida un enlace nuevo a quien lo creó.',
      },
      unauthorized: {
        title: 'Esta página no puede realizar este desembolso',
        action: 'No se ha cobrado nada. Quien creó el enlace debe autorizar este sitio.',
      },
    },
    blockedText: 'Este desembolso no acepta esta cuenta. No se ha cobrado nada.',
    reviewTitle: 'Revise y desembolse',
    receives: () => 'El destinatario recibe',
    payButton: (amount) => `Desembolsar ${amount}`,
    signing: (wallet) => `Confirme el desembolso en ${wallet}`,
    preparing: 'Comprobando el desembolso una vez más',
    broadcasting: 'Enviando su desembolso',
    confirming: 'Desembolso enviado, esperando a la red',
    settling: () => 'Confirmado, registrándose',
    canClose: 'Puede cerrar esta página. Su desembolso continúa sin ella.',
    keepOpen: 'Mantenga esta página abierta hasta que se envíe el desembolso.',
    progressTitle: 'Progreso del desembolso',
    steps: {
      pay: ({ amount }) => `Desembolsar ${amount}`,
      settle: () => 'Registrado',
    },
    succeededTitle: 'Desembolso completado',
    succeededText: () => 'El dinero ha llegado a todas las personas indicadas aquí.',
    receiptTitle: 'Recibo del desembolso',
    paidTo: 'Desembolsado a',
    failedTitle: 'Desembolso no completado',
    errors: {
      calldata_mismatch: {
        title: 'Este desembolso se detuvo por su seguridad',
        action:
          'La transacción no habría pagado lo que se muestra aquí, por lo que no se consultó a su billetera. Avise a quien creó el enlace.',
      },
      destination_mismatch: {
        title: 'Este desembolso se detuvo por su seguridad',
        action:
          'Habría ido a un destinatario distinto del que indicó esta página. Avise a quien creó el enlace.',
      },
      unsupported_network: {
        title: 'Esta red no se admite aquí',
        action: 'Pida a quien creó el enlace un desembolso en otra red.',
      },
      invalid_response: {
        title: 'El servicio de pago dio una respuesta que no entendemos',
        action: 'Inténtelo de nuevo. Si vuelve a ocurrir, avise a quien creó el enlace.',
      },
    },
    notes: {
      paid_twice: () =>
        'El desembolso se envió por segunda vez. Pida a los destinatarios que lo devuelvan.',
    },
  },
  bridge: {
    needed: (amount) => `Paga ${amount}`,
    bridgeFee: 'Comisión del puente',
    feeOf: (amount) => `comisión ${amount}`,
    noFee: 'sin comisión del puente',
    overBridge: 'Por un puente',
    minutes: (count) => `unos ${count}\u00a0min`,
    seconds: (count) => `unos ${count}\u00a0s`,
    silent: (chains) =>
      `${chains} no respondió, por lo que pueden faltar formas de pagar desde allí. Actualice para buscar de nuevo.`,
    from: 'De',
    to: 'A',
    leaves: 'Sale de su billetera',
    arrival: 'Llega en',
    unknownTime: 'se desconoce',
    priceFor: (seconds) => `Este precio es válido ${seconds}\u00a0s más.`,
    priceEnded:
      'Este precio ha vencido. Al pagar recibirá uno nuevo; si es distinto, le preguntaremos antes.',
    verifiedTitle: 'Verificado en este dispositivo.',
    verifiedText: (amount, network) =>
      `No pueden salir de su billetera más de ${amount}, hacia el contrato conocido del puente, y el pago en ${network} está incluido en lo que firma.`,
    notCarried: (network) =>
      `Lo que ocurre en ${network} no se pudo comprobar aquí: no está en lo que firma. Solo responde de ello la palabra del puente.`,
    limited: (amount) =>
      `No pueden salir de su billetera más de ${amount}, hacia el contrato conocido del puente.`,
    pay: (amount, network) => `Pagar ${amount} en ${network}`,
    approveHint:
      'Esto permite que el contrato del puente retire exactamente este importe, y nada más.',
    sentOn: (amount, network) => `${amount} enviados en ${network}`,
    sent: (network) => `Pago enviado, esperando a ${network}`,
    bridging: (network) => `Su dinero va camino de ${network}`,
    elsewhere: (source, destination) => `Un pago desde ${source} va camino de ${destination}`,
    elsewhereText:
      'Se envió desde otro dispositivo, pestaña o billetera. Esta página lo sigue; ahora no hay nada que pagar aquí.',
    arrived: (network) => `Llegó a ${network}, se está confirmando`,
    confirmedOn: (network) => `Confirmado en ${network}`,
    delivered: (network) => `Entregado en ${network}`,
    canClose: 'Puede cerrar esta página y volver en cualquier momento. El pago continúa sin ella.',
    unansweredTitle: 'El puente no responde desde hace un día',
    unansweredText: (network) =>
      `Su dinero salió de su billetera y no se ha visto en ${network}. Contará en cuanto llegue. No vuelva a pagar: muestre la transacción al comercio o al puente.`,
    errors: {
      bridge_refunded: {
        title: 'El puente le devolvió su dinero',
        action:
          'Está en su billetera, en la red desde la que pagó, menos la comisión de red. Puede volver a pagar.',
      },
      bridge_failed: {
        title: 'El puente no pudo entregar su pago',
        action:
          'El dinero sigue en el puente. No vuelva a pagar antes de que el comercio o el puente hayan revisado la transacción.',
      },
      bridge_not_counted: {
        title: 'Llegó algo distinto de lo solicitado',
        action:
          'No cuenta como este pago. Muestre la transacción al comercio, que puede consultarla.',
      },
    },
    bridgePage: 'Ver en el puente',
  },
  tron: {
    noWalletTitle: 'No hay billetera de Tron en este navegador',
    noWalletText:
      'Este pago se hace en Tron. Instale una billetera para Tron, como TronLink, o abra este pago en el navegador de su aplicación en su teléfono.',
    getWallet: 'Obtener TronLink',
    otherWallets: 'Otras billeteras para Tron',
    fee: (amount) => `unos ${amount}`,
    feeCovered: 'cubierta por su energía y ancho de banda',
    feeUnknown: 'en TRX, la cobra la red',
    energy: (needed, available) => `se necesitan ${needed} de energía, tiene ${available}`,
    bandwidth: (needed, available) =>
      `se necesitan ${needed} de ancho de banda, tiene ${available}`,
    balance: (amount) => `Tiene ${amount}`,
    missingTitle: 'No hay suficiente TRX para la comisión de red.',
    missing: (required, balance, lacking) =>
      `Tron pide unos ${required} por este pago y esta cuenta tiene ${balance}. Envíele al menos ${lacking} y luego compruebe de nuevo.`,
    checkAgain: 'Comprobar de nuevo',
    resources: 'Energía y ancho de banda',
    allowing: (symbol, wallet) => `Autorice ${symbol} en ${wallet}`,
    allowingMined: (symbol) => `Autorizando ${symbol}`,
    allow: (symbol) => `Autorizar ${symbol}`,
    allowHint: (symbol) =>
      `Esto permite que el contrato de pago conocido retire ${symbol} para los pagos que usted firme, sin límite, de modo que pague la comisión de Tron por una autorización una sola vez.`,
    sending: 'Firmado, esperando a que Tron lo acepte',
    keepOpen:
      'Mantenga esta página abierta: envía el pago hasta que Tron lo tenga. Si la cierra, vuelva aquí.',
    failing: 'Esperando la última palabra de la red',
    canReturn: 'Puede cerrar esta página y volver para ver cómo terminó.',
    spent: 'Comisión de red gastada',
    reverted: 'El contrato rechazó el pago. Revise su saldo e inténtelo de nuevo.',
    outOfEnergy:
      'El pago agotó la energía que tenía permitida. Inténtelo de nuevo o consiga antes energía para su cuenta.',
    droppedSignature:
      'Su billetera firmó con una cuenta distinta de la que eligió. Elija la cuenta de nuevo y luego pague.',
    errors: {
      tron_dropped: {
        title: 'Tron no aceptó el pago a tiempo',
        action: 'Ya no se puede ejecutar; puede volver a pagar sin riesgo.',
      },
    },
    notes: {
      tron_other_bytes: () =>
        'Su billetera firmó algo distinto de este pago, por lo que no se envió. No se ha cobrado nada. Use otra billetera.',
      tron_too_late: () =>
        'La red ya no acepta lo que firmó, porque tardó unos minutos. No se ha cobrado nada. Pague de nuevo.',
      tron_earlier: (params) =>
        `Un intento anterior aún podría ejecutarse ${until(params)}. Para no pagar dos veces, pague de nuevo después. Ahora no se ha cobrado nada.`,
      tron_approval_dropped: () =>
        'Tron no aceptó la autorización a tiempo. No se ha cobrado nada. Inténtelo de nuevo.',
      tron_not_taken: (params) =>
        `Tron aún no ha aceptado el pago. Seguimos enviándolo ${until(params)}. Si no se acepta para entonces, no se cobra nada.`,
      tron_busy: (params) =>
        `Los nodos de Tron están ocupados. Seguimos enviando el pago ${until(params)}. Si no se acepta para entonces, no se cobra nada.`,
      tron_no_resources: (params) =>
        `Tron no acepta el pago porque esta cuenta tiene muy poco TRX o ancho de banda. Si le envía TRX, el pago continúa. Seguimos intentándolo ${until(params)}; de lo contrario, no se cobra nada.`,
      tron_failing: () =>
        'Tron no pudo ejecutar el pago. Esperamos a que sea definitivo, lo que tarda cerca de un minuto. No vuelva a pagar antes.',
    },
  },
  wallets: {
    phoneTitle: 'Pague con su teléfono',
    phoneText: 'Escanee el código con su teléfono y pague allí. Esta página continúa sola.',
    phoneOnlyText:
      'No hay billetera en este navegador. Escanee el código con su teléfono y pague allí: esta página continúa sola.',
    scan: 'Escanear',
    walletConnect: 'WalletConnect',
    ways: 'Formas de acceder a su billetera',
    qrOfPage: 'Código QR de la página de este pago, para abrirla en su teléfono',
    qrOfWallet: 'Código QR que conecta una billetera por WalletConnect',
    waitingForPhone: 'Esperando el pago',
    waitingForWallet: 'Esperando a su billetera',
    connectText:
      'Escanee el código con una billetera compatible con WalletConnect. Confirme el pago allí.',
    connectHereText:
      'Abra una aplicación de billetera compatible con WalletConnect. Confirme el pago allí.',
    openWallet: 'Abrir la aplicación de billetera',
    opening: 'Preparando el código',
    copyPage: 'Copiar el enlace de pago',
    copyCode: 'Copiar el enlace de conexión',
    expiredTitle: 'El código ha vencido',
    expiredText: 'Los códigos duran cinco minutos. No se ha cobrado nada.',
    declinedTitle: 'Su billetera rechazó la solicitud',
    declinedText: 'No se ha cobrado nada. Puede conectar de nuevo o elegir otra billetera.',
    unreachableTitle: 'No se puede acceder a WalletConnect',
    unreachableText:
      'No se ha cobrado nada. Inténtelo de nuevo en un momento o pague de otra forma.',
    tryAgain: 'Reintentar',
    mobileTitle: 'Elija su aplicación de billetera',
    mobileText: 'El pago se abre en el navegador de la aplicación.',
    notOpened: (wallet) => `¿No se abrió ${wallet}?`,
    notOpenedText:
      'Instale la aplicación o copie el enlace de pago en el navegador de su aplicación de billetera.',
    install: (wallet) => `Instalar ${wallet}`,
  },
  permit: {
    prompts: 'Su billetera pide una firma y después el pago: la firma no tiene comisión de red.',
  },
}

const until = ({ time }: MessageParams): string =>
  time ? `hasta las ${time}` : 'durante unos minutos'
