import type { Text } from '../text.ts'

/** The German sentences about proving the ownership of domains. */
export const domains: Text['domains'] = {
  title: 'Verifizierte Domain',
  lead: 'Zahler sehen Ihre Domain mit einem Häkchen auf der gehosteten Seite. Ohne sie bezeichnet die Seite Sie als nicht verifiziert und zeigt zuerst die Empfangsadresse.',
  domain: 'Domain',
  hint: 'Etwa shop.example.com.',
  add: 'Domain hinzufügen',
  added: 'Domain hinzugefügt. Veröffentlichen Sie jetzt den Nachweis.',
  invalid: 'Geben Sie eine Domain wie shop.example.com ein, ohne https:// und ohne Pfad.',
  none: 'Noch keine Domain',
  pending: 'Nicht verifiziert',
  verified: 'Verifiziert',
  withdrawn: 'Zurückgezogen',
  where: 'Fügen Sie dem DNS der Domain diesen TXT-Eintrag hinzu:',
  name: 'Name',
  value: 'Wert',
  or: 'Oder stellen Sie diese Datei ohne Weiterleitung bereit:',
  address: 'Adresse',
  content: 'Inhalt',
  absent:
    'Der Nachweis ist an keiner der beiden Stellen. Ein neuer Eintrag kann einige Minuten brauchen, bis er erscheint.',
  unreachable:
    'Die Domain oder ihr Nameserver hat nicht geantwortet. Versuchen Sie es gleich noch einmal.',
  check: 'Jetzt prüfen',
  checked: 'Der Nachweis wurde gefunden. Zahler sehen die Domain ab jetzt.',
  notFound: 'Der Nachweis wurde nicht gefunden.',
  remove: 'Entfernen',
  removed: 'Domain entfernt. Zahler sehen sie nicht mehr.',
}
