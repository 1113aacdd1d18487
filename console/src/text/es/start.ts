import type { Text } from '../text.ts'

/** The Spanish sentences for the first steps on the home screen; part of {@link es}. */
export const start: Text['start'] = {
  title: 'Primeros pasos',
  lead: 'Cinco pasos desde aquí hasta un pedido pagado en su sitio web.',
  withoutWebsite: '¿No tiene sitio web? Un enlace de pago no necesita ninguno de estos pasos.',
  website: 'Acepte pagos en su sitio web',
  progress: (done, all) => `${done} de ${all} hechos`,
  done: 'Hecho',
  open: 'Por hacer',
  allDone: 'Todo está configurado. Los pagos llegan directamente a su billetera.',
  name: {
    title: 'Ponga nombre a su negocio',
    text: 'Los pagadores ven este nombre encima del importe.',
    done: (name) => `Los pagadores ven “${name}”.`,
  },
  destination: {
    title: 'Elija adónde llega el dinero',
    text: 'Elija la red y el token que recibe su billetera.',
    accountText: 'Una ruta de cobro pertenece a una billetera. Vea cómo configurar una.',
    done: (token, network) => `${token} en ${network}, en su billetera.`,
    boundDone: 'Uno de sus ID de cliente está vinculado a una ruta.',
    action: 'Elegir red y token',
    accountAction: 'Ver cómo',
  },
  clientId: {
    title: 'Obtenga un ID de cliente para su sitio',
    text: 'Permite que el elemento de pago funcione solo en su dominio.',
    done: (domains) => `Funciona en ${domains}.`,
    action: 'Crear un ID de cliente',
  },
  webhook: {
    title: 'Reciba avisos de los pagos',
    text: 'Un webhook firmado avisa a su servidor cuando se paga un pedido. Entregue a partir de él, nunca a partir del navegador.',
    done: (url) => `Los eventos van a ${url}.`,
    action: 'Añadir un webhook',
  },
  embed: {
    title: 'Ponga el elemento en su página',
    text: 'Cree un pago, copie el fragmento de código y pague.',
    done: 'El elemento ha funcionado en su sitio.',
    action: 'Crear el fragmento de código',
  },
}
