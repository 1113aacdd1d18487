import type { Text } from '../text.ts'

/** The German sentences that several screens share; part of {@link de}. */
export const common: Text['common'] = {
  loading: 'Wird geladen …',
  retry: 'Erneut versuchen',
  unreached: 'Der Dienst hat nicht geantwortet. Prüfen Sie Ihre Verbindung.',
  reload: 'Seite neu laden',
  partLost:
    'Diese Seite wurde aktualisiert, während sie offen war, oder ein Teil von ihr wurde nicht geladen. Laden Sie sie neu, um die Vorschau zu sehen: Ihre Eingaben bleiben erhalten.',
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Speichern',
  back: 'Zurück',
  copy: (what) => `${what} kopieren`,
  /** Quotes external text, such as a column title. */
  quote: (what) => `„${what}“`,
  copied: 'Kopiert',
  copiedWhat: (what) => `${what} kopiert.`,
  copyFailed:
    'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie den Text und kopieren Sie ihn von Hand.',
  never: 'Nie',
  neverUsed: 'Nie genutzt',
  lastUsed: (when) => `Zuletzt genutzt ${when}`,
  created: (when) => `Erstellt ${when}`,
  optional: 'optional',
  active: 'Aktiv',
  inactive: 'Aus',
  revoked: 'Widerrufen',
  switchOn: 'Einschalten',
  switchOff: 'Ausschalten',
  edit: 'Bearbeiten',
  signOut: 'Abmelden',
  opensNewTab: 'öffnet einen neuen Tab',
  entry: (number, message) => `Zeile ${number}: ${message}`,
  storeSecret:
    'Dies wird nur dieses eine Mal angezeigt. Speichern Sie es jetzt in einem Passwortmanager oder bei den Geheimnissen Ihres Servers.',
  stored: 'Ich habe es gespeichert',
  stale:
    'Nicht aktuell: Der Dienst hat nicht geantwortet. Die Seite versucht es automatisch erneut.',
  supportCode: (code) => `Support-Code ${code}`,
}
