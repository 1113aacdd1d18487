import type { Text } from '../text.ts'

/** The Portuguese sentences for the sign-in; part of {@link pt}. */
export const signIn: Text['signIn'] = {
  title: 'Entrar',
  lead: 'Receba pagamentos direto na sua carteira. Suas chaves ficam com você.',
  expired:
    'Sua sessão terminou. Entre para continuar de onde parou. Se não conseguir entrar, pergunte ao proprietário: talvez você tenha sido removido.',
  signedOut: 'Você saiu da conta.',
  invited: {
    join: (merchant: string) => `Entrar em ${merchant}`,
    joinUnnamed: 'Entrar em uma conta de vendedor',
    openAccount: 'Abrir sua conta de vendedor',
    by: (merchant: string) => `${merchant} convida você`,
    byUnnamed: 'Um vendedor sem nome convida você',
    byOperator: 'O operador deste serviço convida você',
    toJoin: 'Você entra na conta de vendedor dele com a função abaixo.',
    toOpen: 'Você abre sua própria conta de vendedor, separada.',
    how: {
      anyone: 'Entre com uma carteira ou crie uma conta com e-mail. O link funciona uma vez.',
      email:
        'O convite é para um único endereço de e-mail. Crie uma conta com esse endereço. O link funciona uma vez.',
      wallet:
        'O convite é para uma única carteira. Entre com essa carteira. O link funciona uma vez.',
    },
    role: 'Função',
    domain: 'Domínio verificado',
    noDomain: 'Nenhum. Confirme com o remetente que o link é deste vendedor.',
    inviter: 'Convite de',
    until: 'Válido até',
  },
  byInvitation: 'Novos vendedores precisam de um convite.',
  byInvitationText:
    'Abra o link que você recebeu. Um vendedor que usa este serviço pode criar um em Conta; o operador pode criar um na linha de comando.',
  closed: 'O cadastro está fechado.',
  closedText:
    'Membros entram aqui. Para se tornar um, peça um link de convite ao operador deste serviço.',
  withWallet: 'Com sua carteira',
  withEmail: 'Com e-mail',
  walletHint:
    'Uma sessão com carteira pode definir para onde vão seus pagamentos. Ela termina após 15 minutos sem uso.',
  emailHint:
    'Uma conta de e-mail gerencia pagamentos, links e configurações, conforme a sua função. Ela permanece conectada por 30 dias. Só uma carteira pode definir para onde vão os pagamentos.',
  noWallets: 'Nenhuma carteira encontrada neste navegador.',
  noWalletsHint:
    'Instale uma extensão de carteira, abra esta página em um aplicativo de carteira ou entre com e-mail.',
  connecting: (wallet) => `Continue em ${wallet}`,
  connectingText: 'Permita que esta página veja sua conta. Nada é assinado ainda.',
  review: 'Confira o que você assina',
  reviewText: (wallet) =>
    `${wallet} vai mostrar esta mensagem. Assiná-la prova que a conta é sua. Isso não movimenta dinheiro e não custa nada.`,
  sign: 'Assinar e continuar',
  signing: (wallet) => `Assine em ${wallet}`,
  signingText: 'A mesma mensagem está esperando lá.',
  chooseOther: 'Escolher outra carteira',
  rejected: 'Você recusou na sua carteira. Nada foi assinado.',
  walletBusy: 'Sua carteira já tem uma solicitação aberta. Aprove-a ou recuse-a e tente novamente.',
  walletLocked:
    'Sua carteira está bloqueada ou não compartilhou nenhuma conta. Desbloqueie-a e tente novamente.',
  walletFailed: 'Sua carteira não conseguiu fazer isso. Tente novamente ou use outra.',
  refused: 'O serviço rejeitou esta assinatura. Ela pode ter expirado: comece de novo.',
  email: 'E-mail',
  password: 'Senha',
  passwordHint: '8 a 100 caracteres',
  signInButton: 'Entrar',
  register: 'Criar conta',
  toRegister: 'Primeira vez aqui? Crie uma conta',
  toSignIn: 'Já tem uma conta? Entre',
  emailInvalid: 'Digite um endereço de e-mail como ana@example.com.',
  passwordShort: 'Use pelo menos 8 caracteres.',
  passwordLong: 'Use no máximo 100 caracteres.',
}
