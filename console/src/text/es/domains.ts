import type { Text } from '../text.ts'

/** The Spanish sentences about proving the ownership of domains. */
export const domains: Text['domains'] = {
  title: 'Dominio verificado',
  lead: 'Los pagadores ven su dominio con una marca de verificación en la página alojada. Sin él, la página indica que usted no está verificado y muestra primero la dirección que recibe.',
  domain: 'Dominio',
  hint: 'Por ejemplo, shop.example.com.',
  add: 'Añadir dominio',
  added: 'Dominio añadido. Ahora publique su prueba.',
  invalid: 'Ingrese un dominio como shop.example.com, sin https:// ni ruta.',
  none: 'Aún no hay ningún dominio',
  pending: 'Sin verificar',
  verified: 'Verificado',
  withdrawn: 'Verificación retirada',
  where: 'Añada este registro TXT al DNS del dominio:',
  name: 'Nombre',
  value: 'Valor',
  or: 'O sirva este archivo, sin redirección:',
  address: 'Dirección',
  content: 'Contenido',
  absent:
    'La prueba no está en ninguno de los dos lugares. Un registro nuevo puede tardar unos minutos en aparecer.',
  unreachable:
    'El dominio o su servidor de nombres no respondió. Inténtelo de nuevo en un momento.',
  check: 'Comprobar ahora',
  checked: 'Se encontró la prueba. Los pagadores ven el dominio a partir de ahora.',
  notFound: 'No se encontró la prueba.',
  remove: 'Eliminar',
  removed: 'Dominio eliminado. Los pagadores ya no lo ven.',
}
