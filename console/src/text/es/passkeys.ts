import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences about passkeys, the second factor and recovery codes. */
export const passkeys: Text['passkeys'] = {
  title: 'Llaves de acceso',
  lead: 'Inicie sesión con la huella, el rostro o el PIN de su dispositivo, o con una llave de seguridad, en lugar de una contraseña o una billetera.',
  none: 'Aún no tiene llaves de acceso.',
  unsupported: 'Este navegador no admite llaves de acceso. Abra la consola en otro navegador.',
  synced: 'Sincronizada',
  added: (when) => `Se añadió ${when}`,
  used: (when) => `Se usó por última vez ${when}`,
  unused: 'Nunca se ha usado',
  add: 'Añadir una llave de acceso',
  addText:
    'A continuación, su navegador le pregunta. Elija este dispositivo, un teléfono o una llave de seguridad.',
  name: 'Nombre',
  nameHint: 'Para reconocerla más tarde, por ejemplo, “Teléfono”.',
  create: 'Continuar',
  wasAdded: 'Llave de acceso añadida.',
  rename: 'Renombrar',
  renameTitle: 'Renombrar la llave de acceso',
  renamed: 'Llave de acceso renombrada.',
  remove: 'Eliminar',
  removeTitle: '¿Eliminar esta llave de acceso?',
  removeText: (name) =>
    `“${name}” ya no servirá para iniciar sesión, y terminan las demás sesiones abiertas con una llave de acceso. Elimínela también en su dispositivo.`,
  removeLast:
    'Es su última llave de acceso, así que el segundo factor se desactiva y los códigos de recuperación dejan de valer.',
  removed: 'Llave de acceso eliminada.',
  factor: {
    title: 'Segundo factor',
    on: 'Activado',
    off: 'Desactivado',
    onText:
      'Una contraseña o una billetera por sí sola no inicia sesión: debe seguir una llave de acceso o un código de recuperación.',
    offText:
      'Exija una llave de acceso después de su contraseña o billetera, para que ninguna de ellas baste para iniciar sesión.',
    needsPasskey: 'Añada primero una llave de acceso.',
    enable: 'Exigir una llave de acceso',
    enableTitle: '¿Exigir una llave de acceso en cada inicio de sesión?',
    enableText:
      'A continuación, su navegador pide una llave de acceso para probar que funciona. Luego recibe códigos de recuperación. Sus otras sesiones se cierran.',
    enabled: 'Ahora se exige una llave de acceso.',
    disable: 'Dejar de exigir una llave de acceso',
    disableTitle: '¿Dejar de exigir una llave de acceso?',
    disableText:
      'Una contraseña o una billetera vuelve a bastar para iniciar sesión. Los códigos de recuperación dejan de valer.',
    disabled: 'El segundo factor está desactivado.',
    left: (count) =>
      plural(count, 'Queda 1 código de recuperación.', `Quedan ${count} códigos de recuperación.`),
    renew: 'Nuevos códigos de recuperación',
    renewTitle: '¿Crear nuevos códigos de recuperación?',
    renewText: 'Los códigos anteriores dejan de funcionar.',
  },
  codes: {
    title: 'Guarde sus códigos de recuperación',
    text: 'Cada código inicia sesión una vez en lugar de una llave de acceso. Solo se muestran ahora: imprímalos o guárdelos en un gestor de contraseñas.',
    label: 'Códigos de recuperación',
    copy: 'Copiar códigos',
    what: 'los códigos de recuperación',
    print: 'Imprimir',
    stored: 'Ya los guardé',
  },
  confirm: {
    title: 'Confirme que es usted',
    text: 'Inició sesión hace un tiempo. Confirme este cambio.',
    passkey: 'Usar una llave de acceso',
    password: 'Contraseña actual',
    wrongPassword: 'Esta no es su contraseña actual.',
    withPassword: 'Confirmar',
    signIn:
      'Cierre la sesión e iníciela de nuevo; luego haga este cambio en un plazo de diez minutos.',
    signInAgain: 'Cerrar sesión e iniciarla de nuevo',
  },
  recovery: {
    open: 'Usar un código de recuperación',
    label: 'Código de recuperación',
    hint: 'Uno de los diez códigos que guardó. Funciona una vez.',
    send: 'Usar este código',
    missing: 'Ingrese un código de recuperación.',
  },
  signIn: {
    title: 'Con una llave de acceso',
    hint: 'Con la huella, el rostro o el PIN de un dispositivo, o con una llave de seguridad.',
    button: 'Iniciar sesión con una llave de acceso',
    second: 'Confirme que es usted',
    secondText: 'Su cuenta también necesita una llave de acceso para iniciar sesión.',
    usePasskey: 'Usar una llave de acceso',
    cancel: 'Cancelar el inicio de sesión',
    ended:
      'El inicio de sesión tardó demasiado o tuvo demasiados intentos. Inicie sesión de nuevo.',
  },
  faults: {
    cancelled: 'No se confirmó nada: se canceló o tardó demasiado. Inténtelo de nuevo.',
    known: 'Este dispositivo ya tiene una llave de acceso suya.',
    unsupported: 'Este navegador o dispositivo no puede hacerlo. Pruebe con otro.',
    address:
      'Las llaves de acceso no funcionan en esta dirección de la consola. Consulte a su operador.',
    failed: 'Su dispositivo no pudo hacerlo. Inténtelo de nuevo o use otro.',
  },
}
