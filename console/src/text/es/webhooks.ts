import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences for the webhooks screen; part of {@link es}. */
export const webhooks: Text['webhooks'] = {
  title: 'Webhooks',
  lead: 'Mensajes firmados a su servidor sobre cada pago. Cada uno se reintenta hasta que su servidor devuelve 2xx.',
  add: 'Añadir endpoint',
  empty: 'Aún no hay endpoints',
  emptyText: 'Añada la URL del servidor que recibe los eventos de pago.',
  url: 'URL',
  urlHint: 'https, o http solo para localhost.',
  urlInvalid: 'Ingrese una URL https como https://shop.example.com/webhooks.',
  scope: 'Pagos de',
  scopeAll: 'Todos los ID de cliente y claves de API',
  events: 'Eventos',
  eventsAll: 'Todos los eventos',
  eventsSome: 'Solo estos',
  eventsNone: 'Elija al menos un evento.',
  eventCount: (count) => plural(count, '1 evento', `${count} eventos`),
  aliases: 'Encabezados de firma adicionales',
  aliasesHint:
    'Para receptores que esperan otro encabezado, uno por línea: x-…-signature. Hasta 5, que se envían además de los estándar.',
  aliasInvalid: (text) => `“${text}” no tiene la forma x-name-signature.`,
  aliasMany: 'Como máximo, 5 nombres de encabezado.',
  addTitle: 'Nuevo endpoint',
  editTitle: 'Editar endpoint',
  added: 'Endpoint añadido.',
  saved: 'Endpoint guardado.',
  secretTitle: 'Secreto de firma',
  secretText: 'Su servidor lo usa para verificar la firma de cada entrega.',
  secret: 'secreto de firma',
  switchedOn: 'Endpoint activado.',
  switchedOff: 'Endpoint desactivado. No se le envían eventos nuevos.',
  disabled: 'Desactivado por el servicio',
  disabledText: (reason) => `Desactivado por el servicio: ${reason}`,
  pendingSecret: 'Rotación pendiente',
  previousSecret: (when) => `El secreto anterior es válido hasta el ${when}.`,
  deliveries: 'Entregas',
  test: 'Enviar una prueba',
  testTitle: 'Enviar una entrega de prueba',
  testText:
    'Cada endpoint activo recibe un ejemplo del evento, marcado como prueba y firmado como siempre.',
  testEvent: 'Evento',
  testSend: 'Enviar',
  testSent: (sent) => plural(sent, 'Enviado a 1 endpoint.', `Enviado a ${sent} endpoints.`),
  testFailed: (failed) =>
    plural(
      failed,
      'No se pudo acceder a 1 endpoint, o no devolvió 2xx.',
      `No se pudo acceder a ${failed} endpoints, o no devolvieron 2xx.`,
    ),
  testSee: 'Ver las entregas',
  rotate: 'Rotar secreto',
  rotateTitle: 'Rotar el secreto de firma',
  rotateText:
    'En dos pasos, para que no se rechace ninguna entrega. Primero recibe un secreto nuevo: webhook-signature contiene entonces una firma de cada secreto, y x-service-signature sigue usando el secreto anterior. Cuando su servidor tenga el secreto nuevo, póngalo en uso; el anterior sigue firmando webhook-signature durante 24 horas.',
  rotateStart: 'Crear el secreto nuevo',
  rotateNow: 'Se filtró: sustituirlo ahora',
  rotateNowText:
    'El secreto anterior deja de ser válido de inmediato. Las entregas fallan hasta que su servidor tenga el nuevo.',
  rotated: 'Secreto nuevo creado. Póngalo en uso cuando su servidor lo tenga.',
  replaced: 'Secreto sustituido.',
  promote: 'Poner en uso el secreto nuevo',
  promoteTitle: '¿Poner en uso el secreto nuevo?',
  promoteText:
    'Firma todas las entregas a partir de ahora. El anterior sigue firmando webhook-signature durante 24 horas.',
  promoted: 'El secreto nuevo firma a partir de ahora.',
  remove: 'Eliminar',
  removeTitle: '¿Eliminar este endpoint?',
  removeText: 'Las entregas pendientes se cancelan y el registro se borra.',
  removed: 'Endpoint eliminado.',
  more: (url) => `Más sobre ${url}`,
  compatibility: {
    title: 'Receptores para Request Network',
    lead: 'Si sus receptores se escribieron para Request Network, elija hasta qué punto todos sus webhooks siguen ese servicio.',
    field: 'Compatibilidad',
    hint: 'Un cambio se aplica a las próximas entregas y eventos.',
    ofHost: 'Según la configuración del servicio',
    levels: {
      none: 'Ninguna',
      headers: 'También sus encabezados',
      full: 'También sus encabezados, copias de eventos y campos omitidos',
    },
    saved: 'Compatibilidad guardada.',
  },
}
