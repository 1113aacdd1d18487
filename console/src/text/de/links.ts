import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences for the payment link screens; part of {@link de}. */
export const links: Text['links'] = {
  title: 'Links',
  lead: 'Fordern Sie eine Zahlung mit einem Link an: Senden Sie ihn, zeigen Sie ihn als QR-Code oder drucken Sie ihn als Rechnung.',
  create: 'Neuer Zahlungslink',
  tabs: {
    label: 'Status der Links',
    all: 'Alle',
    pending: 'Offen',
    completed: 'Bezahlt',
    expired: 'Abgelaufen',
    invalidated: 'Storniert',
  },
  status: {
    pending: 'Offen',
    completed: 'Bezahlt',
    expired: 'Abgelaufen',
    invalidated: 'Storniert',
  },
  partlyPaid: 'Teilweise bezahlt',
  confirming: 'Wird bestätigt',
  search: 'Link suchen',
  searchHint: 'Ihre Referenz, genau so, wie sie eingegeben oder gesendet wurde.',
  find: 'Suchen',
  reference: (reference) => `Referenz: ${reference}`,
  removeReference: 'Wieder alle Links anzeigen',
  table: 'Zahlungslinks, neueste zuerst',
  amount: 'Betrag',
  statusColumn: 'Status',
  for: 'Für',
  created: 'Erstellt',
  expires: 'Läuft ab',
  actions: 'Aktionen',
  linesName: (first, others) => `${first} und ${others} weitere`,
  noTitle: 'Kein Titel',
  open: (name) => `Link für ${name} öffnen`,
  items: (count) => `${count} Zahlungen`,
  more: 'Weitere Links',
  reusable: 'Beliebig oft',
  paidTimes: (count) => plural(count, '1 Zahlung', `${count} Zahlungen`),
  empty: 'Noch kein Zahlungslink',
  emptyText:
    'Ein Link fordert einen Betrag an. Er braucht keine Seite, keine Client-ID und keinen Code.',
  emptyFilter: 'Kein Link gefunden',
  emptyFilterText: 'Kein Zahlungslink hat diesen Status und diese Referenz.',
  form: {
    title: 'Neuer Zahlungslink',
    lead: 'Sie erhalten einen Link und einen QR-Code. Das Geld geht direkt aus der Wallet des Zahlers in Ihre.',
    copyOf: 'Eine Kopie eines früheren Links. Prüfen Sie sie und erstellen Sie dann den neuen.',
    back: 'Alle Links',
    amount: 'Betrag',
    currency: 'Währung',
    currencyHint: (token, network) => `Sie erhalten ${token} auf ${network}.`,
    where: 'Wohin das Geld geht',
    route: (token, network) => `${token} auf ${network}`,
    yours: 'Ihre Wallet',
    member: 'Wallet eines Mitglieds',
    copied: 'wie im früheren Link',
    other: 'Andere Wallet',
    accepts: 'Weitere Währungen annehmen',
    acceptsHint:
      'Die zahlende Person wählt eine davon. Sie müssen die Adresse dieser Wallet in jedem gewählten Netzwerk kontrollieren.',
    acceptsMany: (most) => `Wählen Sie höchstens ${most} weitere Währungen.`,
    otherInvalid: 'Geben Sie die Wallet ein, die das Geld empfängt, und wählen Sie ihr Token.',
    forWhat: 'Wofür die Zahlung ist',
    orderTitle: 'Titel',
    orderTitleHint: 'Wofür der Zahler zahlt, in wenigen Worten.',
    description: 'Beschreibung',
    reference: 'Ihre Referenz',
    referenceHint: 'Etwa eine Bestellnummer. Damit können Sie Zahlungen suchen.',
    dueDate: 'Fälligkeitsdatum',
    dueDateHint: 'Der Zahler sieht es. Der Link bleibt mindestens bis dahin offen.',
    dueDatePast: 'Dieser Tag ist vorbei. Der Zahler sieht ihn.',
    lines: 'Positionen',
    linesHint: 'Mit Positionen ist der Betrag genau deren Summe.',
    addLine: 'Position hinzufügen',
    removeLine: 'Entfernen',
    line: (number) => `Position ${number}`,
    fullLines: (most) => `Eine Bestellung hat höchstens ${most} Positionen.`,
    name: 'Name',
    quantity: 'Menge',
    unitPrice: 'Einzelpreis',
    tax: 'Steuer',
    taxHint: 'Ein Betrag für die ganze Position, der hinzukommt.',
    total: 'Gesamt',
    totalUnknown:
      'Der Gesamtbetrag erscheint, sobald jede Position eine Menge und einen Preis hat.',
    quantityInvalid:
      'Geben Sie eine Zahl über 0 mit höchstens 9 Ziffern vor und 6 nach dem Komma ein, etwa 2 oder 0,5.',
    priceInvalid: 'Geben Sie einen Preis ein, etwa 4,50.',
    totalDecimals: (total, most) =>
      `Die Positionen ergeben ${total}. Ein Betrag in dieser Währung hat höchstens ${most} Nachkommastellen.`,
    totalLarge: 'Die Summe der Positionen ist größer als jede mögliche Zahlung.',
    totalZero: 'Die Positionen ergeben 0. Ein Link fordert mehr als 0 an.',
    tooLong: (most) => `Verwenden Sie höchstens ${most} Zeichen.`,
    customer: 'Kunde',
    customerHint: 'Nur Sie sehen diese Angaben: Die Zahlungsseite zeigt sie nicht.',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    emailInvalid: 'Geben Sie eine E-Mail-Adresse wie ana@example.com ein.',
    options: 'Optionen',
    expiry: 'Der Link ist offen für',
    days: (count) => plural(count, '1 Tag', `${count} Tage`),
    afterDue: (days) => `Bis ${days} Tage nach der Fälligkeit`,
    endsBeforeDue:
      'Der Link würde vor dem Ende des Fälligkeitstags ablaufen. Wählen Sie eine längere Zeit oder ein früheres Datum.',
    redirectUrl: 'Seite nach der Zahlung',
    redirectUrlHint: 'Der Zahler erhält eine Schaltfläche, die dorthin führt.',
    redirectUrlInvalid: 'Geben Sie eine Adresse wie https://shop.example.com/thank-you ein.',
    redirectLabel: 'Text dieser Schaltfläche',
    redirectLabelInvalid: 'Verwenden Sie keines dieser Zeichen: < > & " \' `',
    redirectLabelAlone: 'Geben Sie die Seite ein, zu der die Schaltfläche führt.',
    create: 'Link erstellen',
    created: 'Zahlungslink erstellt.',
    noNetworks: 'Dieser Dienst hat kein Netzwerk für den Empfang.',
  },
  detail: {
    title: 'Zahlungslink',
    titleOf: (name) => `Link für ${name}`,
    back: 'Alle Links',
    missing: 'Link nicht gefunden',
    missingText: 'Keiner Ihrer Zahlungslinks hat diese Adresse. Prüfen Sie sie.',
    refresh: 'Aktualisieren',
    noName:
      'Ihr Unternehmen hat noch keinen Namen: Zahlungsseite und Rechnung zeigen nicht, wer anfordert.',
    addName: 'Unternehmen benennen',
    shareHint: 'Jeder mit dem Link kann sehen, was angefordert wird, und es bezahlen.',
    url: 'Link',
    copyUrl: 'Link kopieren',
    copyMessage: 'Als Nachricht kopieren',
    message: 'Nachricht',
    messageText: (facts) => {
      const what = facts.title === '' ? facts.amount : `${facts.amount} für ${facts.title}`
      const ask =
        facts.merchant === ''
          ? `Bitte zahlen Sie ${what}.`
          : `${facts.merchant} bittet Sie um die Zahlung von ${what}.`
      return `${ask}\n${facts.url}\nDer Link ist bis ${facts.until} offen.`
    },
    qr: 'QR-Code der Zahlungsseite',
    live: 'Diese Seite aktualisiert sich automatisch.',
    closed: {
      completed: 'Bezahlt. Es wird nichts mehr erwartet.',
      expired:
        'Dieser Link ist abgelaufen: Kein Zahler kann damit noch eine Zahlung beginnen. Duplizieren Sie ihn, um die Zahlung erneut anzufordern.',
      invalidated: 'Storniert. Zahler sehen das, und Ihren Kontakt, falls Ihr Konto einen hat.',
    },
    partly: (paid, all) => `${paid} von ${all} sind eingegangen.`,
    confirming: 'Eine Zahlung wird auf der Blockchain bestätigt.',
    order: 'Bestellung',
    customer: 'Kunde',
    due: 'Fällig am',
    payee: 'Empfangs-Wallet',
    receives: 'Sie erhalten',
    payableIn: 'Kunden zahlen in',
    worthAtCreation: (usd) => `${usd} bei Erstellung des Links`,
    created: 'Erstellt',
    expires: 'Offen bis',
    completed: 'Bezahlt am',
    redirect: 'Seite nach der Zahlung',
    history: 'Zahlungen und Webhooks ansehen',
    edit: 'Bearbeiten',
    duplicate: 'Duplizieren',
    print: 'Als Rechnung drucken',
    payments: 'Zahlungen über diesen Link',
    quantity: 'Menge',
    unitPrice: 'Einzelpreis',
    tax: 'Steuer',
    sum: 'Summe',
    name: 'Name',
    total: 'Gesamt',
  },
  reuse: {
    legend: 'Kann bezahlt werden',
    once: 'Einmal',
    many: 'Beliebig oft',
    hints: {
      once: 'Für einen Zahler. Sobald er bezahlt hat, ist der Link geschlossen.',
      many: 'Jeder, der den Link öffnet, zahlt für sich, zum Beispiel ein Ticket oder eine Spende.',
    },
    noCustomer:
      'Ein Link, der beliebig oft bezahlt werden kann, gehört zu keinem bestimmten Kunden.',
    shareHint:
      'Wer den Link hat, kann ihn bezahlen. Für jeden Zahler entsteht eine eigene Zahlung.',
    payments: (count) =>
      plural(count, '1 Zahlung über diesen Link', `${count} Zahlungen über diesen Link`),
    noPayments:
      'Noch hat kein Zahler bezahlt. Zahler, die den Link nur öffnen, sind nicht aufgeführt.',
    allPayments: 'Alle Zahlungen über diesen Link',
    cancelText:
      'Kein Zahler kann den Link mehr öffnen, und Zahler, die ihn geöffnet haben, sehen, dass er storniert ist. Begonnene und eingegangene Zahlungen bleiben bestehen. Das lässt sich nicht rückgängig machen.',
    edited:
      'Zahler, die den Link geöffnet haben, behalten, was sie gesehen haben. Die Änderungen gelten für spätere Zahler.',
  },
  editing: {
    title: 'Zahlungslink bearbeiten',
    lead: 'Die Adresse und der QR-Code bleiben gleich. Zahler, die die Seite geöffnet haben, sehen die Änderung sofort.',
    back: 'Zurück zum Link',
    missing: 'Dieser Link kann nicht bearbeitet werden',
    missingText:
      'Kein offener Zahlungslink mit nur einem Betrag hat diese Adresse. Prüfen Sie sie.',
    fixed: (currency) =>
      `Die Währung (${currency}) und die empfangende Wallet bleiben. Um sie zu ändern, stornieren Sie diesen Link und erstellen Sie einen neuen.`,
    keepExpiry: (until) => `Bis ${until}, wie bisher`,
    expiry: 'Offen für',
    save: 'Änderungen speichern',
    saved: 'Zahlungslink bearbeitet.',
    /** The sentences by the reason that the service returns, each with the next step. */
    refused: {
      paid: 'Eine Zahlung ist eingegangen; dieser Link kann deshalb nicht mehr bearbeitet werden. Erstellen Sie für den fehlenden Betrag einen weiteren Link.',
      seen: 'Eine Zahlung ist auf der Blockchain und wird bestätigt; dieser Link kann deshalb nicht mehr bearbeitet werden.',
      bridged:
        'Eine Zahlung aus einem anderen Netzwerk ist unterwegs. Warten Sie ihren Ausgang ab: Geht sie nicht ein, bearbeiten Sie den Link erneut.',
      sent: 'Ein Zahler hat vor weniger als einer Stunde eine Transaktion gemeldet. Geht sie nicht ein, bearbeiten Sie den Link in einer Stunde erneut.',
      attempt:
        'Ein Zahler zahlt gerade in einer Wallet. Bearbeiten Sie den Link in einigen Minuten erneut, wenn der Versuch beendet ist. Er endet innerhalb einer Stunde.',
      expired:
        'Dieser Link ist abgelaufen. Duplizieren Sie ihn, um die Zahlung erneut anzufordern.',
      payout:
        'Ein Auszahlungslink kann nicht bearbeitet werden. Stornieren Sie ihn und erstellen Sie eine neue Auszahlung.',
    },
    conflict:
      'Dieser Link wurde inzwischen bearbeitet, vielleicht in einem anderen Tab. Es wurde nichts gespeichert. Laden Sie ihn neu und wiederholen Sie dann Ihre Änderungen.',
    cancelled:
      'Dieser Link wurde inzwischen storniert und kann deshalb nicht mehr bearbeitet werden.',
    reload: 'Neu laden',
  },
  invoice: {
    title: 'Rechnung',
    cancelledTitle: 'Stornierte Rechnung',
    to: 'An',
    number: 'Referenz',
    date: 'Datum',
    due: 'Fällig am',
    item: 'Betrag',
    pay: 'Mit einer Krypto-Wallet zahlen',
    payText: (until) =>
      `Scannen Sie den Code oder öffnen Sie die Adresse. Der Link ist bis ${until} offen.`,
    paid: (when) => `Bezahlt am ${when}`,
    cancelled: 'Storniert',
    expired: 'Der Zahlungslink ist abgelaufen.',
  },
}
