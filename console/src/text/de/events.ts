import type { Text } from '../text.ts'

/** The German sentences about webhook events, by type; part of {@link de}. */
export const events: Text['events'] = {
  'payment.confirmed': 'Der ganze Betrag ist eingegangen',
  'payment.partial': 'Ein Teil ist eingegangen',
  'payment.failed': 'Eine Zahlung ist fehlgeschlagen, oder die Blockchain hat sie zurückgenommen',
  'payment.processing': 'Eine Bankzahlung hat den nächsten Schritt erreicht',
  'payment.refunded': 'Dem Zahler wurde das Geld erstattet',
  'payment.unmatched': 'Eine Zahlung ist eingegangen, die zu keiner Zahlungsanforderung passt',
  'request.recurring':
    'Eine wiederkehrende Zahlungsanforderung hat ihren nächsten Zeitraum begonnen',
  'request.cancelled': 'Sie haben eine Zahlungsanforderung storniert',
  'refund.created': 'Eine Rückerstattung wurde erstellt',
  'refund.confirmed': 'Eine Rückerstattung ist angekommen',
  'refund.failed': 'Die Blockchain hat eine Rückerstattung zurückgenommen',
  'refund.cancelled': 'Sie haben eine Rückerstattung storniert',
  'compliance.updated': 'Der Status der Prüfungen eines Zahlers hat sich geändert',
  'payment_detail.updated': 'Ein Bankkonto wurde geprüft',
  'secure_payment.user_event': 'Der Fortschritt eines Zahlers, falls Sie das eingeschaltet haben',
  'secure_payment.access_rejected': 'Eine Wallet, die nicht zahlen darf, hat versucht zu zahlen',
  'kyt.screening.completed': 'Eine Wallet, die zahlen wollte, wurde geprüft',
}
