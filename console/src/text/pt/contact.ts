import type { Text } from '../text.ts'

/** The Portuguese sentences about e-mail: verified addresses, notices and password resets. */
export const contact: Text['contact'] = {
  title: 'E-mail e avisos',
  lead: 'Os avisos vão para seu endereço verificado. Os outros membros escolhem os seus.',
  none: 'Nenhum endereço ainda',
  address: 'Endereço de e-mail',
  verified: 'Verificado',
  unverified: 'Não verificado',
  pending: (email) =>
    `Um link foi enviado para ${email}. Abra-o neste navegador em até 24 horas para confirmar o endereço.`,
  noMail: 'Este serviço não envia e-mails. O operador pode configurar isso.',
  set: 'Enviar um link',
  setHint: 'O endereço passa a valer quando você abrir o link enviado a ele.',
  password: 'Senha atual',
  passwordHint: 'Necessária para alterar o endereço com que você entra.',
  passwordMissing: 'Digite sua senha para alterar o endereço.',
  passwordWrong: 'Esta não é sua senha atual.',
  sent: 'Um link está a caminho.',
  notices: 'Enviar um e-mail para mim quando',
  kinds: {
    payment_received: {
      label: 'Um pagamento é recebido',
      hint: 'Uma cobrança foi paga, e o pagamento está confirmado.',
    },
    payment_problem: {
      label: 'Um pagamento precisa de atenção',
      hint: 'Ele falhou ou chegou atrasado, em duplicidade, a mais ou sem cobrança.',
    },
    webhook_failing: {
      label: 'Um webhook falha',
      hint: 'Um endpoint não aceita entregas. Um e-mail por interrupção.',
    },
    approval_waiting: {
      label: 'Um repasse aguarda minha aprovação',
      hint: 'Só se sua função puder aprová-lo e outro membro o tiver criado.',
    },
  },
  verifyFirst: 'Verifique um endereço primeiro.',
  save: 'Salvar avisos',
  saved: 'Avisos salvos.',
  confirming: 'Entre para confirmar seu endereço de e-mail.',
  confirmed: 'Endereço de e-mail confirmado.',
  refused:
    'Este link não é válido: já foi usado, expirou ou pertence a outro membro. Solicite um novo em Conta.',
  forgot: {
    open: 'Esqueceu a senha?',
    title: 'Redefinir sua senha',
    lead: 'Digite o endereço com que você entra. Se ele tiver uma conta, receberá um link que funciona uma vez, em até 30 minutos.',
    send: 'Enviar um link',
    sent: 'Se este endereço tiver uma conta, um link está a caminho. Ele funciona uma vez, em até 30 minutos.',
    back: 'Voltar ao login',
  },
  reset: {
    title: 'Definir uma nova senha',
    lead: 'Todas as sessões da conta são encerradas, e a senha anterior deixa de funcionar.',
    new: 'Nova senha',
    save: 'Definir senha',
    refused: 'Este link não é válido: já foi usado ou expirou. Solicite um novo.',
    done: 'Sua senha foi definida. Entre com ela.',
    toSignIn: 'Ir para o login',
  },
}
