import type { Text } from '../text.ts'

/** The German sentences for the client IDs screen; part of {@link de}. */
export const clientIds: Text['clientIds'] = {
  title: 'Client-IDs',
  one: 'Client-ID',
  lead: 'Mit einer Client-ID können Ihre Seiten oder Ihr Server Zahlungen anzeigen und erstellen. In einer Seite ist sie öffentlich und funktioniert nur auf den angegebenen Domains.',
  create: 'Client-ID erstellen',
  empty: 'Noch keine Client-ID',
  emptyText: 'Erstellen Sie eine für die Domain Ihres Shops. Das Zahlungselement braucht sie.',
  label: 'Bezeichnung',
  labelHint: 'Nur Sie sehen sie, zum Beispiel „Webshop“.',
  place: 'Art',
  forPages: 'Client-ID für Seiten',
  forPagesHint: 'Öffentlich. Funktioniert nur auf den Domains, die Sie angeben.',
  forServerHint:
    'Geheim, für Ihren Server. Funktioniert ohne Domain und wird nur einmal angezeigt.',
  server: 'Backend-Client-ID',
  secretTitle: 'Ihre neue Client-ID',
  domains: 'Erlaubte Domains',
  domainsHint: 'Eine pro Zeile, zum Beispiel https://shop.example.com. Bis zu 10.',
  domainInvalid: (line, text) =>
    `Zeile ${line}: „${text}“ ist kein Origin wie https://shop.example.com, ohne Pfad. Einfaches http funktioniert nur für localhost.`,
  domainMany: 'Höchstens 10 Domains.',
  fee: 'Gebühr erheben',
  feeHint: 'Ein Anteil jeder Zahlung, der an eine andere Adresse geht.',
  feePercentage: 'Prozent',
  feeAddress: 'Adresse für die Gebühr',
  feePercentageInvalid:
    'Eine Zahl von 0 bis 100 mit Dezimalpunkt und höchstens zwei Nachkommastellen, etwa 1.5.',
  feePairNeeded: 'Geben Sie sowohl einen Prozentsatz als auch eine Adresse ein.',
  bind: 'Wohin Zahlungen gehen',
  bindNone: 'An jede meiner Wallets und jedes meiner Empfangsziele',
  bindAny: 'An jede Adresse, die eine Zahlung angibt',
  bindAnyHint:
    'Eine Client-ID ist öffentlich: Jeder Besucher Ihrer Website kann in Ihrem Namen eine Zahlung erstellen, die an ihn selbst geht.',
  bindAnyServerHint:
    'Wer das Geheimnis kennt, kann in Ihrem Namen eine Zahlung an jede Adresse erstellen.',
  risky: 'Zahlt an beliebige Adressen',
  riskyText:
    'Jeder Besucher Ihrer Website kann in Ihrem Namen eine Zahlung erstellen, die an ihn selbst geht. Bearbeiten Sie die Client-ID und wählen Sie, wohin Zahlungen gehen.',
  bindOwn: 'An mein Empfangsziel',
  bindOther: 'An eine andere Ziel-ID',
  bindHint:
    'Ist die Client-ID gebunden, können Seiten das Empfangsziel weglassen, aber nicht ändern.',
  bindServerHint:
    'Bei einer Bindung kann der Server das Empfangsziel weglassen, aber nicht ändern.',
  destinationId: 'Ziel-ID',
  destinationInvalid: 'Das ist keine Ziel-ID: {wallet}@eip155:{chain}#{checksum}:{token}.',
  compose: 'Aus einer Wallet zusammenstellen',
  boundToOwn: (route) => `Gebunden an mein Empfangsziel, ${route}`,
  boundToRoute: 'Gebunden an ein Empfangsziel dieses Kontos',
  boundTo: (what) => `Gebunden an ${what}`,
  boundToMember: (route, wallet) =>
    `Gebunden an ${route}, gezahlt an ${wallet}, eine Wallet dieses Kontos`,
  boundToOutside: (route, wallet) =>
    `Gebunden an ${route}, gezahlt an ${wallet}, eine Wallet außerhalb dieses Kontos`,
  stopped: 'Ziel gestoppt',
  stoppedText:
    'Das Ziel nimmt keine neuen Zahlungen an, daher lehnt der Dienst jede Zahlung mit dieser Client-ID ab. Empfangen Sie dort wieder, oder wählen Sie ein anderes Ziel.',
  feeOf: (percent, address) => `${percent} % an ${address}`,
  createTitle: 'Neue Client-ID',
  editTitle: 'Client-ID bearbeiten',
  created: 'Client-ID erstellt.',
  saved: 'Client-ID gespeichert.',
  switchedOn: 'Client-ID eingeschaltet.',
  switchedOff:
    'Client-ID ausgeschaltet. Seiten, die sie verwenden, funktionieren innerhalb einer Sekunde nicht mehr.',
  revoke: 'Widerrufen',
  revokeTitle: (label) => `„${label}“ widerrufen?`,
  revokeText:
    'Seiten, die sie verwenden, funktionieren nicht mehr. Das lässt sich nicht rückgängig machen.',
  revokeType: (label) => `Geben Sie zur Bestätigung ${label} ein`,
  revokeMismatch: 'Das ist nicht die Bezeichnung.',
  revoked: 'Client-ID widerrufen.',
  revokedList: (count) => `Widerrufen (${count})`,
  embed: 'Einbetten',
}
