import type { Text } from '../text.ts'

/** The Spanish sentences for choosing the reporting currency; part of {@link es}. */
export const reportingCurrency: Text['reportingCurrency'] = {
  title: 'Moneda de los informes',
  lead: 'La pantalla de inicio, los pagos y su CSV muestran el valor en esta moneda, según el tipo de cambio del momento de cada pago.',
  field: 'Moneda',
  hint: 'Se aplica de inmediato a todos los pagos. Los pagos cuyo valor en ella no se conoce se cuentan aparte. Los límites de aprobación siguen en dólares estadounidenses.',
  choice: (code, name) => `${code} · ${name}`,
  save: 'Guardar moneda',
  saved: (code) => `Moneda de los informes: ${code}.`,
  restricted: 'Los propietarios y administradores pueden cambiarla.',
}
