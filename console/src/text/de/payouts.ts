import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences for the payout screens; part of {@link de}. */
export const payouts: Text['payouts'] = {
  title: 'Auszahlungen',
  lead: 'Zahlen Sie aus Ihrer eigenen Wallet an andere: einzeln, aus einer Datei oder nach einem Plan.',
  tabs: {
    label: 'Arten von Auszahlungen',
    byHand: 'Von Hand',
    file: 'Aus einer Datei',
    schedules: 'Wiederkehrend',
    list: 'Alle Auszahlungen',
    combined: 'Zusammengefasst',
  },
  home: {
    unpaid: (count, written) =>
      plural(
        count,
        '1 Auszahlungslink wartet auf Zahlung',
        `${written} Auszahlungslinks warten auf Zahlung`,
      ),
    unpaidText:
      'Es ist noch kein Geld geflossen. Öffnen Sie einen Link, um ihn zu zahlen oder zu stornieren.',
  },
  list: {
    title: 'Alle Auszahlungen',
    lead: 'Einzelne Auszahlungen aus Links, Sammelzahlungen, der API und Plänen: wer wann was in welcher Transaktion erhalten hat.',
    table: 'Auszahlungen, neueste zuerst',
    filter: 'Status',
    all: 'Alle',
    recipient: 'Empfänger',
    created: 'Erstellt',
    transaction: 'Transaktion',
    noTransaction: 'Noch keine',
    open: (name) => `Auszahlung an ${name} öffnen`,
    more: 'Weitere Auszahlungen',
    count: (count, written) => plural(count, '1 Auszahlung', `${written} Auszahlungen`),
    empty: 'Noch keine Auszahlungen',
    emptyText: 'Erstellen Sie eine von Hand oder aus einer Datei. Danach finden Sie sie hier.',
    emptyFilter: 'Keine Auszahlung hat diesen Status.',
    status: {
      created: 'Nicht gezahlt',
      processing: 'Wird bestätigt',
      partially_paid: 'Teilweise gezahlt',
      paid: 'Gezahlt',
      failed: 'Fehlgeschlagen',
      refunded: 'Erstattet',
      invalidated: 'Storniert',
    },
  },
  form: 'Neue Auszahlung',
  formHint:
    'Noch wird nichts gezahlt: Sie erhalten einen Link, und wer ihn öffnet, zahlt aus der eigenen Wallet.',
  network: 'Netzwerk',
  networkHint:
    'Alle Auszahlungen eines Links werden in einem Netzwerk und in einer Transaktion ausgeführt.',
  number: (number) => `Auszahlung ${number}`,
  recipient: 'Empfänger',
  recipientHint:
    'Die Wallet, die das Geld erhält. Prüfen Sie sie zweimal: Zahlungen lassen sich nicht rückgängig machen.',
  recipientInvalid: (network) =>
    `Geben Sie die vollständige Adresse einer Wallet auf ${network} ein. Enthält sie Groß- und Kleinbuchstaben, muss die Schreibweise stimmen.`,
  recipientNobody: 'Diese Adresse gehört niemandem: Dorthin gesendetes Geld ist verloren.',
  recipientToken: (symbol) =>
    `Das ist der Vertrag von ${symbol}, keine Wallet: Dorthin gesendetes Geld ist verloren.`,
  currency: 'Währung',
  currencyUnknown: (name, network) => `„${name}“ ist keine Währung auf ${network}.`,
  currencyElsewhere: (name, its, network) =>
    `„${name}“ ist auf ${its}; dieser Link zahlt auf ${network}.`,
  currencyAmbiguous: (name) =>
    `„${name}“ bezeichnet mehr als eine Währung. Schreiben Sie ihre ID, etwa USDC-base.`,
  amount: 'Betrag',
  reference: 'Referenz',
  referenceHint: 'Zum Beispiel eine Rechnungsnummer. Der Webhook enthält sie ebenfalls.',
  recipientId: 'Ihre ID für den Empfänger',
  recipientIdHint: 'Etwa eine Personalnummer.',
  tooLong: 'Verwenden Sie höchstens 255 Zeichen.',
  add: 'Empfänger hinzufügen',
  remove: 'Entfernen',
  full: (most) => `Ein Link zahlt an bis zu ${most} Empfänger.`,
  create: (count) =>
    plural(count, 'Auszahlungslink erstellen', `Einen Link für ${count} Auszahlungen erstellen`),
  created: 'Auszahlungslink erstellt.',
  totals: 'Gesamt',
  totalsWithout: (count, rows) => `Gesamt, ohne ${plural(count, 'Zeile', 'Zeilen')} ${rows}`,
  recipients: (count) => plural(count, 'an 1 Empfänger', `in ${count} Auszahlungen`),
  duplicates: 'Derselbe Empfänger erhält denselben Betrag mehr als einmal',
  duplicatesText: 'Prüfen Sie, ob das beabsichtigt ist.',
  duplicate: (rows, amount) => `Zeilen ${rows}: ${amount}`,
  noNetworks: 'Dieser Dienst hat kein Netzwerk für Auszahlungen.',
  file: {
    title: 'Auszahlungen aus einer Datei',
    lead: 'Zahlen Sie an alle in einer Tabelle, aus Ihrer eigenen Wallet und mit einem Link.',
    choose: 'CSV-Datei wählen',
    drop: 'oder hier ablegen',
    dropping: 'Datei ablegen',
    hint: (most) =>
      `Bis zu ${most} Zeilen in einem Netzwerk. Die Datei wird in dieser Seite gelesen; nichts wird gesendet, bevor Sie sie geprüft haben.`,
    template: 'Vorlage herunterladen',
    other: 'Andere Datei wählen',
    columns:
      'Die erste Zeile benennt die Spalten: recipient, currency, amount und optional reference und recipient_id.',
    read: (name) => `„${name}“ wurde gelesen.`,
    rows: (count) => plural(count, '1 Auszahlung', `${count} Auszahlungen`),
    tooLarge: 'Diese Datei ist größer als 1 MB. Eine Liste mit 200 Auszahlungen ist viel kleiner.',
    notText:
      'Diese Datei ist kein UTF-8-Text. Speichern Sie die Tabelle als „CSV UTF-8“ und wählen Sie diese Datei.',
    empty:
      'Diese Datei hat keine Auszahlungen: Sie braucht eine erste Zeile mit Titeln und darunter eine Zeile für jede Auszahlung.',
    missing: (count, columns) =>
      plural(
        count,
        `Die Spalte ${columns} fehlt. Die erste Zeile benennt die Spalten.`,
        `Die Spalten ${columns} fehlen. Die erste Zeile benennt die Spalten.`,
      ),
    twice: (column) => `Die Spalte „${column}“ kommt zweimal vor.`,
    tooMany: (count, most) =>
      `Diese Datei hat ${count} Auszahlungen; ein Link zahlt bis zu ${most}. Teilen Sie die Datei auf.`,
    longRow: (row) => `Zeile ${row} hat mehr Zellen, als die erste Zeile Titel hat.`,
    fault: {
      unclosed_quote: (row) =>
        `Zeile ${row}: Ein Anführungszeichen (") wird geöffnet und nie geschlossen.`,
      text_after_quote: (row) =>
        `Zeile ${row}: Auf eine Zelle in Anführungszeichen folgt Text. Verdoppeln Sie jedes Anführungszeichen, das zum Text gehört.`,
      quote_in_text: (row) =>
        `Zeile ${row}: Ein Anführungszeichen (") steht in einer Zelle, die nicht mit einem beginnt.`,
    },
    ignored: (titles) => `Nicht verwendet: ${titles}.`,
    wrong: (count) =>
      plural(count, '1 Zelle muss korrigiert werden', `${count} Zellen müssen korrigiert werden`),
    wrongText:
      'Korrigieren Sie sie in der Tabelle und wählen Sie die Datei erneut. Es wurde nichts gesendet.',
    cell: (row, column) => `Zeile ${row}, ${column}`,
    row: 'Zeile',
    preview: 'Was ausgezahlt wird',
    sheet: 'Zeilen der Datei',
    fine: 'Jede Zeile kann ausgezahlt werden.',
  },
  combined: {
    title: 'Zusammengefasste Links',
    lead: 'Links, die mehrere Auszahlungslinks gemeinsam bezahlen, in einer Transaktion.',
    kind: 'Art',
    kinds: {
      batch: 'Batch: frühere Links enden',
      multicall: 'Multicall: frühere Links enden, ihre Token bleiben aufgeführt',
    },
    table: 'Zusammengefasste Links, neueste zuerst',
    more: 'Weitere zusammengefasste Links',
    empty: 'Keine zusammengefassten Links',
    emptyText:
      'Ihre Server fassen Auszahlungslinks über die API zusammen. Diese Links erscheinen hier.',
    emptyFilter: 'Kein zusammengefasster Link hat diesen Status.',
    rest: (count) => plural(count, '1 weiterer Empfänger', `${count} weitere Empfänger`),
  },
  made: {
    title: 'Auszahlungslinks',
    forget: 'Namen in diesem Browser vergessen',
    more: 'Weitere Auszahlungslinks',
    combined: 'Teil einer Sammelauszahlung',
    openCombined: 'Sammelauszahlung öffnen',
    to: (recipient) => `an ${recipient}`,
  },
  link: {
    cancelTitle: 'Diesen Auszahlungslink stornieren?',
    cancelText:
      'Die zahlende Wallet sieht sofort, dass er storniert ist, und kann ihn nicht mehr zahlen. Das lässt sich nicht rückgängig machen.',
    cancelled: 'Auszahlungslink storniert.',
    title: 'Auszahlungslink',
    open: 'Auszahlungslink öffnen',
    back: 'Neue Auszahlung',
    status: {
      pending: 'Noch nicht ausgezahlt',
      completed: 'Ausgezahlt',
      expired: 'Abgelaufen',
      invalidated: 'Storniert',
    },
    confirming: 'Eine Zahlung wird bestätigt.',
    payNow: 'Jetzt zahlen',
    payHint: 'Öffnet die Zahlungsseite. Zahlen Sie dort mit der Wallet, in der das Geld liegt.',
    url: 'Link',
    urlHint:
      'Senden Sie ihn an den Zahler. Jeder mit dem Link kann sehen, was gezahlt wird, und es bezahlen.',
    created: 'Erstellt',
    expires: 'Zahlbar bis',
    recipients: 'Empfänger',
    paidSoFar: 'Bisher ausgezahlt',
    remembered:
      'Die Auszahlungen dieses Links können gerade nicht gelesen werden. Die Liste zeigt die Eingaben aus diesem Browser; die Zahlungsseite zeigt die tatsächlichen Auszahlungen.',
    unread:
      'Die Auszahlungen dieses Links können gerade nicht angezeigt werden. Die Zahlungsseite zeigt sie.',
    paid: 'Ausgezahlt. Alle auf der Liste haben ihr Geld erhalten.',
    over: 'Dieser Link kann nicht mehr bezahlt werden. Erstellen Sie einen neuen Link.',
    refresh: 'Aktualisieren',
    transaction: 'Transaktion',
  },
}
