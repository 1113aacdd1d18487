import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences for the recurring payout screens; part of {@link de}. */
export const schedules: Text['schedules'] = {
  title: 'Wiederkehrende Auszahlungen',
  one: 'Wiederkehrende Auszahlung',
  lead: 'Eine Signatur, und jede Zahlung wird gesendet, wenn sie fällig ist, nie früher.',
  create: 'Neuer Auszahlungsplan',
  empty: 'Noch keine wiederkehrende Auszahlung',
  emptyText:
    'Zahlen Sie ein Gehalt, eine Miete oder ein Abonnement mit einer Signatur für alle Zahlungen.',
  emptyFilter: 'Keine wiederkehrende Auszahlung in diesem Status.',
  filter: 'Anzeigen',
  all: 'Alle',
  more: 'Weitere Auszahlungspläne',
  back: 'Alle wiederkehrenden Auszahlungen',
  status: {
    pending: 'Noch nicht signiert',
    active: 'Aktiv',
    paused: 'Pausiert',
    completed: 'Abgeschlossen',
    cancelled: 'Storniert',
  },
  frequency: {
    DAILY: 'Täglich',
    WEEKLY: 'Wöchentlich',
    MONTHLY: 'Monatlich',
    YEARLY: 'Jährlich',
  },
  amountTo: (amount, payee) => `${amount} an ${payee}`,
  fromTo: (payer, payee) => `Von ${payer} an ${payee}`,
  progress: (paid, all) => `${paid} von ${all} ausgezahlt`,
  next: (day) => `Nächste am ${day}`,
  calendar: {
    title: 'Fällige Zahlungen',
    utc: 'Tage werden in UTC gezählt.',
    previous: 'Voriger Monat',
    following: 'Nächster Monat',
    today: 'Heute',
    nothing: 'An diesem Tag ist nichts fällig.',
    nothingDue: 'nichts fällig',
    paid: 'Ausgezahlt',
    due: 'Fällig',
    paused: 'Pausiert',
    count: (count) => plural(count, '1 Zahlung', `${count} Zahlungen`),
    month: (total) => `Fällig in diesem Monat: ${total}.`,
    monthNone: 'In diesem Monat ist keine weitere Zahlung fällig.',
    limited: (count) => `Aus den neuesten ${count} Auszahlungsplänen.`,
  },
  failure: {
    insufficient_balance: 'Die Wallet des Zahlers enthält nicht genug von diesem Token.',
    insufficient_allowance: 'Die Freigabe des Zahlers für den Vertrag ist zu niedrig.',
    permit_expired:
      'Die Ermächtigung des Zahlers ist abgelaufen. Erstellen Sie einen neuen Auszahlungsplan.',
    permit_cancelled:
      'Der Zahler hat die Ermächtigung auf der Blockchain widerrufen. Erstellen Sie einen neuen Auszahlungsplan.',
    transfer_refused: 'Der Vertrag des Tokens hat die Überweisung abgelehnt.',
  },
  failures: (count) => plural(count, 'Einmal fehlgeschlagen', `${count}-mal fehlgeschlagen`),
  pausedText:
    'Nach drei Fehlschlägen sendet der Dienst nicht weiter. Beheben Sie die Ursache und setzen Sie den Auszahlungsplan fort: Der Dienst sendet versäumte Zahlungen dann der Reihe nach.',
  unpause: 'Fortsetzen',
  unpaused: 'Auszahlungsplan fortgesetzt.',
  cancel: 'Auszahlungsplan stornieren',
  keep: 'Auszahlungsplan behalten',
  cancelTitle: 'Diesen Auszahlungsplan stornieren?',
  cancelText:
    'Es wird keine weitere Zahlung gesendet. Das lässt sich nicht rückgängig machen. Eine Zahlung, die bereits unterwegs ist, kann noch eingehen.',
  cancelled: 'Auszahlungsplan storniert.',
  facts: {
    payer: 'Zahler',
    payee: 'Empfänger',
    network: 'Netzwerk',
    progress: 'Zahlungen',
    start: 'Erste Zahlung',
    next: 'Nächste Zahlung',
    last: 'Zuletzt ausgezahlt',
    paid: 'Bisher ausgezahlt',
    open: 'Noch auszuzahlen',
    whole: 'Gesamt',
    reference: 'Referenz',
    id: 'ID',
    none: 'Keine',
  },
  upcoming: 'Demnächst',
  upcomingNone: 'Es wird keine weitere Zahlung gesendet.',
  upcomingPending: 'Der Auszahlungsplan beginnt, sobald er signiert ist.',
  upcomingMore: (count) => plural(count, 'und 1 weitere', `und ${count} weitere`),
  onDate: (relative, date) => `${relative}, ${date}`,
  overdue: 'überfällig, wird sofort gesendet',
  past: 'Geleistete Zahlungen',
  pastNone: 'Noch keine.',
  transaction: (hash) => `Transaktion ${hash}`,
  form: {
    title: 'Neue wiederkehrende Auszahlung',
    lead: 'Ihre Wallet fragt Sie zweimal: nach der Freigabe des Tokens für den Vertrag und nach der Signatur der Ermächtigung. Signieren ist kostenlos.',
    payer: 'Zahlende Wallet',
    payerHint: 'Wählen Sie die Wallet, die zahlt. Die Seite liest jetzt nur deren Adresse.',
    payerChosen: 'Zahlt aus dieser Wallet.',
    payerOther: 'Andere Wallet verwenden',
    payerNeeded: 'Wählen Sie zuerst die Wallet, die zahlt.',
    noWalletsHint:
      'Installieren Sie eine Wallet-Erweiterung oder öffnen Sie diese Seite in einer Wallet-App.',
    payeeIsPayer: 'Das ist die Wallet, die zahlt: Sie kann nicht an sich selbst zahlen.',
    amountEach: 'Betrag jeder Zahlung',
    frequency: 'Wie oft',
    start: 'Erste Zahlung am',
    startHint: 'In UTC. Heute bedeutet sofort.',
    startInvalid: 'Wählen Sie heute oder einen späteren Tag.',
    startFar: 'Höchstens 10 Jahre im Voraus.',
    count: 'Anzahl der Zahlungen',
    countHint: 'Von 2 bis 255. Mit der letzten endet der Auszahlungsplan.',
    countInvalid:
      'Geben Sie eine ganze Zahl von 2 bis 255 ein. Mehr Zahlungen deckt eine Ermächtigung nicht ab.',
    create: 'Weiter zur Signatur',
    noTokens: 'Dieses Netzwerk hat kein Token für wiederkehrende Auszahlungen.',
    created: 'Auszahlungsplan erstellt. Er beginnt, sobald er signiert ist.',
    unavailable: {
      no_relayer:
        'Dieser Dienst kann noch keine wiederkehrenden Auszahlungen senden: Er hat keinen Relayer-Schlüssel.',
      no_contract: 'In diesem Netzwerk gibt es keinen Vertrag für wiederkehrende Auszahlungen.',
      relayer_not_allowed:
        'Der Vertrag in diesem Netzwerk erlaubt diesem Dienst nicht, Zahlungen zu senden.',
      merchant_not_allowed:
        'Der Betreiber dieses Dienstes zahlt das Gas Ihrer Zahlungen nicht. Bitten Sie ihn, das zuzulassen.',
      worth_unknown:
        'Der Dienst kann in diesem Netzwerk die Gaskosten einer Zahlung nicht mit ihrem Gegenwert vergleichen.',
    },
    payerIsContract:
      'Diese Wallet ist ein Vertrag (etwa ein Safe). Der Zahlungsvertrag prüft nur einfache Signaturen: Verwenden Sie eine gewöhnliche Wallet.',
  },
  sign: {
    title: 'Zum Beginnen signieren',
    text: (amount, count) =>
      `Sie erlauben nur ${count} Zahlungen von ${amount}, keine vor ihrer Fälligkeit, an:`,
    steps: {
      created: 'Erstellt',
      approve: 'Token für den Vertrag freigeben',
      sign: 'Ermächtigung signieren',
      activate: 'Aktiv',
    },
    approveUpTo: (amount) => `Bis zu ${amount}. Ihre Wallet zahlt dafür eine Netzwerkgebühr.`,
    approveExisting: (amount) =>
      `Darin enthalten sind ${amount} für andere Auszahlungspläne dieser Wallet.`,
    approveNone: 'Bereits freigegeben.',
    signText: 'Signieren ist kostenlos und bewegt noch kein Geld.',
    begin: (wallet) => `Weiter in ${wallet}`,
    choose: 'Weiter mit der Wallet des Zahlers',
    chooseText: (payer) =>
      `Dieser Auszahlungsplan wird von ${payer} bezahlt. Wählen Sie diese Wallet.`,
    asked: (wallet) => `In ${wallet} bestätigen`,
    waiting: 'Warten auf die Bestätigung durch das Netzwerk',
    activating: 'Signatur wird übermittelt …',
    active: 'Der Auszahlungsplan ist aktiv.',
    otherPayer: (address, payer) =>
      `Diese Wallet ist ${address}, aber der Auszahlungsplan wird von ${payer} bezahlt. Wählen Sie dieses Konto in der Wallet.`,
    rejected:
      'Sie haben in Ihrer Wallet abgelehnt. Es wurde nichts signiert; Sie können hier jederzeit fortfahren.',
    chainUnknown: (network) =>
      `Ihre Wallet kennt ${network} nicht. Fügen Sie es dort hinzu und versuchen Sie es erneut.`,
    reverted: 'Das Netzwerk hat die Freigabe abgelehnt. Versuchen Sie es erneut.',
    tooLow: (amount) =>
      `Ihre Wallet hat weniger als ${amount} freigegeben. Geben Sie den vollen Betrag frei und ändern Sie die Zahl nicht.`,
    unconfirmed:
      'Das Netzwerk hat die Freigabe noch nicht bestätigt. Fahren Sie hier fort, sobald das geschehen ist; es geht nichts verloren.',
    lie: (what) =>
      `Der Dienst verlangt eine Signatur für etwas anderes, als Sie vereinbart haben (${what}). Es wurde nichts signiert. Setzen Sie diesen Auszahlungsplan nicht fort.`,
    lies: {
      shape: 'nicht lesbar',
      chain: 'das Netzwerk',
      contract: 'der Vertrag',
      payer: 'der Zahler',
      token: 'das Token',
      payee: 'der Empfänger',
      amount: 'der Betrag',
      fee: 'eine nicht vereinbarte Gebühr',
      count: 'die Anzahl der Zahlungen',
      calendar: 'die Termine',
      deadline: 'die Gültigkeitsdauer',
      order: 'die Reihenfolge',
      approval: 'die Freigabe',
    },
    lieShown: (what) =>
      `Der Dienst verlangt eine Signatur für etwas anderes, als dieser Bildschirm zeigt (${what}). Es wurde nichts signiert. Setzen Sie diesen Auszahlungsplan nicht fort.`,
    elsewhere:
      'Dieser Auszahlungsplan wurde anderswo erstellt. Vergleichen Sie Empfänger, Betrag und Termine mit Ihrer Vereinbarung: Genau diese signieren Sie.',
    hasFee:
      'Dieser Auszahlungsplan hat eine Gebühr zusätzlich zu jeder Zahlung, die hier nicht signiert werden kann. Es wurde nichts signiert: Signieren Sie dort, wo er erstellt wurde, oder erstellen Sie ihn hier ohne Gebühr neu.',
    unknown:
      'Das Netzwerk kann gerade nicht gelesen werden; die aktuelle Freigabe ist deshalb unbekannt. Es geht nichts verloren: Versuchen Sie es in Kürze erneut.',
    over: 'Dieser Auszahlungsplan kann nicht mehr signiert werden: Seine Ermächtigung ist abgelaufen. Sie können ihn stornieren und neu erstellen.',
    anew: 'Neu erstellen',
  },
  allowance: {
    title: 'Restliche Freigabe widerrufen',
    text: (payer) =>
      `Der Dienst sendet keine weiteren Zahlungen. Der Zahler (${payer}) kann außerdem die Freigabe für den Vertrag auf der Blockchain senken:`,
    lower: (amount) => `Freigabe auf ${amount} senken`,
    lowerToNone: 'Freigabe auf 0 senken',
    revoke: 'Ermächtigung auf der Blockchain widerrufen, damit niemand sie je verwenden kann',
    each: 'Jeder Schritt ist eine Transaktion mit Netzwerkgebühr.',
    sent: 'Freigabe widerrufen.',
    later:
      'Es wird keine weitere Zahlung gesendet. Der Zahler kann die restliche Freigabe in seiner Wallet senken.',
    unknown:
      'Es wird keine weitere Zahlung gesendet. Das Netzwerk kann gerade nicht gelesen werden; diese Seite zeigt die restliche Freigabe, sobald es wieder geht.',
    lie: 'Der Dienst hat Transaktionen geliefert, die etwas anderes tun. Es wurde nichts gesendet: Senken Sie die Freigabe von Hand in Ihrer Wallet.',
    step: (number, all) => `Transaktion ${number} von ${all}`,
    reverted: 'Das Netzwerk hat diese Transaktion abgelehnt.',
  },
}
