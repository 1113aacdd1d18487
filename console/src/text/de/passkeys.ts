import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences about passkeys, the second factor and recovery codes. */
export const passkeys: Text['passkeys'] = {
  title: 'Passkeys',
  lead: 'Melden Sie sich mit Fingerabdruck, Gesicht oder PIN Ihres Geräts oder mit einem Sicherheitsschlüssel an, statt mit Passwort oder Wallet.',
  none: 'Sie haben noch keinen Passkey.',
  unsupported:
    'Dieser Browser unterstützt keine Passkeys. Öffnen Sie die Konsole in einem anderen Browser.',
  synced: 'Synchronisiert',
  added: (when) => `Hinzugefügt ${when}`,
  used: (when) => `Zuletzt genutzt ${when}`,
  unused: 'Nie genutzt',
  add: 'Passkey hinzufügen',
  addText:
    'Ihr Browser fragt Sie als Nächstes. Wählen Sie dieses Gerät, ein Smartphone oder einen Sicherheitsschlüssel.',
  name: 'Name',
  nameHint: 'Damit Sie ihn später wiedererkennen, etwa „Smartphone“.',
  create: 'Weiter',
  wasAdded: 'Passkey hinzugefügt.',
  rename: 'Umbenennen',
  renameTitle: 'Passkey umbenennen',
  renamed: 'Passkey umbenannt.',
  remove: 'Entfernen',
  removeTitle: 'Diesen Passkey entfernen?',
  removeText: (name) =>
    `Mit „${name}“ ist keine Anmeldung mehr möglich, und andere Sitzungen, die ein Passkey geöffnet hat, enden. Löschen Sie den Passkey auch auf Ihrem Gerät.`,
  removeLast:
    'Es ist Ihr letzter Passkey; der zweite Faktor wird deshalb ausgeschaltet, und die Wiederherstellungscodes werden ungültig.',
  removed: 'Passkey entfernt.',
  factor: {
    title: 'Zweiter Faktor',
    on: 'Ein',
    off: 'Aus',
    onText:
      'Ein Passwort oder eine Wallet allein genügt nicht zur Anmeldung: Ein Passkey oder ein Wiederherstellungscode muss folgen.',
    offText:
      'Verlangen Sie nach Passwort oder Wallet einen Passkey, damit keines von beiden allein zur Anmeldung genügt.',
    needsPasskey: 'Fügen Sie zuerst einen Passkey hinzu.',
    enable: 'Passkey verlangen',
    enableTitle: 'Bei jeder Anmeldung einen Passkey verlangen?',
    enableText:
      'Ihr Browser fragt als Nächstes nach einem Passkey, um zu prüfen, dass er funktioniert. Danach erhalten Sie Wiederherstellungscodes. Ihre anderen Sitzungen enden.',
    enabled: 'Ein Passkey ist jetzt erforderlich.',
    disable: 'Keinen Passkey mehr verlangen',
    disableTitle: 'Keinen Passkey mehr verlangen?',
    disableText:
      'Ein Passwort oder eine Wallet allein genügt wieder zur Anmeldung. Die Wiederherstellungscodes werden ungültig.',
    disabled: 'Der zweite Faktor ist ausgeschaltet.',
    left: (count) =>
      plural(
        count,
        '1 Wiederherstellungscode ist übrig.',
        `${count} Wiederherstellungscodes sind übrig.`,
      ),
    renew: 'Neue Wiederherstellungscodes',
    renewTitle: 'Neue Wiederherstellungscodes erstellen?',
    renewText: 'Die früheren Codes funktionieren dann nicht mehr.',
  },
  codes: {
    title: 'Wiederherstellungscodes speichern',
    text: 'Jeder Code ersetzt bei der Anmeldung einmal einen Passkey. Die Codes werden nur jetzt angezeigt: Drucken Sie sie aus oder bewahren Sie sie in einem Passwortmanager auf.',
    label: 'Wiederherstellungscodes',
    copy: 'Codes kopieren',
    what: 'Wiederherstellungscodes',
    print: 'Drucken',
    stored: 'Ich habe sie gespeichert',
  },
  confirm: {
    title: 'Bestätigen Sie, dass Sie es sind',
    text: 'Ihre Anmeldung liegt einige Zeit zurück. Bestätigen Sie diese Änderung.',
    passkey: 'Passkey verwenden',
    password: 'Aktuelles Passwort',
    wrongPassword: 'Das ist nicht Ihr aktuelles Passwort.',
    withPassword: 'Bestätigen',
    signIn:
      'Melden Sie sich ab und wieder an und nehmen Sie diese Änderung innerhalb von zehn Minuten vor.',
    signInAgain: 'Abmelden und neu anmelden',
  },
  recovery: {
    open: 'Wiederherstellungscode verwenden',
    label: 'Wiederherstellungscode',
    hint: 'Einer der zehn Codes, die Sie gespeichert haben. Er funktioniert einmal.',
    send: 'Diesen Code verwenden',
    missing: 'Geben Sie einen Wiederherstellungscode ein.',
  },
  signIn: {
    title: 'Mit einem Passkey',
    hint: 'Mit Fingerabdruck, Gesicht oder PIN eines Geräts oder mit einem Sicherheitsschlüssel.',
    button: 'Mit Passkey anmelden',
    second: 'Bestätigen Sie, dass Sie es sind',
    secondText: 'Ihr Konto verlangt zur Anmeldung auch einen Passkey.',
    usePasskey: 'Passkey verwenden',
    cancel: 'Anmeldung abbrechen',
    ended:
      'Die Anmeldung hat zu lange gedauert, oder es gab zu viele Versuche. Melden Sie sich erneut an.',
  },
  faults: {
    cancelled:
      'Es wurde nichts bestätigt: Der Vorgang wurde abgebrochen oder hat zu lange gedauert. Versuchen Sie es erneut.',
    known: 'Dieses Gerät hat bereits einen Passkey für Sie.',
    unsupported:
      'Dieser Browser oder dieses Gerät kann das nicht. Versuchen Sie es mit einem anderen.',
    address:
      'Unter dieser Adresse der Konsole funktionieren Passkeys nicht. Fragen Sie den Betreiber.',
    failed:
      'Ihr Gerät konnte das nicht ausführen. Versuchen Sie es erneut oder verwenden Sie ein anderes.',
  },
}
