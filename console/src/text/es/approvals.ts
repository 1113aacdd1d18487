import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences about payouts that need a second member's approval; part of {@link es}. */
export const approvals: Text['approvals'] = {
  tab: 'Aprobaciones',
  title: 'Aprobaciones',
  lead: 'Desembolsos que esperan a que los apruebe un segundo miembro.',
  filter: 'Mostrar',
  filters: {
    waiting: 'Pendientes',
    approved: 'Aprobados',
    declined: 'Rechazados',
    cancelled: 'Cancelados',
    all: 'Todos',
  },
  more: 'Más aprobaciones',
  empty: 'Nada pendiente de aprobación',
  emptyText:
    'Los desembolsos que alcanzan el límite de aprobación aparecen aquí antes de que se puedan pagar.',
  emptyFilter: 'No hay aprobaciones aquí',
  emptyFilterText: 'Elija “Todos” para ver todas las aprobaciones.',
  kinds: {
    payout: 'Desembolso',
    payout_link: 'Enlace de desembolso',
    schedule: 'Desembolso recurrente',
    limit: 'Límite de aprobación',
  },
  status: {
    waiting: 'Pendiente de aprobación',
    approved: 'Aprobado',
    declined: 'Rechazado',
    cancelled: 'Cancelado',
    expired: 'Vencido',
  },
  /** The amount of each payment in a recurring payout. */
  each: (amount) => `${amount} por pago`,
  newLimit: (amount) => `Subir el límite a ${amount}`,
  noLimit: 'Desactivar las aprobaciones',
  worth: (amount) => `Valor aproximado: ${amount}`,
  worthUnknown: 'Valor desconocido',
  others: (count) => plural(count, 'y 1 más', `y ${count} más`),
  expires: (when) => `El enlace vence ${when}`,
  refundReason: (reason: string) => `Motivo del reembolso: ${reason}`,
  /** The fee of a payout, by the party that bears it. */
  fees: { payer: 'Comisión además del importe', payee: 'Comisión descontada del importe' },
  you: 'usted',
  formerMember: 'un miembro anterior',
  operator: 'la clave de API del operador',
  requestedBy: (who) => `Solicitado por ${who}`,
  withKey: (who, key) => `${who}, con la clave de API “${key}”`,
  withFormerKey: (who) => `${who}, con una clave de API`,
  /** The reasons why a member cannot approve, in place of the buttons. */
  ownRequest: 'Usted lo solicitó, así que debe aprobarlo otro miembro.',
  ownKeyRequest: 'Lo solicitó su clave de API, así que debe aprobarlo otro miembro.',
  noRight:
    'Su rol no puede aprobar desembolsos. Puede hacerlo un propietario, un administrador o un miembro de finanzas.',
  approve: 'Aprobar',
  decline: 'Rechazar',
  ask: {
    approve: (what) => `¿Aprobar ${what}?`,
    approveLimit: (amount) => `¿Subir el límite a ${amount}?`,
    approveOff: '¿Desactivar las aprobaciones?',
    approveText:
      'A partir de entonces se puede pagar. Aprobar no envía dinero: la billetera que paga aún debe firmar.',
    approveScheduleText:
      'A partir de entonces el pagador puede firmarlo. Aprobar no envía dinero: la billetera que paga aún debe firmar.',
    approveLimitText: 'El nuevo límite se aplica de inmediato.',
    approveOffText:
      'Los desembolsos de cualquier importe se enviarán entonces sin la aprobación de un segundo miembro.',
    decline: (what) => `¿Rechazar ${what}?`,
    declineLimit: '¿Rechazar el nuevo límite?',
    declineText: 'Esto cancela el desembolso. No se puede deshacer.',
    declineRefundText: 'Esto cancela el reembolso. No se puede deshacer.',
    declineLimitText: 'Se mantiene el límite actual.',
    reason: 'Motivo',
    reasonHint: 'Los demás miembros lo leen junto al desembolso y en el registro de auditoría.',
    keep: 'Dejar pendiente',
  },
  facts: {
    amount: 'Importe',
    each: 'Cada pago',
    frequency: 'Frecuencia',
    payments: 'Pagos',
    start: 'Primer pago',
    total: 'Total',
    payer: 'De',
    worth: 'Valor',
    about: (amount) => `Unos ${amount}`,
    worthUnknown: 'Desconocido: no había un tipo de cambio disponible',
    recipient: 'Destinatario',
    recipients: 'Destinatarios',
    network: 'Red',
    reference: 'Referencia',
    requested: 'Solicitado por',
    requestedAt: 'Solicitado el',
    expires: 'El enlace vence',
    currentLimit: 'Límite actual',
    newLimit: 'Nuevo límite',
    none: 'Ninguno',
  },
  done: {
    approve: 'Aprobado. Ya se puede pagar.',
    approveSchedule: 'Aprobado. El pagador ya puede firmarlo.',
    approveLimit: 'Aprobado. Se aplica el nuevo límite.',
    decline: 'Rechazado. El desembolso queda cancelado.',
    declineRefund: 'Rechazado. El reembolso queda cancelado.',
    declineLimit: 'Rechazado. El límite queda como estaba.',
  },
  /** The sentences about an approval on its payout's page. */
  page: {
    waiting: 'No se puede pagar hasta que lo apruebe otro miembro.',
    approved: (who, when) => `Aprobado por ${who} el ${when}.`,
    declined: (who, when) => `Rechazado por ${who} el ${when}. No se puede pagar.`,
    reason: (reason) => `Motivo: ${reason}`,
    cancelled: 'Se canceló antes de que lo aprobara un miembro.',
    expired: 'Su enlace venció antes de que lo aprobara un miembro. Cree uno nuevo.',
    together: (count) =>
      plural(count, 'Junto con 1 desembolso más.', `Junto con ${count} desembolsos más.`),
    all: 'Todas las aprobaciones',
  },
  /** The sentence after the creation of a payout that needs approval. */
  created: 'Creado. Espera la aprobación de un segundo miembro.',
  limit: {
    title: 'Límite de aprobación',
    meaning: (amount) =>
      `Los desembolsos con un valor de ${amount} o más esperan a que los apruebe un segundo miembro. También los menores que en 24 horas lo alcanzan en conjunto.`,
    off: 'Ningún desembolso necesita aprobación. Con un límite, los desembolsos cuyo valor lo alcanza esperan a que los apruebe un segundo miembro.',
    ownerOnly: 'Solo un propietario puede cambiar el límite.',
    field: 'Límite',
    save: 'Guardar límite',
    set: 'Fijar límite',
    remove: 'Desactivar las aprobaciones',
    slower:
      'Un límite más bajo se aplica de inmediato. Uno más alto, o ninguno, necesita la aprobación de otro miembro.',
    saved: 'Límite guardado.',
    removed: 'Las aprobaciones están desactivadas.',
    requested: 'El cambio espera la aprobación de otro miembro.',
    waiting:
      'Un cambio del límite espera aprobación. Hasta entonces, se aplica el límite actual. Un nuevo cambio lo sustituye.',
    alone:
      'Usted es el único miembro que puede aprobar desembolsos. Un desembolso que alcance el límite esperará hasta que invite a otro.',
    removeTitle: '¿Desactivar las aprobaciones?',
    removeText:
      'Los desembolsos de cualquier importe se enviarán entonces sin la aprobación de un segundo miembro.',
    keep: 'Mantener el límite',
  },
  home: {
    refunds: (count, written) =>
      plural(
        count,
        '1 reembolso espera su aprobación',
        `${written} reembolsos esperan su aprobación`,
      ),
    refundsText: 'Ningún reembolso se envía antes de que usted u otro miembro lo apruebe.',
    payouts: (count, written) =>
      plural(
        count,
        '1 desembolso espera su aprobación',
        `${written} desembolsos esperan su aprobación`,
      ),
    payoutsText: 'Ningún desembolso se envía hasta que usted u otro miembro lo apruebe.',
    limit: 'Un cambio del límite de aprobación espera su aprobación',
    limitText: 'Hasta entonces, se aplica el límite actual.',
    ownRefunds: (count, written) =>
      plural(
        count,
        '1 reembolso espera la aprobación de otro miembro',
        `${written} reembolsos esperan la aprobación de otro miembro`,
      ),
    ownPayouts: (count, written) =>
      plural(
        count,
        '1 desembolso espera la aprobación de otro miembro',
        `${written} desembolsos esperan la aprobación de otro miembro`,
      ),
    ownText: 'Lo solicitó usted o su clave de API, así que otro miembro debe aprobarlo.',
    aloneText:
      'Ningún otro miembro puede aprobarlo. Invite a uno, o cancélelo y desactive las aprobaciones.',
  },
  refused: {
    own_approval: 'Debe aprobarlo un segundo miembro: lo solicitó usted o su clave de API.',
    approval_not_found: 'Esta aprobación ya no existe. Recargue la página.',
    payout_needs_approval: 'Este desembolso necesita la aprobación de un segundo miembro.',
    awaiting_approval: 'Este desembolso espera la aprobación de un segundo miembro.',
  },
  /** The sentences for an approval that another decision has ended, by its status. */
  decided: {
    approved: 'Otro miembro ya lo aprobó.',
    declined: 'Otro miembro ya lo rechazó.',
    cancelled: 'Se canceló, así que ya no está pendiente.',
    expired: 'El enlace venció, así que ya no está pendiente.',
  },
}
