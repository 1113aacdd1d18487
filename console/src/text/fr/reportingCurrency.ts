import type { Text } from '../text.ts'

/** The French sentences for choosing the reporting currency; part of {@link fr}. */
export const reportingCurrency: Text['reportingCurrency'] = {
  title: 'Devise des rapports',
  lead: 'L’accueil, les paiements et leur CSV indiquent la valeur dans cette devise, au taux en vigueur lors de chaque paiement.',
  field: 'Devise',
  hint: 'S’applique aussitôt à tous les paiements. Ceux dont la valeur dans cette devise est inconnue sont comptés à part. Les limites d’approbation restent en dollars américains.',
  choice: (code, name) => `${code} · ${name}`,
  save: 'Enregistrer la devise',
  saved: (code) => `Devise des rapports : ${code}.`,
  restricted: 'Les propriétaires et les administrateurs peuvent la modifier.',
}
