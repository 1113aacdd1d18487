import type { Text } from '../text.ts'

/** The German sentences for the snippet screen; part of {@link de}. */
export const embed: Text['embed'] = {
  title: 'Einbetten',
  lead: 'Erstellen Sie eine Zahlung, sehen Sie sie so, wie Ihre Zahler sie sehen, und kopieren Sie sie in Ihre Seite.',
  form: 'Neue Zahlung',
  clientId: 'Client-ID',
  noClientId: 'Sie brauchen zuerst eine aktive Client-ID.',
  destination: 'Wohin das Geld geht',
  own: 'An mein Empfangsziel',
  bound: 'Wie die Client-ID gebunden ist',
  other: 'An eine andere Ziel-ID',
  noRoute: 'Sie haben kein aktives Empfangsziel.',
  amount: 'Betrag',
  reference: 'Bestellreferenz',
  referenceHint: 'Zum Beispiel eine Bestellnummer. Der Webhook enthält sie ebenfalls.',
  create: 'Zahlung erstellen',
  again: 'Weitere erstellen',
  created: 'Zahlung erstellt.',
  empty: 'Ihr Snippet erscheint hier',
  emptyText: 'Füllen Sie das Formular aus: Die Zahlung ist echt und kann sofort ausgeführt werden.',
  snippet: 'Für Ihre Seite',
  pageKind: 'Art der Seite',
  snippetHint: (domains) => `Funktioniert auf ${domains}.`,
  pinned:
    '„destination“ legt den Empfänger fest: Das Element weist jeden anderen Empfänger ab, selbst vom Server.',
  notPinned:
    'Die Regeln des Empfangsziels verbergen den Empfänger. Der Code enthält deshalb kein „destination“, in dem seine Adresse steht.',
  server: 'Für Ihren Server',
  serverHint:
    'Erstellt für jede Bestellung eine Zahlung. Bewahren Sie den Schlüssel in der Umgebung des Servers auf.',
  release: 'Skriptversion festlegen',
  releaseHint:
    'Verwenden Sie es anstelle des obigen Skripts: Der Browser führt dann genau diese Version aus. Sie aktualisieren sie von Hand, und der Dienst muss seine Versionen aufbewahren.',
  releaseCode: 'Skript-Tag',
  hosted: 'Gehostete Seite',
  hostedHint: 'Dieselbe Zahlung als Link. Sie brauchen keine eigene Seite.',
  preview: 'Live-Vorschau',
  previewHint: 'Das ist die echte Zahlung: Wenn Sie hier zahlen, ist sie erledigt.',
}
