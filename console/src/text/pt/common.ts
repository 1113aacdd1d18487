import type { Text } from '../text.ts'

/** The Portuguese sentences that several screens share; part of {@link pt}. */
export const common: Text['common'] = {
  loading: 'Carregando…',
  retry: 'Tentar novamente',
  unreached: 'O serviço não respondeu. Verifique sua conexão.',
  reload: 'Recarregar a página',
  partLost:
    'Esta página foi atualizada enquanto estava aberta, ou uma parte dela não foi carregada. Recarregue-a para ver a prévia: o que você preencheu continua aqui.',
  cancel: 'Cancelar',
  close: 'Fechar',
  save: 'Salvar',
  back: 'Voltar',
  copy: (what) => `Copiar: ${what}`,
  /** Quotes external text, such as a column title. */
  quote: (what) => `“${what}”`,
  copied: 'Copiado',
  copiedWhat: (what) => `Copiado: ${what}.`,
  copyFailed: 'O navegador não permitiu copiar. Selecione o texto e copie-o manualmente.',
  never: 'Nunca',
  neverUsed: 'Sem uso até agora',
  lastUsed: (when) => `Último uso: ${when}`,
  created: (when) => `Criação: ${when}`,
  optional: 'opcional',
  active: 'Ativo',
  inactive: 'Desativado',
  revoked: 'Revogado',
  switchOn: 'Ativar',
  switchOff: 'Desativar',
  edit: 'Editar',
  signOut: 'Sair',
  opensNewTab: 'abre em uma nova aba',
  entry: (number, message) => `Linha ${number}: ${message}`,
  storeSecret:
    'Esta é a única vez que isto é mostrado. Guarde agora, em um gerenciador de senhas ou nos segredos do seu servidor.',
  stored: 'Já guardei',
  stale: 'Desatualizado: o serviço não respondeu. A página tenta novamente de forma automática.',
  supportCode: (code) => `Código de suporte ${code}`,
}
