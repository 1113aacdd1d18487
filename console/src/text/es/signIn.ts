import type { Text } from '../text.ts'

/** The Spanish sentences for the sign-in; part of {@link es}. */
export const signIn: Text['signIn'] = {
  title: 'Iniciar sesión',
  lead: 'Reciba pagos directamente en su billetera. Usted conserva sus claves.',
  expired:
    'Su sesión ha terminado. Inicie sesión para continuar donde lo dejó. Si no puede iniciarla, pregunte al propietario: es posible que le hayan quitado el acceso.',
  signedOut: 'Ha cerrado la sesión.',
  invited: {
    join: (merchant: string) => `Unirse a ${merchant}`,
    joinUnnamed: 'Unirse a una cuenta de comercio',
    openAccount: 'Abrir su cuenta de comercio',
    by: (merchant: string) => `${merchant} le invita`,
    byUnnamed: 'Un comercio sin nombre le invita',
    byOperator: 'El operador de este servicio le invita',
    toJoin: 'Se unirá a su cuenta de comercio con el rol indicado abajo.',
    toOpen: 'Abrirá una cuenta de comercio propia e independiente.',
    how: {
      anyone:
        'Inicie sesión con una billetera o cree una cuenta con correo electrónico. El enlace funciona una vez.',
      email:
        'La invitación es para una sola dirección de correo electrónico. Cree una cuenta con esa dirección. El enlace funciona una vez.',
      wallet:
        'La invitación es para una sola billetera. Inicie sesión con esa billetera. El enlace funciona una vez.',
    },
    role: 'Rol',
    domain: 'Dominio verificado',
    noDomain: 'Ninguno. Compruebe con el remitente que el enlace es de este comercio.',
    inviter: 'Invitación de',
    until: 'Válida hasta',
  },
  byInvitation: 'Los comercios nuevos necesitan una invitación.',
  byInvitationText:
    'Abra el enlace que recibió. Un comercio que use este servicio puede crear uno en Cuenta; el operador puede crear uno en la línea de comandos.',
  closed: 'El registro está cerrado.',
  closedText:
    'Los miembros inician sesión aquí. Para ser miembro, pida un enlace de invitación al operador de este servicio.',
  withWallet: 'Con su billetera',
  withEmail: 'Con correo electrónico',
  walletHint:
    'Una sesión con billetera puede fijar adónde van sus pagos. Termina tras 15 minutos sin uso.',
  emailHint:
    'Una cuenta de correo electrónico gestiona pagos, enlaces y la configuración, según lo que permita su rol. La sesión dura 30 días. Solo una billetera puede fijar adónde van los pagos.',
  noWallets: 'No se encontró ninguna billetera en este navegador.',
  noWalletsHint:
    'Instale una extensión de billetera, abra esta página en una aplicación de billetera o inicie sesión con correo electrónico.',
  connecting: (wallet) => `Continúe en ${wallet}`,
  connectingText: 'Permita que esta página vea su cuenta. Aún no se firma nada.',
  review: 'Revise lo que firma',
  reviewText: (wallet) =>
    `${wallet} mostrará este mensaje. Firmarlo prueba que la cuenta es suya. No mueve dinero y no cuesta nada.`,
  sign: 'Firmar y continuar',
  signing: (wallet) => `Firme en ${wallet}`,
  signingText: 'El mismo mensaje le espera allí.',
  chooseOther: 'Elegir otra billetera',
  rejected: 'Ha rechazado la solicitud en su billetera. No se firmó nada.',
  walletBusy:
    'Su billetera ya tiene una solicitud abierta. Apruébela o rechácela, y luego inténtelo de nuevo.',
  walletLocked:
    'Su billetera está bloqueada o no compartió ninguna cuenta. Desbloquéela e inténtelo de nuevo.',
  walletFailed: 'Su billetera no pudo hacerlo. Inténtelo de nuevo o use otra.',
  refused: 'El servicio rechazó esta firma. Es posible que haya vencido: empiece de nuevo.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint: 'De 8 a 100 caracteres',
  signInButton: 'Iniciar sesión',
  register: 'Crear cuenta',
  toRegister: '¿Aún no tiene cuenta? Cree una',
  toSignIn: '¿Ya tiene una cuenta? Inicie sesión',
  emailInvalid: 'Ingrese un correo electrónico como ana@example.com.',
  passwordShort: 'Use al menos 8 caracteres.',
  passwordLong: 'Use como máximo 100 caracteres.',
}
