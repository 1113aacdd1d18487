import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences about refunds. */
export const refunds: Text['refunds'] = {
  title: 'Reembolsos',
  lead: 'Devuelva dinero desde su propia billetera. No se mueve nada hasta que esa billetera lo envíe.',
  decide: {
    title: 'Por decidir',
    empty: 'Nada por decidir',
    emptyText: 'Aquí aparecen los pagos dobles, tardíos y erróneos.',
    more: 'Más pagos',
    reasons: {
      overpaid: { label: 'Pagado de más', text: 'El pagador pagó dos veces o de más.' },
      late: { label: 'Tardío', text: 'Llegó un pago después del fin de la solicitud.' },
      cancelled: { label: 'Cancelada', text: 'Llegó un pago después de cancelar la solicitud.' },
    },
    noReference: 'Sin referencia',
    received: (paid, requested) => `${paid} recibidos, ${requested} solicitados.`,
    from: 'Pagado por',
    refund: (money) => `Reembolsar ${money}`,
    select: 'Seleccionar',
    refundAll: (count) =>
      plural(count, 'Reembolsar 1 seleccionado', `Reembolsar ${count} seleccionados`),
    oneNetwork:
      'Una transacción solo paga reembolsos de una red. Seleccione pagos de una sola red.',
    created: 'Estos reembolsos se crearon y están en la lista de reembolsos:',
    tooMany: (count) =>
      `Una transacción paga como máximo 50 reembolsos, y aquí harían falta ${count}. Seleccione menos, o reembolse en la página del pago.`,
    inPage: 'Abra el pago para indicar una billetera para este reembolso.',
    keep: {
      filter: 'Mostrar',
      decisions: { open: 'Por decidir', kept: 'Conservado' },
      empty: 'No hay dinero conservado',
      open: 'Conservar este dinero',
      title: (money) => `¿Conservar ${money}?`,
      text: 'No se reembolsa y sale de la lista. Acuérdelo antes con el pagador. El dinero que llegue después vuelve a aparecer.',
      reason: 'Motivo',
      reasonHint: 'Por ejemplo, una propina o un crédito. El pagador no lo ve.',
      confirm: 'Conservar',
      done: 'El dinero se conserva.',
      keptOn: (money, when) => `${money} conservado el ${when}`,
      part: (money) => `Se conserva ${money} de pagos anteriores.`,
      undo: 'Decidir de nuevo',
      undone: 'El pago vuelve a estar en la lista.',
    },
    unmatched: 'Sin solicitud',
    toUnmatched: 'Ver los pagos sin asignar',
  },
  list: {
    title: 'Reembolsos',
    ofPayment: 'Reembolsos de esta solicitud',
    status: 'Estado',
    all: 'Todos',
    statuses: {
      waiting_for_approval: 'Pendiente de aprobación',
      open: 'Aún sin pagar',
      processing: 'En confirmación',
      confirmed: 'Pagado',
      cancelled: 'Cancelado',
      held: 'Retenido',
    },
    held: {
      payment_left_chain:
        'El pago que devuelve ya no está en la cadena. Espere a que ese pago se confirme de nuevo.',
      exceeds_payment:
        'Se pagó un reembolso cancelado del mismo pago. Cancele este y reembolse lo que queda.',
    },
    waiting: 'Un segundo miembro debe aprobarlo.',
    toApprovals: 'Ver las aprobaciones',
    empty: 'Aún no hay reembolsos',
    emptyText: 'Abra un pago para reembolsarlo.',
    emptyFilter: 'Ningún reembolso tiene este estado',
    more: 'Más reembolsos',
    recipient: 'Destinatario',
    worth: (money) => `Valía ${money} cuando pagó el cliente`,
    paid: (money) => `${money} pagados hasta ahora`,
    reason: 'Motivo',
    transaction: 'Transacción',
    payment: 'Pago reembolsado',
    noReference: 'Abrir el pago',
    select: 'Seleccionar',
    pay: 'Pagar',
    payAll: (count) => plural(count, 'Pagar 1 seleccionado', `Pagar ${count} seleccionados`),
    cancel: 'Cancelar el reembolso',
    cancelTitle: (money) => `¿Cancelar el reembolso de ${money}?`,
    cancelText:
      'Después, el importe no pagado se puede reembolsar de nuevo. Una transacción ya preparada aún se puede enviar.',
    keep: 'Conservarlo',
    cancelled: 'Reembolso cancelado.',
  },
  of: (reference) => `Reembolso: ${reference}`,
  marks: {
    one: 'Reembolso',
    several: 'Reembolsos',
    partial: 'Reembolsado en parte',
    full: 'Reembolsado',
  },
  history: {
    created: (money) => `Reembolso de ${money} creado`,
    confirmed: (money) => `Reembolso de ${money} pagado`,
    cancelled: (money) => `Reembolso de ${money} cancelado`,
  },
  surplus: {
    overpaid: (money) => `Se pagaron ${money} de más.`,
    agree: 'Acuerde un reembolso con el pagador.',
    left: (money) => `Quedan ${money} por reembolsar.`,
    refund: 'Reembolsar el excedente',
    done: 'El excedente está reembolsado.',
    waiting: 'Hay un reembolso creado, pero el dinero aún no se ha movido.',
    paidOn: (money, when) => `${money} reembolsados el ${when}`,
    toRefunds: 'A los reembolsos',
    kept: (money, reason) => `Se conserva ${money}: ${reason}`,
    inForm: (money) =>
      `El excedente de ${money} ya está reembolsado, o su reembolso está creado. Esto también devolvería el precio del pedido.`,
  },
  home: {
    open: (count, written) =>
      plural(count, '1 reembolso espera el pago', `${written} reembolsos esperan el pago`),
    openText: 'El dinero aún no se ha movido: pague desde su billetera.',
    overpaid: (reference, money) =>
      reference === null
        ? `En una solicitud se pagaron ${money} de más`
        : `En ${reference} se pagaron ${money} de más`,
    late: (reference, money) =>
      reference === null
        ? `${money} llegaron tarde para una solicitud`
        : `${money} llegaron tarde para ${reference}`,
    cancelled: (reference, money) =>
      reference === null
        ? `${money} llegaron para una solicitud cancelada`
        : `${money} llegaron para ${reference}, que estaba cancelada`,
  },
  form: {
    open: 'Reembolsar',
    title: 'Reembolsar este pago',
    amount: 'Importe',
    unit: 'Importe en',
    atRate: (symbol, rate) => `${symbol}, al tipo de cambio del pago: ${rate}`,
    rest: (money) => `Quedan ${money} por reembolsar.`,
    restWorth: (money, worth) => `Quedan ${money} por reembolsar, que valían ${worth} al pagarse.`,
    recipient: 'Destinatario',
    recipientHint:
      'La billetera que pagó. Puede que una plataforma de intercambio no abone el dinero devuelto: en caso de duda, pregunte.',
    other: 'Billetera del pagador',
    otherHint: (network) => `Pida al pagador una billetera en ${network}.`,
    doubts: {
      contract: 'Pagó un contrato, quizá por su usuario. El dinero devuelto allí podría perderse.',
      bridge: 'El pago vino de otra red. Es posible que la billetera no exista en esta.',
      payee: 'Pagó esto desde su propia billetera de cobro. Introduzca la billetera del cliente.',
      unknown: 'La cadena no muestra quién pagó.',
    },
    reason: 'Motivo',
    reasonHint:
      'Para su contabilidad, no en la página del cliente. Quien tenga el enlace de reembolso puede leerlo.',
    create: 'Crear el reembolso',
    created: 'Reembolso creado.',
    waiting: 'Reembolso creado. Un segundo miembro debe aprobarlo.',
  },
  payer: {
    title: 'Indicada por el pagador',
    hint: 'Compare la dirección con los datos que tiene del cliente antes de usarla.',
    proofs: { wallet: 'Firmada por la billetera que pagó', code: 'Introducida con su enlace' },
    attempts: (count) => plural(count, '1 intento rechazado', `${count} intentos rechazados`),
    use: 'Usar esta dirección',
    ask: 'Preguntar al pagador',
    link: 'Enlace para el pagador',
    linkHint: (until) =>
      `Cópielo ahora y envíelo solo al pagador: cualquiera que lo tenga puede indicar una dirección. Sirve una vez, hasta ${until}. Un enlace nuevo lo sustituye.`,
  },
  link: {
    title: 'Pagar reembolsos',
    back: 'Reembolsos',
    lead: 'Compruebe cada destinatario e importe y pague con la billetera que tiene el dinero.',
    pay: 'Pagar',
    address: 'Enlace',
    addressHint: 'Otra persona puede pagar estos reembolsos con este enlace.',
    cancelled: (count) =>
      plural(
        count,
        'Este reembolso se canceló. No se movió dinero.',
        'Estos reembolsos se cancelaron. No se movió dinero.',
      ),
  },
  errors: {
    refund_candidate_changed: 'Ahora hay otro importe por decidir. La lista lo muestra.',
    refund_exceeds_payment: 'Queda menos por reembolsar, porque se creó otro reembolso.',
    refund_unsupported: 'Este pago no se puede reembolsar aquí.',
    refund_spans_payments:
      'Este reembolso requiere demasiados pagos. Reembolse cada pago en su página.',
    refund_recipient_needed: 'No se conoce ninguna billetera que pueda recibir este reembolso.',
    refund_not_cancellable: {
      paid: 'Este reembolso ya se pagó por completo, por lo que no se puede cancelar.',
      seen: 'Se está confirmando un pago de este reembolso. Espere el resultado.',
      approval:
        'Espera la aprobación junto con otros reembolsos. Rechácela para cancelarlos todos.',
      other: 'Puede que alguien lo esté pagando ahora. Inténtelo de nuevo en una hora.',
    },
    refund_not_payable: {
      waiting_for_approval: 'Un reembolso aún espera la aprobación de un segundo miembro.',
      processing: 'Se está confirmando el pago de un reembolso. Espere el resultado.',
      confirmed: 'Un reembolso ya está pagado.',
      cancelled: 'Se canceló un reembolso.',
      held: 'Un reembolso está retenido.',
      in_progress:
        'Una billetera ha empezado a pagar un reembolso con un enlace anterior. Inténtelo de nuevo en una hora.',
    },
  },
}
