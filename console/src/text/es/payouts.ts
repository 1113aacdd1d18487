import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences for the payout screens; part of {@link es}. */
export const payouts: Text['payouts'] = {
  title: 'Desembolsos',
  lead: 'Pague a otras personas desde su propia billetera: una por una, desde un archivo o de forma recurrente.',
  tabs: {
    label: 'Tipos de desembolsos',
    byHand: 'Manuales',
    file: 'Desde un archivo',
    schedules: 'Recurrentes',
    list: 'Todos',
    combined: 'Combinados',
  },
  home: {
    unpaid: (count, written) =>
      plural(
        count,
        '1 enlace de desembolso espera el pago',
        `${written} enlaces de desembolso esperan el pago`,
      ),
    unpaidText: 'Aún no se ha movido dinero. Abra un enlace para pagarlo o cancelarlo.',
  },
  list: {
    title: 'Todos los desembolsos',
    lead: 'Cada desembolso de enlaces, lotes, la API y programaciones: quién recibió qué, cuándo y en qué transacción.',
    table: 'Desembolsos, los más recientes primero',
    filter: 'Estado',
    all: 'Todos',
    recipient: 'Destinatario',
    created: 'Creado',
    transaction: 'Transacción',
    noTransaction: 'Todavía ninguna',
    open: (name) => `Abrir el desembolso a ${name}`,
    more: 'Más desembolsos',
    count: (count, written) => plural(count, '1 desembolso', `${written} desembolsos`),
    empty: 'Todavía no hay desembolsos',
    emptyText: 'Cree uno manualmente o desde un archivo. Lo encontrará aquí en cuanto exista.',
    emptyFilter: 'Ningún desembolso tiene este estado.',
    status: {
      created: 'Sin pagar',
      processing: 'En confirmación',
      partially_paid: 'Pagado en parte',
      paid: 'Pagado',
      failed: 'Fallido',
      refunded: 'Reembolsado',
      invalidated: 'Cancelado',
    },
  },
  form: 'Nuevo desembolso',
  formHint:
    'Todavía no se paga nada: usted obtiene un enlace, y la persona que lo abre paga desde su billetera.',
  network: 'Red',
  networkHint:
    'Todos los desembolsos de un enlace se envían en una sola red y una sola transacción.',
  number: (number) => `Desembolso ${number}`,
  recipient: 'Destinatario',
  recipientHint: 'La billetera que recibe. Revísela dos veces: los pagos no se pueden revertir.',
  recipientInvalid: (network) =>
    `Ingrese la dirección completa de una billetera en ${network}. Si combina mayúsculas y minúsculas, deben ser las correctas.`,
  recipientNobody: 'Esta dirección no es de nadie: el dinero que se envía a ella se pierde.',
  recipientToken: (symbol) =>
    `Este es el contrato de ${symbol}, no una billetera: el dinero que se envía a él se pierde.`,
  currency: 'Moneda',
  currencyUnknown: (name, network) => `“${name}” no es una moneda de ${network}.`,
  currencyElsewhere: (name, its, network) =>
    `“${name}” está en ${its}; este enlace paga en ${network}.`,
  currencyAmbiguous: (name) =>
    `“${name}” puede ser más de una moneda. Escriba su ID, como USDC-base.`,
  amount: 'Importe',
  reference: 'Referencia',
  referenceHint: 'Por ejemplo, un número de factura. El webhook también la incluye.',
  recipientId: 'Su ID del destinatario',
  recipientIdHint: 'Por ejemplo, un número de empleado.',
  tooLong: 'Use como máximo 255 caracteres.',
  add: 'Añadir un destinatario',
  remove: 'Eliminar',
  full: (most) => `Un enlace paga hasta a ${most} destinatarios.`,
  create: (count) =>
    plural(count, 'Crear enlace de desembolso', `Crear un enlace para ${count} desembolsos`),
  created: 'Enlace de desembolso creado.',
  totals: 'Total',
  totalsWithout: (count, rows) => `Total, sin ${plural(count, 'la fila', 'las filas')} ${rows}`,
  recipients: (count) => plural(count, 'a 1 destinatario', `en ${count} desembolsos`),
  duplicates: 'El mismo destinatario recibe el mismo importe más de una vez',
  duplicatesText: 'Compruebe que sea lo que desea.',
  duplicate: (rows, amount) => `Filas ${rows}: ${amount}`,
  noNetworks: 'Este servicio no tiene ninguna red para desembolsos.',
  file: {
    title: 'Desembolsos desde un archivo',
    lead: 'Pague a todas las personas de una hoja de cálculo desde su propia billetera, con un solo enlace.',
    choose: 'Elegir un archivo CSV',
    drop: 'o suéltelo aquí',
    dropping: 'Suelte el archivo',
    hint: (most) =>
      `Hasta ${most} filas en una sola red. El archivo se lee en esta página; no se envía nada hasta que lo haya revisado.`,
    template: 'Descargar la plantilla',
    other: 'Elegir otro archivo',
    columns:
      'La primera fila nombra las columnas: recipient, currency, amount y, de forma opcional, reference y recipient_id.',
    read: (name) => `Se leyó “${name}”.`,
    rows: (count) => plural(count, '1 desembolso', `${count} desembolsos`),
    tooLarge: 'Este archivo ocupa más de 1 MB. Una lista de 200 desembolsos es mucho más pequeña.',
    notText:
      'Este archivo no es texto UTF-8. Guarde la hoja de cálculo como “CSV UTF-8” y elija ese archivo.',
    empty:
      'Este archivo no tiene desembolsos: debe tener una primera fila con títulos y, debajo, una fila por cada desembolso.',
    missing: (count, columns) =>
      plural(
        count,
        `Falta la columna ${columns}. La primera fila nombra las columnas.`,
        `Faltan las columnas ${columns}. La primera fila nombra las columnas.`,
      ),
    twice: (column) => `La columna “${column}” aparece dos veces.`,
    tooMany: (count, most) =>
      `Este archivo tiene ${count} desembolsos; un enlace paga hasta ${most}. Divida el archivo.`,
    longRow: (row) => `La fila ${row} tiene más celdas que títulos la primera fila.`,
    fault: {
      unclosed_quote: (row) => `Fila ${row}: hay una comilla (") que se abre y no se cierra.`,
      text_after_quote: (row) =>
        `Fila ${row}: hay texto después de una celda entre comillas. Duplique cada comilla que forme parte del texto.`,
      quote_in_text: (row) =>
        `Fila ${row}: hay una comilla (") en una celda que no empieza por comilla.`,
    },
    ignored: (titles) => `Sin usar: ${titles}.`,
    wrong: (count) => plural(count, 'Hay que corregir 1 celda', `Hay que corregir ${count} celdas`),
    wrongText: 'Corríjalas en la hoja y elija el archivo de nuevo. No se ha enviado nada.',
    cell: (row, column) => `Fila ${row}, ${column}`,
    row: 'Fila',
    preview: 'Lo que se pagará',
    sheet: 'Filas del archivo',
    fine: 'Todas las filas se pueden pagar.',
  },
  combined: {
    title: 'Enlaces combinados',
    lead: 'Enlaces que pagan varios enlaces de desembolso a la vez, en una transacción.',
    kind: 'Tipo',
    kinds: {
      batch: 'Lote: los enlaces anteriores terminan',
      multicall: 'Multicall: los enlaces anteriores terminan y sus tokens siguen en la lista',
    },
    table: 'Enlaces combinados, los más recientes primero',
    more: 'Más enlaces combinados',
    empty: 'No hay enlaces combinados',
    emptyText:
      'Sus servidores combinan enlaces de desembolso con la API. Esos enlaces aparecen aquí.',
    emptyFilter: 'Ningún enlace combinado tiene este estado.',
    rest: (count) => plural(count, '1 destinatario más', `${count} destinatarios más`),
  },
  made: {
    title: 'Enlaces de desembolso',
    forget: 'Olvidar los nombres en este navegador',
    more: 'Más enlaces de desembolso',
    combined: 'Parte de un desembolso combinado',
    openCombined: 'Abrir el desembolso combinado',
    to: (recipient) => `a ${recipient}`,
  },
  link: {
    cancelTitle: '¿Cancelar este enlace de desembolso?',
    cancelText:
      'La billetera que paga ve al instante que está cancelado y ya no puede pagarlo. Esto no se puede deshacer.',
    cancelled: 'Enlace de desembolso cancelado.',
    title: 'Enlace de desembolso',
    open: 'Abrir el enlace de desembolso',
    back: 'Nuevo desembolso',
    status: {
      pending: 'Sin pagar',
      completed: 'Pagado',
      expired: 'Vencido',
      invalidated: 'Cancelado',
    },
    confirming: 'Se está confirmando un pago.',
    payNow: 'Pagar ahora',
    payHint: 'Abre la página de pago. Pague allí con la billetera que tiene el dinero.',
    url: 'Enlace',
    urlHint:
      'Envíelo al pagador. Cualquiera que tenga el enlace puede ver lo que se paga y pagarlo.',
    created: 'Creado',
    expires: 'Se puede pagar hasta',
    recipients: 'Destinatarios',
    paidSoFar: 'Pagado hasta ahora',
    remembered:
      'Los desembolsos de este enlace no se pueden leer ahora. La lista muestra lo ingresado en este navegador; la página de pago muestra los desembolsos reales.',
    unread:
      'Los desembolsos de este enlace no se pueden mostrar ahora. La página de pago los muestra.',
    paid: 'Pagado. Todas las personas de la lista han recibido su dinero.',
    over: 'Este enlace ya no se puede pagar. Cree un enlace nuevo.',
    refresh: 'Actualizar',
    transaction: 'Transacción',
  },
}
