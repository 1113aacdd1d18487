import type { Text } from '../text.ts'

/** The German sentences for the screens about payers and their transfers to bank accounts; part of {@link de}. */
export const payers: Text['payers'] = {
  title: 'Zahler von Bankauszahlungen',
  lead: 'Zahler, deren Krypto-Zahlungen auf ein Bankkonto gehen, mit dem Status ihrer Prüfungen und ihrer Konten.',
  tabs: { label: 'Bankauszahlungen', payers: 'Zahler', offramps: 'Überweisungen' },
  refresh: 'Aktualisieren',
  more: 'Weitere Zahler',
  empty: 'Noch kein Zahler',
  emptyText:
    'Erstellen Sie einen Zahler mit der API. Danach folgen die Identitätsprüfung und die Vereinbarung, dann ein Bankkonto.',
  toReference: 'API-Referenz ansehen',
  by: (provider) => `Prüfung durch ${provider}`,
  erasedName: 'Gelöschter Zahler',
  mayPay: 'Darf zahlen',
  mayNotPay: 'Darf noch nicht zahlen',
  refused: 'Darf nicht zahlen',
  erased: 'Gelöscht',
  identity: 'Identitätsprüfung',
  agreement: 'Vereinbarung',
  kyc: {
    not_started: 'Nicht begonnen',
    initiated: 'Begonnen',
    pending: 'Wird geprüft',
    approved: 'Bestanden',
    rejected: 'Abgelehnt',
    failed: 'Fehlgeschlagen',
  },
  agreements: {
    not_started: 'Nicht begonnen',
    pending: 'Zu unterzeichnen',
    completed: 'Unterzeichnet',
    rejected: 'Abgelehnt',
    failed: 'Fehlgeschlagen',
  },
  advice: {
    kycOpen: 'Zeigen Sie dem Zahler die Seite der Identitätsprüfung.',
    kycPending: 'Der Anbieter prüft. Sie brauchen nichts zu tun.',
    kycRejected: 'Der Anbieter hat diesen Zahler endgültig abgelehnt.',
    kycFailed:
      'Die Prüfung ist aus technischen Gründen fehlgeschlagen. Senden Sie dieselben Angaben noch einmal, um sie zu wiederholen.',
    agreementOpen: 'Zeigen Sie dem Zahler die Seite der Vereinbarung.',
    agreementRejected:
      'Der Zahler hat die Vereinbarung abgelehnt, kann sie aber noch unterzeichnen.',
    agreementFailed:
      'Die Unterzeichnung ist aus technischen Gründen fehlgeschlagen. Zeigen Sie dem Zahler noch einmal die Seite der Vereinbarung.',
    noAccount: 'Registrieren Sie ein Bankkonto für die Zahlungen dieses Zahlers.',
    erased: 'Die personenbezogenen Daten und Bankkonten dieses Zahlers wurden gelöscht.',
  },
  accounts: 'Bankkonten',
  accountOf: (bank, name) => `${bank}, ${name}`,
  number: (last) => `Konto mit Endziffern ${last}`,
  routing: (last) => `Routing-Nummer mit Endziffern ${last}`,
  rails: { local: 'Inlandsüberweisung', swift: 'SWIFT', wire: 'Wire-Überweisung' },
  accountStatus: { pending: 'Wird geprüft', approved: 'Bestätigt', failed: 'Abgelehnt' },
  accountFailed: 'Die Bank hat dieses Konto abgelehnt. Registrieren Sie das richtige.',
  reason: (reason) => `Grund: ${reason}`,
  offramps: {
    title: 'Überweisungen auf Bankkonten',
    lead: 'Zahlungen, die auf der Blockchain eingegangen und auf dem Weg auf ein Bankkonto sind.',
    one: 'Überweisung auf ein Bankkonto',
    back: 'Alle Überweisungen',
    follow: 'Bis zur Bank verfolgen',
    empty: 'Keine Zahlung ist auf dem Weg zu einer Bank',
    emptyText:
      'Wenn ein Zahler eine Zahlungsanforderung von Krypto zu Fiat auf der Blockchain bezahlt, können Sie das Geld hier verfolgen.',
    emptyOne: 'Kein Geld dieser Zahlungsanforderung ist auf dem Weg zu einer Bank',
    emptyOneText: 'Sie ist nicht vollständig bezahlt, oder ihr Geld geht nicht auf ein Bankkonto.',
    more: 'Weitere Überweisungen',
    noPayer: 'Wartet auf einen Zahler',
    erasedPayer: 'Der Zahler wurde gelöscht',
    steps: 'Was geschehen ist',
    next: 'Was zu tun ist',
    payer: 'Zahler',
    account: 'Bankkonto',
    provider: 'Anbieter',
    network: 'Gezahlt auf',
    transaction: 'Transaktion',
    request: 'Anforderungs-ID',
    id: 'Referenz',
    live: 'Diese Seite aktualisiert sich automatisch.',
    status: {
      created: 'Auf der Blockchain bestätigt',
      initiated: 'An den Anbieter übergeben',
      pending_internal_assessment: 'Wird beurteilt',
      ongoing_checks: 'Wird geprüft',
      sending_fiat: 'Wird an die Bank gesendet',
      fiat_sent: 'An die Bank gesendet',
      bounced: 'Von der Bank zurückgesendet',
      retry_required: 'Muss erneut gesendet werden',
      delivered: 'Auf dem Bankkonto eingegangen',
      failed: 'Fehlgeschlagen',
      returned: 'Zurückgegeben',
    },
    advice: {
      created: 'Nichts zu tun: Der Anbieter übernimmt gleich.',
      initiated: 'Nichts zu tun: Die Zahlung ist beim Anbieter. Banken brauchen Minuten bis Tage.',
      pending_internal_assessment:
        'Nichts zu tun: Der Anbieter beurteilt die Zahlung, bevor er das Geld an die Bank sendet.',
      ongoing_checks:
        'Nichts zu tun: Der Anbieter prüft die Zahlung. Er kann den Zahler um Unterlagen bitten.',
      sending_fiat: 'Nichts zu tun: Der Anbieter sendet das Geld an die Bank.',
      fiat_sent:
        'Nichts zu tun: Das Geld ist bei der Bank. Es gilt als bezahlt, sobald es angekommen ist.',
      bounced:
        'Fragen Sie den Zahler, ob das Bankkonto stimmt. Der Anbieter sendet das Geld erneut oder gibt es zurück.',
      retry_required:
        'Noch nichts zu tun: Der Anbieter sendet es erneut. Bleibt es dabei, wenden Sie sich an den Anbieter und nennen Sie die Referenz.',
      delivered: 'Das Geld ist angekommen. Führen Sie die Bestellung aus.',
      failed:
        'Das Geld hat die Bank nicht erreicht. Klären Sie unter Angabe der Referenz mit dem Anbieter, wohin es geht; fordern Sie die Zahlung danach erneut an.',
      returned:
        'Die Bank hat dieses Konto endgültig abgelehnt. Klären Sie unter Angabe der Referenz mit dem Anbieter, wohin das Geld geht; fordern Sie die Zahlung danach mit einem anderen Konto erneut an.',
    },
    adviceNoPayer:
      'Rufen Sie die Calldata der Zahlung erneut ab, mit clientUserId und paymentDetailsId eines Zahlers, der zahlen darf: Das Geld wird dann auf dieses Konto gesendet.',
  },
}
