import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences about refunds. */
export const refunds: Text['refunds'] = {
  title: 'Erstattungen',
  lead: 'Zahlen Sie Geld aus Ihrer eigenen Wallet zurück. Es bewegt sich erst, wenn diese Wallet es sendet.',
  decide: {
    title: 'Zu entscheiden',
    empty: 'Nichts zu entscheiden',
    emptyText: 'Doppelte, verspätete und falsche Zahlungen erscheinen hier.',
    more: 'Weitere Zahlungen',
    reasons: {
      overpaid: { label: 'Überzahlt', text: 'Der Zahler hat doppelt oder zu viel gezahlt.' },
      late: {
        label: 'Verspätet',
        text: 'Eine Zahlung ist nach dem Ende der Anforderung eingegangen.',
      },
      cancelled: { label: 'Storniert', text: 'Eine Zahlung ist nach der Stornierung eingegangen.' },
    },
    noReference: 'Ohne Referenz',
    received: (paid, requested) => `${paid} eingegangen, ${requested} angefordert.`,
    from: 'Gezahlt von',
    refund: (money) => `${money} erstatten`,
    select: 'Auswählen',
    refundAll: (count) =>
      plural(count, '1 Ausgewählte erstatten', `${count} Ausgewählte erstatten`),
    oneNetwork:
      'Eine Transaktion zahlt nur Erstattungen eines Netzwerks. Wählen Sie Zahlungen eines Netzwerks aus.',
    created: 'Diese Erstattungen wurden erstellt und stehen in der Liste der Erstattungen:',
    tooMany: (count) =>
      `Eine Transaktion zahlt höchstens 50 Erstattungen, hier wären es ${count}. Wählen Sie weniger aus, oder erstatten Sie auf der Seite der Zahlung.`,
    inPage: 'Öffnen Sie die Zahlung, um eine Wallet für diese Erstattung einzugeben.',
    keep: {
      filter: 'Anzeigen',
      decisions: { open: 'Zu entscheiden', kept: 'Behalten' },
      empty: 'Kein behaltenes Geld',
      open: 'Geld behalten',
      title: (money) => `${money} behalten?`,
      text: 'Es wird nicht erstattet und verlässt die Liste. Vereinbaren Sie das vorher mit dem Zahler. Geld, das später ankommt, erscheint wieder in der Liste.',
      reason: 'Grund',
      reasonHint: 'Zum Beispiel ein Trinkgeld oder ein Guthaben. Der Zahler sieht ihn nicht.',
      confirm: 'Behalten',
      done: 'Das Geld wird behalten.',
      keptOn: (money, when) => `${money} behalten am ${when}`,
      part: (money) => `${money} aus früheren Zahlungen wird behalten.`,
      undo: 'Neu entscheiden',
      undone: 'Die Zahlung steht wieder in der Liste.',
    },
    unmatched: 'Ohne Zahlungsanforderung',
    toUnmatched: 'Zu den nicht zugeordneten Zahlungen',
  },
  list: {
    title: 'Erstattungen',
    ofPayment: 'Erstattungen dieser Anforderung',
    status: 'Status',
    all: 'Alle',
    statuses: {
      waiting_for_approval: 'Genehmigung ausstehend',
      open: 'Noch nicht gezahlt',
      processing: 'Wird bestätigt',
      confirmed: 'Gezahlt',
      cancelled: 'Storniert',
      held: 'Angehalten',
    },
    held: {
      payment_left_chain:
        'Die Zahlung, die sie erstattet, ist nicht mehr in der Chain. Warten Sie, bis diese Zahlung wieder bestätigt ist.',
      exceeds_payment:
        'Eine stornierte Erstattung derselben Zahlung wurde gezahlt. Stornieren Sie diese, und erstatten Sie den Rest.',
    },
    waiting: 'Ein zweites Mitglied muss sie genehmigen.',
    toApprovals: 'Zu den Genehmigungen',
    empty: 'Noch keine Erstattungen',
    emptyText: 'Öffnen Sie eine Zahlung, um sie zu erstatten.',
    emptyFilter: 'Keine Erstattung hat diesen Status',
    more: 'Weitere Erstattungen',
    recipient: 'Empfänger',
    worth: (money) => `${money} wert, als der Kunde zahlte`,
    paid: (money) => `Bisher ${money} gezahlt`,
    reason: 'Grund',
    transaction: 'Transaktion',
    payment: 'Erstattete Zahlung',
    noReference: 'Zahlung öffnen',
    select: 'Auswählen',
    pay: 'Zahlen',
    payAll: (count) => plural(count, '1 Ausgewählte zahlen', `${count} Ausgewählte zahlen`),
    cancel: 'Erstattung stornieren',
    cancelTitle: (money) => `Die Erstattung von ${money} stornieren?`,
    cancelText:
      'Danach kann der unbezahlte Betrag wieder erstattet werden. Eine bereits vorbereitete Transaktion kann trotzdem noch gesendet werden.',
    keep: 'Behalten',
    cancelled: 'Erstattung storniert.',
  },
  of: (reference) => `Erstattung für ${reference}`,
  marks: {
    one: 'Erstattung',
    several: 'Erstattungen',
    partial: 'Teilweise erstattet',
    full: 'Erstattet',
  },
  history: {
    created: (money) => `Erstattung von ${money} erstellt`,
    confirmed: (money) => `Erstattung von ${money} gezahlt`,
    cancelled: (money) => `Erstattung von ${money} storniert`,
  },
  surplus: {
    overpaid: (money) => `Um ${money} überzahlt.`,
    agree: 'Vereinbaren Sie eine Erstattung mit dem Zahler.',
    left: (money) => `${money} sind noch zu erstatten.`,
    refund: 'Überschuss erstatten',
    done: 'Der Überschuss ist erstattet.',
    waiting: 'Eine Erstattung ist angelegt, aber das Geld ist noch nicht geflossen.',
    paidOn: (money, when) => `${money} am ${when} erstattet`,
    toRefunds: 'Zu den Erstattungen',
    kept: (money, reason) => `${money} wird behalten: ${reason}`,
    inForm: (money) =>
      `Der Überschuss von ${money} ist bereits erstattet, oder seine Erstattung ist angelegt. Hiermit würden Sie auch den Preis der Bestellung erstatten.`,
  },
  home: {
    open: (count, written) =>
      plural(
        count,
        '1 Erstattung wartet auf Zahlung',
        `${written} Erstattungen warten auf Zahlung`,
      ),
    openText: 'Das Geld ist noch nicht geflossen: Zahlen Sie aus Ihrer Wallet.',
    overpaid: (reference, money) =>
      reference === null
        ? `Eine Zahlungsanforderung ist um ${money} überzahlt`
        : `${reference} ist um ${money} überzahlt`,
    late: (reference, money) =>
      reference === null
        ? `${money} sind verspätet eingegangen`
        : `${money} sind verspätet für ${reference} eingegangen`,
    cancelled: (reference, money) =>
      reference === null
        ? `${money} sind für eine stornierte Anforderung eingegangen`
        : `${money} sind für ${reference} nach der Stornierung eingegangen`,
  },
  form: {
    open: 'Erstatten',
    title: 'Diese Zahlung erstatten',
    amount: 'Betrag',
    unit: 'Betrag in',
    atRate: (symbol, rate) => `${symbol}, zum Kurs der Zahlung von ${rate}`,
    rest: (money) => `${money} können noch erstattet werden.`,
    restWorth: (money, worth) =>
      `${money} können noch erstattet werden, bei der Zahlung ${worth} wert.`,
    recipient: 'Empfänger',
    recipientHint:
      'Die Wallet, die gezahlt hat. Eine Börse schreibt zurückgesendetes Geld vielleicht nicht gut: Fragen Sie im Zweifel nach.',
    other: 'Wallet des Zahlers',
    otherHint: (network) => `Bitten Sie den Zahler um eine Wallet auf ${network}.`,
    doubts: {
      contract:
        'Ein Vertrag hat gezahlt, vielleicht für seinen Nutzer. Dorthin zurückgesendetes Geld kann verloren gehen.',
      bridge:
        'Die Zahlung kam aus einem anderen Netzwerk. Die Wallet gibt es in diesem vielleicht nicht.',
      payee:
        'Sie haben das aus Ihrer eigenen Empfangs-Wallet gezahlt. Geben Sie die Wallet des Kunden ein.',
      unknown: 'Die Chain zeigt nicht, wer gezahlt hat.',
    },
    reason: 'Grund',
    reasonHint:
      'Für Ihre Bücher, nicht auf der Seite des Kunden. Wer den Erstattungslink hat, kann ihn lesen.',
    create: 'Erstattung erstellen',
    created: 'Erstattung erstellt.',
    waiting: 'Erstattung erstellt. Ein zweites Mitglied muss sie genehmigen.',
  },
  payer: {
    title: 'Vom Zahler angegeben',
    hint: 'Vergleichen Sie die Adresse mit Ihren Kundendaten, bevor Sie sie verwenden.',
    proofs: {
      wallet: 'Von der zahlenden Wallet unterschrieben',
      code: 'Über Ihren Link eingegeben',
    },
    attempts: (count) => plural(count, '1 abgewiesener Versuch', `${count} abgewiesene Versuche`),
    use: 'Diese Adresse verwenden',
    ask: 'Zahler fragen',
    link: 'Link für den Zahler',
    linkHint: (until) =>
      `Kopieren Sie ihn jetzt und senden Sie ihn nur dem Zahler: Wer ihn hat, kann eine Adresse angeben. Er gilt einmal, bis ${until}. Ein neuer Link ersetzt ihn.`,
  },
  link: {
    title: 'Erstattungen zahlen',
    back: 'Erstattungen',
    lead: 'Vergleichen Sie jeden Empfänger und Betrag. Zahlen Sie dann mit der Wallet, die das Geld hält.',
    pay: 'Zahlen',
    address: 'Link',
    addressHint: 'Mit diesem Link kann auch eine andere Person diese Erstattungen zahlen.',
    cancelled: (count) =>
      plural(
        count,
        'Diese Erstattung wurde storniert. Es wurde kein Geld bewegt.',
        'Diese Erstattungen wurden storniert. Es wurde kein Geld bewegt.',
      ),
  },
  errors: {
    refund_candidate_changed:
      'Inzwischen ist ein anderer Betrag zu entscheiden. Die Liste zeigt ihn.',
    refund_exceeds_payment:
      'Es kann weniger erstattet werden, weil eine weitere Erstattung erstellt wurde.',
    refund_unsupported: 'Diese Zahlung kann hier nicht erstattet werden.',
    refund_spans_payments:
      'Diese Erstattung braucht zu viele Zahlungen. Erstatten Sie jede Zahlung auf ihrer Seite.',
    refund_recipient_needed: 'Es ist keine Wallet bekannt, die diese Erstattung empfangen kann.',
    refund_not_cancellable: {
      paid: 'Diese Erstattung ist vollständig bezahlt. Sie kann nicht mehr storniert werden.',
      seen: 'Eine Zahlung dieser Erstattung wird bestätigt. Warten Sie das Ergebnis ab.',
      approval:
        'Sie wartet mit anderen Erstattungen auf eine Genehmigung. Lehnen Sie diese ab, um alle zu stornieren.',
      other: 'Vielleicht zahlt sie gerade jemand. Versuchen Sie es in einer Stunde noch einmal.',
    },
    refund_not_payable: {
      waiting_for_approval:
        'Eine Erstattung wartet noch auf die Genehmigung eines zweiten Mitglieds.',
      processing: 'Eine Zahlung einer Erstattung wird bestätigt. Warten Sie das Ergebnis ab.',
      confirmed: 'Eine Erstattung ist schon gezahlt.',
      cancelled: 'Eine Erstattung wurde storniert.',
      held: 'Eine Erstattung ist angehalten.',
      in_progress:
        'Eine Wallet hat begonnen, eine Erstattung über einen früheren Link zu zahlen. Versuchen Sie es in einer Stunde noch einmal.',
    },
  },
}
