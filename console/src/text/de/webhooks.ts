import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences for the webhooks screen; part of {@link de}. */
export const webhooks: Text['webhooks'] = {
  title: 'Webhooks',
  lead: 'Signierte Nachrichten an Ihren Server über jede Zahlung. Jede wird wiederholt, bis Ihr Server mit 2xx antwortet.',
  add: 'Endpunkt hinzufügen',
  empty: 'Noch kein Endpunkt',
  emptyText: 'Fügen Sie die URL des Servers hinzu, der die Zahlungsereignisse empfängt.',
  url: 'URL',
  urlHint: 'https, oder http nur für localhost.',
  urlInvalid: 'Geben Sie eine https-URL wie https://shop.example.com/webhooks ein.',
  scope: 'Zahlungen von',
  scopeAll: 'Alle Client-IDs und API-Schlüssel',
  events: 'Ereignisse',
  eventsAll: 'Alle Ereignisse',
  eventsSome: 'Nur diese',
  eventsNone: 'Wählen Sie mindestens ein Ereignis.',
  eventCount: (count) => plural(count, '1 Ereignis', `${count} Ereignisse`),
  aliases: 'Zusätzliche Signatur-Header',
  aliasesHint:
    'Für Empfänger, die einen anderen Header erwarten, einer pro Zeile: x-…-signature. Bis zu 5, zusätzlich zu den üblichen gesendet.',
  aliasInvalid: (text) => `„${text}“ hat nicht die Form x-name-signature.`,
  aliasMany: 'Höchstens 5 Header-Namen.',
  addTitle: 'Neuer Endpunkt',
  editTitle: 'Endpunkt bearbeiten',
  added: 'Endpunkt hinzugefügt.',
  saved: 'Endpunkt gespeichert.',
  secretTitle: 'Signaturgeheimnis',
  secretText: 'Ihr Server prüft damit die Signatur jeder Zustellung.',
  secret: 'Signaturgeheimnis',
  switchedOn: 'Endpunkt eingeschaltet.',
  switchedOff: 'Endpunkt ausgeschaltet. Neue Ereignisse werden nicht an ihn gesendet.',
  disabled: 'Deaktiviert',
  disabledText: (reason) => `Vom Dienst deaktiviert: ${reason}`,
  pendingSecret: 'Erneuerung ausstehend',
  previousSecret: (when) => `Das vorherige Geheimnis gilt bis ${when}.`,
  deliveries: 'Zustellungen',
  test: 'Test senden',
  testTitle: 'Testzustellung senden',
  testText:
    'Jeder aktive Endpunkt erhält ein Beispiel des Ereignisses, als Test gekennzeichnet und wie üblich signiert.',
  testEvent: 'Ereignis',
  testSend: 'Senden',
  testSent: (sent) => plural(sent, 'An 1 Endpunkt gesendet.', `An ${sent} Endpunkte gesendet.`),
  testFailed: (failed) =>
    plural(
      failed,
      '1 Endpunkt war nicht erreichbar oder hat nicht mit 2xx geantwortet.',
      `${failed} Endpunkte waren nicht erreichbar oder haben nicht mit 2xx geantwortet.`,
    ),
  testSee: 'Zustellungen ansehen',
  rotate: 'Geheimnis erneuern',
  rotateTitle: 'Signaturgeheimnis erneuern',
  rotateText:
    'In zwei Schritten, damit keine Zustellung abgelehnt wird. Zuerst erhalten Sie ein neues Geheimnis: webhook-signature enthält dann je eine Signatur mit beiden Geheimnissen, und x-service-signature verwendet weiter das alte. Sobald Ihr Server das neue Geheimnis hat, aktivieren Sie es; das alte signiert webhook-signature noch 24 Stunden lang.',
  rotateStart: 'Neues Geheimnis erstellen',
  rotateNow: 'Es ist bekannt geworden: jetzt ersetzen',
  rotateNowText:
    'Das alte Geheimnis wird sofort ungültig. Zustellungen schlagen fehl, bis Ihr Server das neue hat.',
  rotated: 'Neues Geheimnis erstellt. Aktivieren Sie es, sobald Ihr Server es hat.',
  replaced: 'Geheimnis ersetzt.',
  promote: 'Neues Geheimnis aktivieren',
  promoteTitle: 'Neues Geheimnis aktivieren?',
  promoteText:
    'Es signiert ab jetzt alle Zustellungen. Das alte signiert webhook-signature noch 24 Stunden lang.',
  promoted: 'Das neue Geheimnis signiert ab jetzt.',
  remove: 'Entfernen',
  removeTitle: 'Diesen Endpunkt entfernen?',
  removeText: 'Ausstehende Zustellungen werden abgebrochen, und das Protokoll wird gelöscht.',
  removed: 'Endpunkt entfernt.',
  more: (url) => `Mehr zu ${url}`,
  compatibility: {
    title: 'Empfänger für Request Network',
    lead: 'Wenn Ihre Empfänger für Request Network geschrieben wurden, wählen Sie, wie weit alle Ihre Webhooks diesem Dienst folgen.',
    field: 'Kompatibilität',
    hint: 'Eine Änderung gilt für die nächsten Zustellungen und Ereignisse.',
    ofHost: 'Wie beim Dienst eingestellt',
    levels: {
      none: 'Keine',
      headers: 'Auch dessen Header',
      full: 'Auch dessen Header, Kopien von Ereignissen und weggelassene Felder',
    },
    saved: 'Kompatibilität gespeichert.',
  },
}
