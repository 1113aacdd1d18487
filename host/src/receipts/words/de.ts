import type { ReceiptWords } from './words.ts'

/** German. */
export const de: ReceiptWords = {
  title: 'Zahlungsbeleg',
  states: {
    paid: 'Bezahlt',
    confirming: 'Wird bestätigt',
    onWay: 'Unterwegs',
    partlyPaid: 'Teilweise bezahlt',
    refunded: 'Erstattet',
    partlyRefunded: 'Teilweise erstattet',
    cancelled: 'Storniert',
    withdrawn: 'Nicht bezahlt',
  },
  notes: {
    confirming: 'Das Netzwerk bestätigt die Zahlung gerade. Sie müssen nichts weiter tun.',
    onWay:
      'Eine Bridge bringt die Zahlung ins Netzwerk des Händlers. Zahlen Sie nicht noch einmal.',
    withdrawn: 'Das Netzwerk hat die Zahlung wieder entfernt; sie zählt nicht mehr.',
  },
  paidTo: 'Gezahlt an',
  amount: 'Betrag',
  subtotal: 'Zwischensumme',
  tax: 'Steuer',
  fee: (rate) => `Gebühr (${rate})`,
  total: 'Gesamtbetrag',
  paidSoFar: 'Bisher gezahlt',
  stillDue: 'Noch offen',
  worth: 'Wert bei Zahlung',
  payments: 'Zahlungen',
  details: 'Einzelheiten',
  refunds: 'Erstattungen',
  paidWith: 'Gezahlt mit',
  network: 'Netzwerk',
  networkFee: 'Netzwerkgebühr',
  date: 'Datum',
  transaction: 'Transaktion',
  arrival: 'Ankunft',
  bridgeKept: 'Von der Bridge einbehalten',
  reference: 'Referenz',
  paymentId: 'Zahlungs-ID',
  paymentReference: 'Referenz in der Blockchain',
  transfer: {
    tracking: 'Über die Bridge unterwegs',
    failed: 'Die Bridge konnte sie nicht zustellen',
    refunded: 'Die Bridge hat sie zurückgesendet',
    unanswered: 'Die Bridge hat die Ankunft noch nicht gemeldet',
  },
  downloadPdf: 'PDF herunterladen',
  print: 'Drucken',
  busy: 'Aus Ihrem Netz werden gerade zu viele Belege geöffnet. Laden Sie diese Seite in einer Minute neu.',
  printInstead:
    'Aus diesem Beleg lässt sich kein PDF erstellen. Drucken Sie stattdessen diese Seite und wählen Sie „Als PDF speichern“.',
  page: (number, count) => `Seite ${number} von ${count}`,
  none: {
    title: 'Hier ist kein Beleg',
    text: 'Für diese Adresse wurde noch keine Zahlung gefunden, oder die Adresse ist unvollständig.',
    open: 'Zahlungsseite öffnen',
  },
  mail: {
    subject: (merchant) => `Ihr Zahlungsbeleg von ${merchant}`,
    subjectPlain: 'Ihr Zahlungsbeleg',
    confirmed: 'Ihre Zahlung ist bestätigt.',
    view: 'Hier finden Sie Ihren Beleg, zum Speichern als PDF oder zum Drucken:',
    automatic:
      'Diese E-Mail wurde automatisch versendet, weil der Händler Belege per E-Mail verschickt.',
  },
}
