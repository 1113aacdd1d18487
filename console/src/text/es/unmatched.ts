import type { Text } from '../text.ts'

/** The Spanish sentences for the unmatched payments screen; part of {@link es}. */
export const unmatched: Text['unmatched'] = {
  title: 'Pagos sin asignar',
  lead: 'Dinero en la blockchain que no corresponde a ninguna de sus solicitudes: tiene el token equivocado, la red equivocada o una referencia desconocida.',
  refresh: 'Actualizar',
  search: 'Buscar un pago',
  searchHint: 'Un hash, un ID de solicitud, una referencia de pago o su propia referencia.',
  find: 'Buscar',
  clear: 'Borrar la búsqueda',
  scope: 'Mostrar',
  scopes: { notable: 'Relevantes', all: 'Todos, incluido el polvo' },
  scopeHint:
    'El polvo vale menos de $0.10, está en un token que este servicio no incluye o fue a una billetera que no es suya. La búsqueda siempre encuentra el polvo.',
  empty: 'No hay nada sin asignar',
  emptyText: 'Los pagos que no corresponden a ninguna solicitud aparecen aquí, con el motivo.',
  emptySearch: 'No se encontró ningún pago sin asignar',
  emptySearchText:
    'Los pagos asignados a una solicitud no aparecen en esta lista. Revise lo que ingresó.',
  more: 'Más pagos',
  unlisted: 'Token no incluido',
  worth: (amount) => `Valor: ${amount}`,
  dust: 'Polvo',
  claimed: 'Asignado a una solicitud',
  transaction: (hash) => `Transacción ${hash}`,
  from: 'Enviado por',
  to: 'Llegó a',
  paymentReference: 'Referencia de pago',
  token: 'Contrato del token',
  units: 'Unidades base',
  request: 'Solicitud',
  claimedFor: 'Asignado a',
  reference: (reference) => `Su referencia: ${reference}`,
  claim: 'Asignar a una solicitud',
  claimTitle: (amount) => `Asignar ${amount} a una solicitud`,
  claimText:
    'Después de restaurar una copia de seguridad, cree de nuevo la solicitud perdida e ingrese su ID. El beneficiario, el token, la comisión y el importe deben coincidir exactamente con el pago, y la solicitud debe estar sin pagar. El servicio vuelve a leer el pago de la blockchain.',
  requestId: 'ID de solicitud',
  requestIdHint: '66 letras y cifras, que empiezan por 01.',
  requestIdInvalid: 'Ingrese un ID de solicitud: 66 letras y cifras, que empiezan por 01.',
  claimConfirm: 'Asignar',
  claimDone: 'El pago ya está asignado a la solicitud.',
  reasons: {
    unknown_reference: {
      label: 'Referencia desconocida',
      text: 'Ninguna solicitud tiene su referencia. Es posible que la solicitud se perdiera al restaurar una copia de seguridad: créela de nuevo y luego asígnele el pago.',
    },
    wrong_token: {
      label: 'Otro token',
      text: 'El pagador envió un token distinto del que exige la solicitud. Acuerde con él un reembolso o un cambio.',
    },
    wrong_network: {
      label: 'Otra red',
      text: 'El pagador pagó en una red distinta de la que exige la solicitud. Acuerde con él un reembolso.',
    },
    wrong_payee: {
      label: 'Otro beneficiario',
      text: 'El dinero fue a una billetera distinta de la que indica la solicitud. Compruebe si esa billetera es suya.',
    },
    wrong_contract: {
      label: 'Otro contrato',
      text: 'El pago pasó por un contrato distinto del que exige la solicitud. Resuélvalo con el pagador.',
    },
    nothing_arrived: {
      label: 'No llegó nada',
      text: 'El evento del pago indica un importe, pero no llegó dinero al beneficiario. No entregue el pedido.',
    },
    request_swept: {
      label: 'Solicitud borrada',
      text: 'La solicitud estuvo sin pagar mucho tiempo y se borró. Acuerde con el pagador un reembolso o qué hacer con el pedido.',
    },
    no_rate: {
      label: 'Sin tipo de cambio',
      text: 'La blockchain no tenía un tipo de cambio para las monedas del pago. Resuélvalo con el pagador.',
    },
    rate_too_old: {
      label: 'Tipo de cambio antiguo',
      text: 'El tipo de cambio del pago era más antiguo de lo que permite la solicitud. Resuélvalo con el pagador.',
    },
    worth_nothing: {
      label: 'Sin valor',
      text: 'El importe se redondea a cero en la moneda de la solicitud.',
    },
    receipt_unreadable: {
      label: 'Recibo no disponible',
      text: 'Ningún nodo de este servicio devolvió el recibo. El operador puede volver a examinar el bloque.',
    },
    rate_unreadable: {
      label: 'Tipo de cambio no disponible',
      text: 'Ningún nodo de este servicio devolvió el tipo de cambio del pago. El operador puede volver a examinar el bloque.',
    },
  },
  otherReason: (reason) => ({
    label: 'No coincide',
    text: `No coincide con la solicitud (${reason}). Resuélvalo con el pagador.`,
  }),
}
