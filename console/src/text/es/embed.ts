import type { Text } from '../text.ts'

/** The Spanish sentences for the snippet screen; part of {@link es}. */
export const embed: Text['embed'] = {
  title: 'Integración',
  lead: 'Cree un pago, véalo como lo ven sus pagadores y cópielo en su página.',
  form: 'Nuevo pago',
  clientId: 'ID de cliente',
  noClientId: 'Primero necesita un ID de cliente activo.',
  destination: 'Adónde va el dinero',
  own: 'Mi ruta de cobro',
  bound: 'El destino vinculado al ID de cliente',
  other: 'Otro ID de ruta',
  noRoute: 'No tiene ninguna ruta de cobro activa.',
  amount: 'Importe',
  reference: 'Referencia del pedido',
  referenceHint: 'Por ejemplo, un número de pedido. El webhook también la incluye.',
  create: 'Crear pago',
  again: 'Crear otro',
  created: 'Pago creado.',
  empty: 'Su fragmento de código aparece aquí',
  emptyText: 'Complete el formulario: el pago es real y se puede realizar de inmediato.',
  snippet: 'Para su página',
  pageKind: 'Tipo de página',
  snippetHint: (domains) => `Funciona en ${domains}.`,
  pinned:
    '“destination” fija el beneficiario: el elemento rechaza cualquier otro, aunque venga del servidor.',
  notPinned:
    'Las reglas de la ruta de cobro ocultan al beneficiario, así que el código omite “destination”, que contiene su dirección.',
  server: 'Para su servidor',
  serverHint: 'Crea un pago por cada pedido. Guarde la clave en el entorno del servidor.',
  release: 'Fijar el script',
  releaseHint:
    'Úselo en lugar del script de arriba: el navegador ejecuta entonces exactamente esta versión. Usted la actualiza manualmente, y el servicio debe conservar sus versiones.',
  releaseCode: 'Etiqueta script',
  hosted: 'Página alojada',
  hostedHint: 'El mismo pago como enlace. No necesita una página propia.',
  preview: 'Vista previa en vivo',
  previewHint: 'Este es el pago real: si paga aquí, queda hecho.',
}
