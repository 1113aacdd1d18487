import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences about passkeys, the second factor and recovery codes. */
export const passkeys: Text['passkeys'] = {
  title: 'Chaves de acesso',
  lead: 'Entre com a impressão digital, o rosto ou o PIN do seu dispositivo, ou com uma chave de segurança, em vez de uma senha ou carteira.',
  none: 'Você ainda não tem nenhuma chave de acesso.',
  unsupported:
    'Este navegador não é compatível com chaves de acesso. Abra o painel em outro navegador.',
  synced: 'Sincronizada',
  added: (when) => `Adicionada ${when}`,
  used: (when) => `Último uso: ${when}`,
  unused: 'Nunca usada',
  add: 'Adicionar chave de acesso',
  addText:
    'Seu navegador pergunta em seguida. Escolha este dispositivo, um celular ou uma chave de segurança.',
  name: 'Nome',
  nameHint: 'Para que você a reconheça depois, como “Celular”.',
  create: 'Continuar',
  wasAdded: 'Chave de acesso adicionada.',
  rename: 'Renomear',
  renameTitle: 'Renomear a chave de acesso',
  renamed: 'Chave de acesso renomeada.',
  remove: 'Remover',
  removeTitle: 'Remover esta chave de acesso?',
  removeText: (name) =>
    `“${name}” não dá mais acesso, e as outras sessões abertas com uma chave de acesso terminam. Exclua-a também no seu dispositivo.`,
  removeLast:
    'É sua última chave de acesso, por isso o segundo fator é desativado e os códigos de recuperação deixam de valer.',
  removed: 'Chave de acesso removida.',
  factor: {
    title: 'Segundo fator',
    on: 'Ativado',
    off: 'Desativado',
    onText:
      'Uma senha ou carteira sozinha não dá acesso: é preciso também uma chave de acesso ou um código de recuperação.',
    offText:
      'Exija uma chave de acesso depois da sua senha ou carteira, para que nenhuma delas sozinha dê acesso.',
    needsPasskey: 'Adicione uma chave de acesso primeiro.',
    enable: 'Exigir uma chave de acesso',
    enableTitle: 'Exigir uma chave de acesso em cada login?',
    enableText:
      'Seu navegador pede em seguida uma chave de acesso, para provar que ela funciona. Depois você recebe códigos de recuperação. Suas outras sessões são encerradas.',
    enabled: 'Agora uma chave de acesso é exigida.',
    disable: 'Deixar de exigir uma chave de acesso',
    disableTitle: 'Deixar de exigir uma chave de acesso?',
    disableText:
      'Uma senha ou carteira sozinha volta a dar acesso. Os códigos de recuperação deixam de valer.',
    disabled: 'O segundo fator está desativado.',
    left: (count) =>
      plural(
        count,
        `Resta ${count} código de recuperação.`,
        `Restam ${count} códigos de recuperação.`,
      ),
    renew: 'Novos códigos de recuperação',
    renewTitle: 'Criar novos códigos de recuperação?',
    renewText: 'Os códigos anteriores deixam de funcionar.',
  },
  codes: {
    title: 'Guarde seus códigos de recuperação',
    text: 'Cada código dá acesso uma vez no lugar de uma chave de acesso. Eles são mostrados só agora: imprima-os ou guarde-os em um gerenciador de senhas.',
    label: 'Códigos de recuperação',
    copy: 'Copiar códigos',
    what: 'códigos de recuperação',
    print: 'Imprimir',
    stored: 'Já guardei',
  },
  confirm: {
    title: 'Confirme que é você',
    text: 'Você entrou há algum tempo. Confirme esta alteração.',
    passkey: 'Usar uma chave de acesso',
    password: 'Senha atual',
    wrongPassword: 'Esta não é sua senha atual.',
    withPassword: 'Confirmar',
    signIn: 'Saia e entre novamente, depois faça esta alteração em até dez minutos.',
    signInAgain: 'Sair e entrar novamente',
  },
  recovery: {
    open: 'Usar um código de recuperação',
    label: 'Código de recuperação',
    hint: 'Um dos dez códigos que você guardou. Ele funciona uma vez.',
    send: 'Usar este código',
    missing: 'Digite um código de recuperação.',
  },
  signIn: {
    title: 'Com uma chave de acesso',
    hint: 'Com a impressão digital, o rosto ou o PIN de um dispositivo, ou com uma chave de segurança.',
    button: 'Entrar com uma chave de acesso',
    second: 'Confirme que é você',
    secondText: 'Sua conta também precisa de uma chave de acesso para entrar.',
    usePasskey: 'Usar uma chave de acesso',
    cancel: 'Cancelar login',
    ended: 'O login demorou demais ou teve tentativas demais. Entre novamente.',
  },
  faults: {
    cancelled: 'Nada foi confirmado: a operação foi cancelada ou demorou demais. Tente novamente.',
    known: 'Este dispositivo já tem uma chave de acesso sua.',
    unsupported: 'Este navegador ou dispositivo não consegue fazer isso. Tente outro.',
    address: 'Chaves de acesso não funcionam neste endereço do painel. Fale com o operador.',
    failed: 'Seu dispositivo não conseguiu fazer isso. Tente novamente ou use outro.',
  },
}
