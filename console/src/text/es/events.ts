import type { Text } from '../text.ts'

/** The Spanish sentences about webhook events, by type; part of {@link es}. */
export const events: Text['events'] = {
  'payment.confirmed': 'Llegó el importe completo',
  'payment.partial': 'Llegó una parte',
  'payment.failed': 'Un pago falló o la blockchain lo revirtió',
  'payment.processing': 'Un pago bancario pasó a su siguiente paso',
  'payment.refunded': 'Se reembolsó al pagador',
  'payment.unmatched': 'Llegó un pago que no corresponde a ninguna solicitud',
  'request.recurring': 'Una solicitud recurrente abrió su siguiente periodo',
  'request.cancelled': 'Usted canceló una solicitud',
  'refund.created': 'Se creó un reembolso',
  'refund.confirmed': 'Llegó un reembolso',
  'refund.failed': 'La cadena retiró un reembolso',
  'refund.cancelled': 'Usted canceló un reembolso',
  'compliance.updated': 'Cambió el estado de las verificaciones de un pagador',
  'payment_detail.updated': 'Se comprobó una cuenta bancaria',
  'secure_payment.user_event': 'El progreso de un pagador, si usted lo activó',
  'secure_payment.access_rejected': 'Intentó pagar una billetera que no tiene permiso para hacerlo',
  'kyt.screening.completed': 'Se verificó una billetera que intentó pagar',
}
