import type { Text } from '../text.ts'

/** The Portuguese sentences for choosing the reporting currency; part of {@link pt}. */
export const reportingCurrency: Text['reportingCurrency'] = {
  title: 'Moeda dos relatórios',
  lead: 'A tela inicial, os pagamentos e o CSV mostram o equivalente nesta moeda, pela taxa de câmbio do momento de cada pagamento.',
  field: 'Moeda',
  hint: 'Vale imediatamente para todos os pagamentos. Pagamentos sem equivalente conhecido nesta moeda são contados à parte. Os limites de aprovação continuam em dólares americanos.',
  choice: (code, name) => `${code} · ${name}`,
  save: 'Salvar moeda',
  saved: (code) => `Moeda dos relatórios: ${code}.`,
  restricted: 'Proprietários e administradores podem alterá-la.',
}
