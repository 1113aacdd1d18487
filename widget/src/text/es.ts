import type { MessageParams } from './enFlow.ts'
import type { Locale } from './text.ts'

/** Spanish. */
export const es: Locale = {
  words: {
    dir: 'ltr',
    payment: 'Pago',
    loading: 'Cargando el pago',
    theMerchant: 'la tienda',
    yourWallet: 'su billetera',
    testNetwork: 'Red de prueba',
    toPay: 'A pagar',
    youPay: 'Usted paga',
    paid: 'Pagado',
    onNetwork: (network) => `en ${network}`,
    inCurrency: (symbols, network) => `en ${symbols} en ${network}`,
    toRecipients: (count) => (count === 1 ? '1 destinatario' : `${count} destinatarios`),
    reference: 'Referencia',
    expires: (when) => `Vence ${when}`,
    plusFee: 'más comisión',
    connectTitle: 'Elija una billetera',
    lastUsed: 'Última usada',
    connectPromise: 'Paga directamente desde su billetera. Nadie retiene su dinero por el camino.',
    whatIsWallet: '¿Qué es una billetera?',
    whatIsWalletText:
      'Una aplicación o extensión del navegador que guarda su dinero y le pregunta antes de que salga algo.',
    noWalletTitle: 'No hay billetera en este navegador',
    noWalletText:
      'Instale una extensión de billetera o abra este pago en el navegador de una aplicación de billetera en su teléfono.',
    otherWallets: 'Otras billeteras',
    phoneWallet: 'Billetera del teléfono',
    findWallet: 'Buscar una billetera',
    openPayPage: 'Abrir la página de pago',
    copyLink: 'Copiar el enlace de pago',
    copy: (what) => `Copiar: ${what}`,
    copied: 'Copiado',
    close: 'Cerrar',
    remaining: 'Pendiente',
    tryAgain: 'Reintentar',
    updated:
      'Esta página se actualizó mientras estaba abierta, o una parte de ella no se cargó. Vuelva a cargarla: su pago continúa donde estaba.',
    reload: 'Recargar la página',
    supportCode: 'Código de soporte',
    contactSupport: 'Contactar con el comercio',
    retryIn: (seconds) => `Reintentar en ${seconds} s`,
    opensNewTab: 'se abre en una pestaña nueva',
    unavailable: {
      expired: {
        title: 'Este pago ha vencido',
        action: 'No se ha cobrado nada. Pida al comercio un nuevo enlace de pago.',
      },
      not_found: {
        title: 'Pago no encontrado',
        action: 'Revise el enlace o consulte al comercio. Si ya pagó, no pague otra vez.',
      },
      cancelled: {
        title: 'Este pago se canceló',
        action: 'No se ha cobrado nada. Pida al comercio un nuevo enlace de pago.',
      },
      not_payable: {
        title: 'Este pago ya no se puede realizar',
        action: 'No se ha cobrado nada. Pida al comercio un nuevo enlace de pago.',
      },
      rate_limited: {
        title: 'Demasiadas solicitudes',
        action: 'Espere un momento. No se ha cobrado nada.',
      },
      offline: {
        title: 'No tiene conexión',
        action: 'Continuaremos en cuanto recupere la conexión.',
      },
      unauthorized: {
        title: 'Esta página no puede aceptar este pago',
        action: 'No se ha cobrado nada. El comercio debe autorizar este sitio.',
      },
      no_rate: {
        title: 'No hay un tipo de cambio actual',
        action: 'No se ha cobrado nada. Inténtelo de nuevo en unos minutos.',
      },
      server: {
        title: 'No se puede acceder al servicio de pago',
        action: 'Inténtelo de nuevo en un momento. Si ya ha pagado, su pago está a salvo.',
      },
    },
    connectingTitle: (wallet) => `Continúe en ${wallet}`,
    connectingText: 'Permita que este sitio vea su cuenta. No se cobra nada.',
    connectedText: 'Comprobando con qué puede pagar esta cuenta.',
    cancel: 'Cancelar',
    readingOption: 'Comprobando el pago',
    slow: (wallet) => `Esperando a ${wallet}. Ábrala y busque una solicitud.`,
    stuck: (wallet) => `${wallet} no ha respondido. Si cerró su ventana, puede detenerse aquí.`,
    blockedTitle: 'Esta billetera no puede pagar aquí',
    blockedText: 'El comercio no acepta esta cuenta. No se ha cobrado nada.',
    changeWallet: 'Cambiar de billetera',
    back: 'Atrás',
    optionsTitle: 'Elija cómo pagar',
    balance: (amount) => `Saldo ${amount}`,
    balanceUnknown: 'Saldo desconocido',
    notEnough: 'insuficiente',
    missing: (amount) => `faltan ${amount}`,
    notEnoughGas: (symbol) => `No hay suficiente ${symbol} para la comisión de red`,
    direct: 'Directo',
    refresh: 'Actualizar',
    reviewTitle: 'Revise y pague',
    recipient: 'Destinatario',
    recipients: 'Destinatarios',
    showRecipients: (count) => `Mostrar los ${count} destinatarios`,
    recipientNumber: (number) => `Destinatario ${number}`,
    receives: (merchant) => `${merchant} recibe`,
    network: 'Red',
    fee: 'Comisión de la tienda',
    feeBorne: 'La paga el destinatario',
    contractFeeOf: (percentage) => `Comisión del contrato (${percentage} %)`,
    youSpend: 'De su billetera',
    upTo: (cost) => `hasta ${cost}`,
    aboutAtMost: (about, most) => `unos ${about}, como máximo ${most}`,
    rateHint: (most) =>
      `El tipo de cambio se toma cuando se realiza el pago. Nunca se retiran más de ${most}, y lo que no haga falta sigue siendo suyo.`,
    tokenNote: (symbol) =>
      `${symbol} no es uno de los tokens conocidos. Compruebe que este es el contrato del token con el que quiere pagar:`,
    networkFee: 'Comisión de red',
    networkFeeText: 'la muestra su billetera',
    total: 'Total',
    amount: 'Importe',
    verified: 'Contrato verificado.',
    verifiedHint:
      'Decodificado en este dispositivo: paga exactamente lo que se muestra aquí, mediante un contrato conocido.',
    verifiedMost:
      'Decodificado en este dispositivo: no retira más de lo que se muestra aquí, mediante un contrato conocido.',
    confirmationsNeeded: (count, prompts) =>
      `Su billetera le preguntará ${count} veces: ${prompts}.`,
    payButton: (amount) => `Pagar ${amount}`,
    details: 'Detalles de la transacción',
    rawData: 'Datos sin procesar',
    decodedCall: 'Llamada decodificada',
    callTo: 'Para',
    callValue: 'Valor',
    progressTitle: 'Progreso del pago',
    preparing: 'Comprobando el pago una vez más',
    switching: (network, wallet) => `Cambie a ${network} en ${wallet}`,
    resetting: (symbol, wallet) => `Restablezca el límite de ${symbol} en ${wallet}`,
    resettingMined: (symbol) => `Restableciendo el límite de ${symbol}`,
    approving: (amount, wallet) => `Autorice ${amount} en ${wallet}`,
    approvingMined: (amount) => `Autorizando ${amount}`,
    signing: (wallet) => `Confirme el pago en ${wallet}`,
    broadcasting: 'Enviando su pago',
    confirming: 'Pago enviado, esperando a la red',
    settling: (merchant) => `Confirmado, esperando a ${merchant}`,
    confirmations: (current, required) => `${current} de ${required} confirmaciones`,
    closeWaiting: (wallet) => `${wallet} aún espera su respuesta. Cerrar no cancela el pago.`,
    stay: 'Mantener abierto',
    canClose: 'Puede cerrar esta página. Su pago continúa sin ella.',
    keepOpen: 'Mantenga esta página abierta hasta que se envíe el pago.',
    minedHint: 'Suele tardar menos de un minuto.',
    oneToken: 'uno de los tokens',
    approveHint:
      'Esto permite que el contrato de pago retire exactamente este importe, y nada más.',
    closedWallet: 'He cerrado mi billetera',
    viewTransaction: 'Ver la transacción',
    steps: {
      switch: ({ network }) => `Cambiar a ${network}`,
      reset_approval: ({ symbol }) => `Restablecer el límite de ${symbol}`,
      approve: ({ amount }) => `Autorizar ${amount}`,
      pay: ({ amount }) => `Pagar ${amount}`,
      confirm: () => 'Confirmado por la red',
      settle: ({ merchant }) => `Recibido por ${merchant}`,
    },
    stepStatus: {
      waiting: 'sin empezar',
      active: 'en curso',
      done: 'hecho',
      failed: 'fallido',
    },
    resumingTitle: 'Comprobando su pago anterior',
    resumingText: (when, wallet, network) =>
      `Inició este pago ${when} con ${wallet} en ${network}.`,
    resumingTextShort: 'Ya había iniciado este pago. Lo estamos buscando en la red.',
    unknownTitle: 'No sabemos si ha pagado',
    unknownText: (wallet) =>
      `${wallet} no nos ha dicho si envió el pago. No vuelva a pagar antes de aclararlo.`,
    checkAgain: 'Comprobar de nuevo',
    notSent: 'No se envió, empezar de nuevo',
    confirmNotSentTitle: '¿Está cerrada la solicitud en su billetera?',
    confirmNotSentText:
      'Abra su billetera y asegúrese de que no haya ningún pago en espera. Si lo hay, rechácelo primero: de lo contrario podría pagar dos veces.',
    confirmNotSentYes: 'Sí, no hay nada en espera',
    viewAccount: 'Ver su cuenta',
    lockedTitle: 'Este pago está abierto en otro lugar',
    lockedTabTitle: 'Este pago está abierto en otra pestaña',
    lockedDeviceTitle: 'Este pago está abierto en otro dispositivo',
    lockedText: 'Para que no pague dos veces, solo se puede pagar en un lugar a la vez.',
    lockedSince: (wallet, when) => `Iniciado ${when} con ${wallet}.`,
    continueHere: 'Continuar aquí',
    partialTitle: 'Una parte está pagada',
    partialText: (paid, total) => `Han llegado ${paid} de ${total}.`,
    payRemaining: 'Pagar el resto',
    succeededTitle: 'Pago completado',
    succeededText: (merchant) => `${merchant} ha recibido su pago.`,
    overpaid: (amount, merchant) =>
      `Se pagaron ${amount} de más, aún sin reembolsar. Pida el reembolso a: ${merchant}.`,
    paidTo: 'Pagado a',
    paidWith: 'Pagado con',
    refunded: 'Reembolsado',
    paidAt: 'Pagado el',
    bridgeKept: 'Retenido por el puente',
    transaction: 'Transacción',
    transactions: 'Transacciones',
    receiptTitle: 'Recibo',
    viewReceipt: 'Ver recibo',
    downloadPdf: 'Descargar PDF',
    printReceipt: 'Imprimir recibo',
    saveReceipt: 'Guardar como JSON',
    backTo: (merchant) => `Volver a ${merchant}`,
    paymentId: 'ID del pago',
    failedTitle: 'Pago no completado',
    money: {
      untouched: 'No se ha cobrado nada.',
      'maybe-sent': 'Es posible que su billetera haya enviado el pago.',
      sent: 'Su pago se ha enviado.',
      'fee-only': 'Solo se ha gastado la comisión de red.',
      refunded: 'Se le ha devuelto su dinero.',
    },
    errors: {
      calldata_mismatch: {
        title: 'Este pago se detuvo por su seguridad',
        action:
          'La transacción no habría pagado lo que se muestra aquí, por lo que no se consultó a su billetera. Avise al comercio.',
      },
      destination_mismatch: {
        title: 'Este pago se detuvo por su seguridad',
        action:
          'Habría ido a un destinatario distinto del que indicó esta tienda. Avise al comercio.',
      },
      unsupported_network: {
        title: 'Esta red no se admite aquí',
        action: 'Pida al comercio un pago en otra red.',
      },
      payment_reverted: {
        title: 'La red rechazó el pago',
        action: 'Revise su saldo e inténtelo de nuevo.',
      },
      payment_cancelled: {
        title: 'El pago se canceló en su billetera',
        action: 'Puede volver a pagar cuando quiera.',
      },
      payment_replaced: {
        title: 'Otra transacción ocupó el lugar del pago',
        action: 'Su billetera envió otra cosa en su lugar. Puede volver a pagar cuando quiera.',
      },
      invalid_response: {
        title: 'El servicio de pago dio una respuesta que no entendemos',
        action: 'Inténtelo de nuevo. Si vuelve a ocurrir, avise al comercio.',
      },
      internal: {
        title: 'Algo falló en esta página',
        action: 'Inténtelo de nuevo: si se envió un pago, se encontrará.',
      },
    },
    notes: {
      rejected: () => 'Ha rechazado la solicitud en su billetera. No se ha cobrado nada.',
      switch_rejected: ({ network }) =>
        `No se cambió de red. No se ha cobrado nada. Pague de nuevo y cambie a ${network}.`,
      approve_rejected: () =>
        'Ha rechazado la autorización en su billetera. No se ha cobrado nada.',
      wallet_busy: () =>
        'Su billetera tiene una solicitud abierta. Termínela allí y luego inténtelo de nuevo.',
      wallet_timeout: () =>
        'Su billetera no respondió. No se ha cobrado nada. Ábrala e inténtelo de nuevo.',
      wallet_locked: () => 'Su billetera está bloqueada. Desbloquéela e inténtelo de nuevo.',
      wallet_error: () =>
        'Su billetera informó de un problema. No se ha cobrado nada. Inténtelo de nuevo.',
      wallet_gone: () => 'Esta billetera ya no está disponible. Elíjala de nuevo.',
      switch_failed: ({ network }) =>
        `Su billetera no pudo cambiar a ${network}. No se ha cobrado nada. Cambie la red en su billetera y luego inténtelo de nuevo.`,
      account_changed: () =>
        'La cuenta de su billetera ha cambiado. No se ha cobrado nada. Revise el pago de nuevo.',
      approval_reverted: () =>
        'La autorización falló en la red. Solo se ha gastado la comisión de red. Inténtelo de nuevo.',
      approval_too_low: () =>
        'El importe autorizado en su billetera es demasiado bajo. El pago no se envió. Autorice al menos el importe mostrado.',
      insufficient_balance: ({ symbol }) =>
        `No tiene suficiente ${symbol}. No se ha cobrado nada. Añada fondos o elija otra forma de pago.`,
      insufficient_gas: ({ symbol }) =>
        `Necesita un poco de ${symbol} para la comisión de red. No se ha cobrado nada.`,
      payment_changed: () => 'El pago ha cambiado. No se ha cobrado nada. Revíselo de nuevo.',
      service_unavailable: () =>
        'El servicio de pago no respondió. No se ha cobrado nada. Inténtelo de nuevo en un momento.',
      chain_unavailable: () =>
        'No se puede leer la red en este momento. No se ha cobrado nada. Inténtelo de nuevo en un momento.',
      rate_unavailable: () =>
        'No hay un tipo de cambio actual. No se ha cobrado nada. Inténtelo de nuevo en unos minutos.',
      no_option: () =>
        'Esta página no acepta aquello con lo que podría pagar esta cuenta. No se ha cobrado nada. Pruebe con otra billetera.',
      rate_limited: ({ seconds }) =>
        `Demasiadas solicitudes. No se ha cobrado nada. Inténtelo de nuevo en ${seconds ?? 'unos'} segundos.`,
      storage_failed: () =>
        'Este navegador no pudo guardar el pago, por lo que no se consultó a su billetera. Permita los datos de sitios e inténtelo de nuevo.',
      locked_tab: () => 'Termínelo en la otra pestaña o continúe aquí.',
      locked_tab_signing: () =>
        'La otra pestaña espera a su billetera. Confirme o rechace allí primero.',
      locked_device: () => 'Termínelo allí. Si lo dejó, podrá pagar aquí dentro de unos minutos.',
      safe_waiting: () =>
        'Esperando a los firmantes del Safe. Esta página continúa sola cuando hayan firmado.',
      taken_over: () => 'El pago continuó en otra pestaña.',
      auto_selected: ({ symbol, network }) =>
        `Seleccionado para usted: ${symbol} en ${network}, la única forma de pago para la que esta billetera tiene saldo suficiente.`,
      replaced_faster: () =>
        'Su billetera envió el pago de nuevo con una comisión más alta. Se paga una sola vez.',
      checking: () => 'Buscando su pago en la red.',
      pending_in_wallet: () =>
        'Su billetera tiene una transacción en espera. Puede ser este pago: abra su billetera para verla.',
      prompt_may_be_open: () =>
        'Hasta ahora no se ha enviado nada, pero la solicitud puede seguir abierta en su billetera.',
      nonce_unused: () => 'La red muestra que no se envió nada. Puede empezar de nuevo sin riesgo.',
      not_found_yet: () => 'La red aún no muestra su pago. Puede tardar un minuto.',
      not_sent: () => 'Su intento anterior no se envió. Puede pagar ahora sin riesgo.',
      approval_kept: () => 'Su autorización anterior sigue vigente. Solo falta el pago.',
      paid_elsewhere: () =>
        'Este pago ya está pagado. Rechace la solicitud que está abierta en su billetera.',
      paid_twice: () =>
        'Se envió un segundo pago después de que este ya estaba pagado. Pida el reembolso al comercio.',
    },
  },
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
      cancelled: {
        title: 'Este desembolso se canceló',
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
    fee: 'Comisión',
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
    overpaid: (amount) =>
      `Se enviaron ${amount} de más. Pida a los destinatarios que los devuelvan.`,
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
  accepted: {
    balance: (balance, worth) => `Tiene ${balance}, valen ${worth}`,
    nothing: 'El saldo de esta billetera no alcanza en ninguna de estas monedas.',
    others: (count) => `No alcanza en esta billetera (${count})`,
    search: 'Buscar moneda o red',
    noMatch: (query) => `Ninguna moneda coincide con «${query}».`,
    otherWallet: (list) => `Con otra billetera también puede pagar en ${list}.`,
    more: (count) => `Más monedas (${count})`,
    otherTokens: 'Pagar con otro token',
    noOtherToken: 'Ningún otro token de esta billetera alcanza para este pago.',
  },
  quoted: {
    rate: 'Tipo de cambio',
    roundedUp: (worth, paid) => `${worth}, redondeado hacia arriba a ${paid}`,
    sources: 'Precio según',
    priceFor: (time) => `Este precio es válido durante ${time} más.`,
    priceEnded: 'Este precio ha caducado. No se ha cobrado nada.',
    newPrice: 'Obtener un nuevo precio',
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
    slow: (chains) =>
      `Un pago desde ${chains} llegaría cuando este precio ya haya caducado, por lo que no se ofrece.`,
    from: 'De',
    to: 'A',
    leaves: 'Sale de su billetera',
    arrival: 'Llega en',
    unknownTime: 'se desconoce',
    priceFor: (seconds) => `Este precio es válido ${seconds}\u00a0s más.`,
    verifiedTitle: 'Verificado en este dispositivo.',
    carried: (network) => `También firma el destinatario y el importe en ${network}.`,
    notCarried: (network) =>
      `El pago en ${network} no se pudo comprobar en este dispositivo: no lo firma. Solo responde de ello la palabra del puente.`,
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
    mobileText:
      'Usted paga en el navegador de la aplicación. Esta página se actualiza cuando vuelve.',
    notOpened: (wallet) => `¿No se abrió ${wallet}?`,
    notOpenedText:
      'Instale la aplicación o copie el enlace de pago en el navegador de su aplicación de billetera.',
    getWallet: 'Obtener una billetera',
    search: 'Buscar billeteras',
    noMatch: (query) => `Ninguna billetera coincide con «${query}».`,
    install: (wallet) => `Instalar ${wallet}`,
  },
  permit: {
    prompts: 'Su billetera pide una firma y después el pago: la firma no tiene comisión de red.',
    signature:
      'Su billetera pide una firma. Con ella, el servicio solo puede enviar exactamente este pago.',
    noFee: 'Sin comisión de red',
  },
}

const until = ({ time }: MessageParams): string =>
  time ? `hasta las ${time}` : 'durante unos minutos'
