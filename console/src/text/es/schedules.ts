import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences for the recurring payout screens; part of {@link es}. */
export const schedules: Text['schedules'] = {
  title: 'Desembolsos recurrentes',
  one: 'Desembolso recurrente',
  lead: 'Una sola firma, y cada pago se envía en su fecha, nunca antes.',
  create: 'Nuevo desembolso recurrente',
  empty: 'Aún no hay desembolsos recurrentes',
  emptyText:
    'Pague un salario, un alquiler o una suscripción con una sola firma para todos sus pagos.',
  emptyFilter: 'Ningún desembolso recurrente en este estado.',
  filter: 'Mostrar',
  all: 'Todos',
  more: 'Más desembolsos recurrentes',
  back: 'Todos los desembolsos recurrentes',
  status: {
    pending: 'Sin firmar',
    active: 'Activo',
    paused: 'En pausa',
    completed: 'Completado',
    cancelled: 'Cancelado',
  },
  frequency: {
    DAILY: 'Cada día',
    WEEKLY: 'Cada semana',
    MONTHLY: 'Cada mes',
    YEARLY: 'Cada año',
  },
  amountTo: (amount, payee) => `${amount} a ${payee}`,
  fromTo: (payer, payee) => `De ${payer} a ${payee}`,
  progress: (paid, all) => `${paid} de ${all} pagados`,
  next: (day) => `Próximo el ${day}`,
  calendar: {
    title: 'Pagos previstos',
    utc: 'Los días se cuentan en UTC.',
    previous: 'Mes anterior',
    following: 'Mes siguiente',
    today: 'Hoy',
    nothing: 'No hay nada previsto para este día.',
    nothingDue: 'nada previsto',
    paid: 'Pagado',
    due: 'Previsto',
    paused: 'En pausa',
    count: (count) => plural(count, '1 pago', `${count} pagos`),
    month: (total) => `Previsto este mes: ${total}.`,
    monthNone: 'No hay más pagos previstos este mes.',
    limited: (count) =>
      plural(
        count,
        'Del desembolso recurrente más reciente.',
        `De los ${count} desembolsos recurrentes más recientes.`,
      ),
  },
  failure: {
    insufficient_balance: 'La billetera del pagador no tiene saldo suficiente del token.',
    insufficient_allowance: 'El límite autorizado por el pagador al contrato es demasiado bajo.',
    permit_expired: 'El mandato del pagador ha vencido. Cree un nuevo desembolso recurrente.',
    permit_cancelled:
      'El pagador revocó el mandato en la blockchain. Cree un nuevo desembolso recurrente.',
    transfer_refused: 'El contrato del token rechazó la transferencia.',
  },
  failures: (count) => plural(count, 'Falló una vez', `Falló ${count} veces`),
  pausedText:
    'Tras tres fallos, el servicio deja de enviar. Corrija la causa y reanude el desembolso recurrente: el servicio envía entonces los pagos pendientes en orden.',
  unpause: 'Reanudar',
  unpaused: 'Desembolso recurrente reanudado.',
  cancel: 'Cancelar desembolso recurrente',
  keep: 'Mantener desembolso recurrente',
  cancelTitle: '¿Cancelar este desembolso recurrente?',
  cancelText:
    'No se envía ningún pago más. Esta acción no se puede deshacer. Un pago que ya esté en camino aún puede llegar.',
  cancelled: 'Desembolso recurrente cancelado.',
  facts: {
    payer: 'Pagador',
    payee: 'Beneficiario',
    network: 'Red',
    progress: 'Pagos',
    start: 'Primer pago',
    next: 'Próximo pago',
    last: 'Último pago',
    paid: 'Pagado hasta ahora',
    open: 'Queda por pagar',
    whole: 'Total',
    reference: 'Referencia',
    id: 'ID',
    none: 'Ninguno',
  },
  upcoming: 'Próximos pagos',
  upcomingNone: 'No se enviará ningún pago más.',
  upcomingPending: 'El desembolso recurrente comienza cuando se firma.',
  upcomingMore: (count) => plural(count, 'y 1 más', `y ${count} más`),
  onDate: (relative, date) => `${relative}, ${date}`,
  overdue: 'atrasado, se envía de inmediato',
  past: 'Pagos realizados',
  pastNone: 'Aún no hay ninguno.',
  transaction: (hash) => `Transacción ${hash}`,
  form: {
    title: 'Nuevo desembolso recurrente',
    lead: 'Su billetera le pregunta dos veces: para autorizar al contrato a usar el token y para firmar el mandato. Firmar es gratis.',
    payer: 'Pagar desde',
    payerHint: 'Elija la billetera que paga. Por ahora, la página solo lee su dirección.',
    payerChosen: 'Paga desde esta billetera.',
    payerOther: 'Usar otra billetera',
    payerNeeded: 'Elija primero la billetera que paga.',
    noWalletsHint:
      'Instale una extensión de billetera o abra esta página en una aplicación de billetera.',
    payeeIsPayer: 'Esta es la billetera que paga: no puede pagarse a sí misma.',
    amountEach: 'Importe de cada pago',
    frequency: 'Frecuencia',
    start: 'Primer pago el',
    startHint: 'En UTC. Hoy significa de inmediato.',
    startInvalid: 'Elija hoy o un día posterior.',
    startFar: 'Como máximo, dentro de 10 años.',
    count: 'Número de pagos',
    countHint: 'De 2 a 255. Con el último termina el desembolso recurrente.',
    countInvalid: 'Ingrese un número entero de 2 a 255. Un mandato no puede abarcar más pagos.',
    create: 'Continuar a la firma',
    noTokens: 'Esta red no tiene ningún token para desembolsos recurrentes.',
    created: 'Desembolso recurrente creado. Comienza cuando se firma.',
    unavailable: {
      no_relayer: 'Este servicio aún no puede enviar pagos recurrentes: no tiene clave de relayer.',
      no_contract: 'No hay ningún contrato para pagos recurrentes en esta red.',
      relayer_not_allowed: 'El contrato de esta red no permite que este servicio envíe pagos.',
      merchant_not_allowed:
        'El operador de este servicio no paga el gas de sus pagos. Pídale que lo permita.',
      worth_unknown:
        'El servicio no puede comparar el costo de gas de un pago con su valor en esta red.',
    },
    payerIsContract:
      'Esta billetera es un contrato (como un Safe). El contrato de pago solo comprueba firmas simples: use una billetera común.',
  },
  sign: {
    title: 'Firme para comenzar',
    text: (amount, count) =>
      `Usted autoriza solo ${count} pagos de ${amount}, ninguno antes de su fecha, a:`,
    steps: {
      created: 'Creado',
      approve: 'Autorizar al contrato a usar el token',
      sign: 'Firmar el mandato',
      activate: 'Activo',
    },
    approveUpTo: (amount) => `Hasta ${amount}. Su billetera paga por esto una comisión de red.`,
    approveExisting: (amount) =>
      `Esto incluye ${amount} para otros desembolsos recurrentes de esta billetera.`,
    approveNone: 'Ya está autorizado.',
    signText: 'Firmar es gratis y aún no mueve dinero.',
    begin: (wallet) => `Continuar en ${wallet}`,
    choose: 'Continuar con la billetera del pagador',
    chooseText: (payer) => `Este desembolso recurrente lo paga ${payer}. Elija esa billetera.`,
    asked: (wallet) => `Confirme en ${wallet}`,
    waiting: 'Esperando la confirmación de la red',
    activating: 'Enviando la firma…',
    active: 'El desembolso recurrente está activo.',
    otherPayer: (address, payer) =>
      `Esta billetera es ${address}, pero el desembolso recurrente lo paga ${payer}. Elija esa cuenta en la billetera.`,
    rejected:
      'Ha rechazado la solicitud en su billetera. No se firmó nada; puede continuar aquí cuando quiera.',
    chainUnknown: (network) =>
      `Su billetera no tiene ${network}. Añádala allí e inténtelo de nuevo.`,
    reverted: 'La red rechazó la autorización. Inténtelo de nuevo.',
    tooLow: (amount) =>
      `Su billetera autorizó menos de ${amount}. Autorice el importe completo y no cambie la cifra.`,
    unconfirmed:
      'La red aún no ha confirmado la autorización. Continúe aquí cuando lo haya hecho; no se pierde nada.',
    lie: (what) =>
      `El servicio pide una firma para algo distinto de lo que usted acordó (${what}). No se firmó nada. No continúe con este desembolso recurrente.`,
    lies: {
      shape: 'no se puede leer',
      chain: 'la red',
      contract: 'el contrato',
      payer: 'el pagador',
      token: 'el token',
      payee: 'el beneficiario',
      amount: 'el importe',
      fee: 'una comisión que no se acordó',
      count: 'el número de pagos',
      calendar: 'las fechas',
      deadline: 'el plazo de validez',
      order: 'el orden',
      approval: 'el límite autorizado',
    },
    lieShown: (what) =>
      `El servicio pide una firma para algo distinto de lo que muestra esta pantalla (${what}). No se firmó nada. No continúe con este desembolso recurrente.`,
    elsewhere:
      'Este desembolso recurrente se creó en otro lugar. Compare el destinatario, el importe y las fechas con lo que acordó: usted firma exactamente estos.',
    hasFee:
      'Este desembolso recurrente tiene una comisión que se suma a cada pago y que no se puede firmar aquí. No se firmó nada: fírmelo donde se creó, o créelo de nuevo aquí sin comisión.',
    unknown:
      'La red no se puede leer ahora, así que se desconoce el límite autorizado actual. No se pierde nada: inténtelo de nuevo en breve.',
    over: 'Este desembolso recurrente ya no se puede firmar: su mandato ha vencido. Puede cancelarlo y crearlo de nuevo.',
    anew: 'Crearlo de nuevo',
  },
  allowance: {
    title: 'Revocar el límite autorizado restante',
    text: (payer) =>
      `El servicio no envía más pagos. El pagador (${payer}) también puede bajar en la blockchain el límite autorizado al contrato:`,
    lower: (amount) => `Bajar el límite autorizado a ${amount}`,
    lowerToNone: 'Bajar el límite autorizado a 0',
    revoke: 'Revocar el mandato en la blockchain, para que nadie pueda usarlo nunca',
    each: 'Cada una es una transacción con una comisión de red.',
    sent: 'Límite autorizado revocado.',
    later:
      'No se envía ningún pago más. El pagador puede bajar el límite autorizado restante en su billetera.',
    unknown:
      'No se envía ningún pago más. La red no se puede leer ahora; esta página mostrará el límite autorizado restante en cuanto pueda.',
    lie: 'El servicio devolvió transacciones que hacen otra cosa. No se envió nada: baje el límite autorizado manualmente en su billetera.',
    step: (number, all) => `Transacción ${number} de ${all}`,
    reverted: 'La red rechazó esta transacción.',
  },
}
