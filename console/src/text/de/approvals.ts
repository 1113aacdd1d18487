import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences about payouts that need a second member's approval; part of {@link de}. */
export const approvals: Text['approvals'] = {
  tab: 'Genehmigungen',
  title: 'Genehmigungen',
  lead: 'Auszahlungen, die auf die Genehmigung durch ein zweites Mitglied warten.',
  filter: 'Anzeigen',
  filters: {
    waiting: 'Ausstehend',
    approved: 'Genehmigt',
    declined: 'Abgelehnt',
    cancelled: 'Storniert',
    all: 'Alle',
  },
  more: 'Weitere Genehmigungen',
  empty: 'Keine Genehmigung ausstehend',
  emptyText:
    'Auszahlungen ab dem Genehmigungslimit erscheinen hier, bevor sie ausgeführt werden können.',
  emptyFilter: 'Hier sind keine Genehmigungen',
  emptyFilterText: 'Wählen Sie „Alle“, um sämtliche Genehmigungen zu sehen.',
  kinds: {
    payout: 'Auszahlung',
    payout_link: 'Auszahlungslink',
    schedule: 'Wiederkehrende Auszahlung',
    limit: 'Genehmigungslimit',
  },
  status: {
    waiting: 'Genehmigung ausstehend',
    approved: 'Genehmigt',
    declined: 'Abgelehnt',
    cancelled: 'Storniert',
    expired: 'Abgelaufen',
  },
  /** The amount of each payment in a recurring payout. */
  each: (amount) => `${amount} pro Zahlung`,
  newLimit: (amount) => `Limit auf ${amount} erhöhen`,
  noLimit: 'Genehmigungen ausschalten',
  worth: (amount) => `Gegenwert etwa ${amount}`,
  worthUnknown: 'Gegenwert unbekannt',
  others: (count) => plural(count, 'und 1 weitere', `und ${count} weitere`),
  expires: (when) => `Link läuft ${when} ab`,
  refundReason: (reason: string) => `Grund der Erstattung: ${reason}`,
  /** The fee of a payout, by the party that bears it. */
  fees: { payer: 'Gebühr zusätzlich zum Betrag', payee: 'Gebühr, vom Betrag abgezogen' },
  you: 'Ihnen',
  formerMember: 'einem ehemaligen Mitglied',
  operator: 'dem API-Schlüssel des Betreibers',
  requestedBy: (who) => `Beantragt von ${who}`,
  withKey: (who, key) => `${who}, mit dem API-Schlüssel „${key}“`,
  withFormerKey: (who) => `${who}, mit einem API-Schlüssel`,
  /** The reasons why a member cannot approve, in place of the buttons. */
  ownRequest: 'Sie haben das beantragt; deshalb muss ein anderes Mitglied es genehmigen.',
  ownKeyRequest:
    'Ihr API-Schlüssel hat das beantragt; deshalb muss ein anderes Mitglied es genehmigen.',
  noRight:
    'Ihre Rolle kann keine Auszahlungen genehmigen. Mitglieder mit der Rolle Inhaber, Admin oder Finanzen können das.',
  approve: 'Genehmigen',
  decline: 'Ablehnen',
  ask: {
    approve: (what) => `${what} genehmigen?`,
    approveLimit: (amount) => `Limit auf ${amount} erhöhen?`,
    approveOff: 'Genehmigungen ausschalten?',
    approveText:
      'Die Auszahlung kann danach ausgeführt werden. Die Genehmigung sendet kein Geld: Die zahlende Wallet muss noch signieren.',
    approveScheduleText:
      'Der Zahler kann danach signieren. Die Genehmigung sendet kein Geld: Die zahlende Wallet muss noch signieren.',
    approveLimitText: 'Das neue Limit gilt sofort.',
    approveOffText:
      'Auszahlungen in jeder Höhe werden dann ohne Genehmigung durch ein zweites Mitglied ausgeführt.',
    decline: (what) => `${what} ablehnen?`,
    declineLimit: 'Neues Limit ablehnen?',
    declineText: 'Damit wird die Auszahlung storniert. Das lässt sich nicht rückgängig machen.',
    declineRefundText:
      'Damit wird die Erstattung storniert. Das lässt sich nicht rückgängig machen.',
    declineLimitText: 'Das aktuelle Limit bleibt bestehen.',
    reason: 'Grund',
    reasonHint: 'Die anderen Mitglieder lesen ihn bei der Auszahlung und im Audit-Protokoll.',
    keep: 'Weiter warten',
  },
  facts: {
    amount: 'Betrag',
    each: 'Jede Zahlung',
    frequency: 'Wie oft',
    payments: 'Zahlungen',
    start: 'Erste Zahlung',
    total: 'Gesamt',
    payer: 'Von',
    worth: 'Gegenwert',
    about: (amount) => `Etwa ${amount}`,
    worthUnknown: 'Unbekannt: Es war kein Wechselkurs verfügbar',
    recipient: 'Empfänger',
    recipients: 'Empfänger',
    network: 'Netzwerk',
    reference: 'Referenz',
    requested: 'Beantragt von',
    requestedAt: 'Beantragt am',
    expires: 'Link läuft ab',
    currentLimit: 'Aktuelles Limit',
    newLimit: 'Neues Limit',
    none: 'Keines',
  },
  done: {
    approve: 'Genehmigt. Die Auszahlung kann jetzt ausgeführt werden.',
    approveSchedule: 'Genehmigt. Der Zahler kann jetzt signieren.',
    approveLimit: 'Genehmigt. Das neue Limit gilt.',
    decline: 'Abgelehnt. Die Auszahlung ist storniert.',
    declineRefund: 'Abgelehnt. Die Erstattung ist storniert.',
    declineLimit: 'Abgelehnt. Das Limit bleibt unverändert.',
  },
  /** The sentences about an approval on its payout's page. */
  page: {
    waiting: 'Sie kann erst ausgeführt werden, wenn ein anderes Mitglied sie genehmigt.',
    approved: (who, when) => `Genehmigt von ${who} am ${when}.`,
    declined: (who, when) =>
      `Abgelehnt von ${who} am ${when}. Die Auszahlung kann nicht ausgeführt werden.`,
    reason: (reason) => `Grund: ${reason}`,
    cancelled: 'Sie wurde storniert, bevor ein Mitglied sie genehmigt hat.',
    expired:
      'Ihr Link ist abgelaufen, bevor ein Mitglied sie genehmigt hat. Erstellen Sie eine neue.',
    together: (count) =>
      plural(
        count,
        'Zusammen mit 1 weiteren Auszahlung.',
        `Zusammen mit ${count} weiteren Auszahlungen.`,
      ),
    all: 'Alle Genehmigungen',
  },
  /** The sentence after the creation of a payout that needs approval. */
  created: 'Erstellt. Die Genehmigung durch ein zweites Mitglied steht noch aus.',
  limit: {
    title: 'Genehmigungslimit',
    meaning: (amount) =>
      `Auszahlungen mit einem Gegenwert ab ${amount} warten, bis ein zweites Mitglied sie genehmigt. Ebenso kleinere, die es innerhalb von 24 Stunden zusammen erreichen.`,
    off: 'Keine Auszahlung braucht eine Genehmigung. Mit einem Limit warten Auszahlungen ab diesem Gegenwert, bis ein zweites Mitglied sie genehmigt.',
    ownerOnly: 'Nur ein Inhaber kann das Limit ändern.',
    field: 'Limit',
    save: 'Limit speichern',
    set: 'Limit festlegen',
    remove: 'Genehmigungen ausschalten',
    slower:
      'Ein niedrigeres Limit gilt sofort. Ein höheres oder keines muss ein anderes Mitglied genehmigen.',
    saved: 'Limit gespeichert.',
    removed: 'Genehmigungen sind ausgeschaltet.',
    requested: 'Die Änderung wartet auf die Genehmigung durch ein anderes Mitglied.',
    waiting:
      'Eine Änderung des Limits wartet auf Genehmigung. Bis dahin gilt das aktuelle Limit. Eine neue Änderung ersetzt sie.',
    alone:
      'Nur Sie können hier Auszahlungen genehmigen. Wenn Sie selbst eine Auszahlung ab dem Limit erstellen, wartet sie, bis Sie ein weiteres Mitglied einladen.',
    removeTitle: 'Genehmigungen ausschalten?',
    removeText:
      'Auszahlungen in jeder Höhe werden dann ohne Genehmigung durch ein zweites Mitglied ausgeführt.',
    keep: 'Limit behalten',
  },
  home: {
    refunds: (count, written) =>
      plural(
        count,
        '1 Erstattung wartet auf Ihre Genehmigung',
        `${written} Erstattungen warten auf Ihre Genehmigung`,
      ),
    refundsText:
      'Keine Erstattung wird gesendet, bevor Sie oder ein anderes Mitglied sie genehmigen.',
    payouts: (count, written) =>
      plural(
        count,
        '1 Auszahlung wartet auf Ihre Genehmigung',
        `${written} Auszahlungen warten auf Ihre Genehmigung`,
      ),
    payoutsText:
      'Eine Auszahlung kann erst ausgeführt werden, wenn Sie oder ein anderes Mitglied sie genehmigen.',
    limit: 'Eine Änderung des Genehmigungslimits wartet auf Ihre Genehmigung',
    limitText: 'Bis dahin gilt das aktuelle Limit.',
    ownRefunds: (count, written) =>
      plural(
        count,
        '1 Erstattung wartet auf die Genehmigung eines anderen Mitglieds',
        `${written} Erstattungen warten auf die Genehmigung eines anderen Mitglieds`,
      ),
    ownPayouts: (count, written) =>
      plural(
        count,
        '1 Auszahlung wartet auf die Genehmigung eines anderen Mitglieds',
        `${written} Auszahlungen warten auf die Genehmigung eines anderen Mitglieds`,
      ),
    ownText:
      'Sie oder Ihr API-Schlüssel haben dies angefordert, daher muss ein anderes Mitglied zustimmen.',
    aloneText:
      'Kein anderes Mitglied kann genehmigen. Laden Sie eines ein, oder stornieren Sie und schalten Sie die Genehmigungen aus.',
  },
  refused: {
    own_approval:
      'Ein zweites Mitglied muss das genehmigen: Sie selbst oder Ihr API-Schlüssel haben es beantragt.',
    approval_not_found: 'Diese Genehmigung gibt es nicht mehr. Laden Sie die Seite neu.',
    payout_needs_approval: 'Diese Auszahlung muss ein zweites Mitglied genehmigen.',
    awaiting_approval: 'Diese Auszahlung wartet auf die Genehmigung durch ein zweites Mitglied.',
  },
  /** The sentences for an approval that another decision has ended, by its status. */
  decided: {
    approved: 'Ein anderes Mitglied hat das bereits genehmigt.',
    declined: 'Ein anderes Mitglied hat das bereits abgelehnt.',
    cancelled: 'Das wurde storniert und wartet nicht mehr.',
    expired: 'Der Link ist abgelaufen; deshalb wartet das nicht mehr.',
  },
}
