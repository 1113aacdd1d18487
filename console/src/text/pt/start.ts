import type { Text } from '../text.ts'

/** The Portuguese sentences for the first steps on the home screen; part of {@link pt}. */
export const start: Text['start'] = {
  title: 'Primeiros passos',
  lead: 'Cinco passos daqui até um pedido pago no seu site.',
  withoutWebsite: 'Não tem site? Um link de pagamento não precisa de nenhum destes passos.',
  website: 'Aceite pagamentos no seu site',
  progress: (done, all) => `${done} de ${all} concluídos`,
  done: 'Concluído',
  open: 'A fazer',
  allDone: 'Tudo está configurado. Os pagamentos chegam direto à sua carteira.',
  name: {
    title: 'Dê um nome à sua empresa',
    text: 'Os pagadores veem este nome acima do valor.',
    done: (name) => `Os pagadores veem “${name}”.`,
  },
  destination: {
    title: 'Escolha onde o dinheiro chega',
    text: 'Escolha a rede e o token que sua carteira recebe.',
    accountText: 'Uma rota de recebimento pertence a uma carteira. Veja como configurar uma.',
    done: (token, network) => `${token} em ${network}, na sua carteira.`,
    boundDone: 'Um client ID seu está vinculado a uma rota.',
    action: 'Escolher rede e token',
    accountAction: 'Ver como',
  },
  clientId: {
    title: 'Obtenha um client ID para seu site',
    text: 'Ele permite que o elemento de pagamento funcione só no seu domínio.',
    done: (domains) => `Funciona em ${domains}.`,
    action: 'Criar um client ID',
  },
  webhook: {
    title: 'Receba avisos de pagamentos',
    text: 'Um webhook assinado avisa seu servidor quando um pedido é pago. Entregue com base nele, nunca no navegador.',
    done: (url) => `Os eventos vão para ${url}.`,
    action: 'Adicionar um webhook',
  },
  embed: {
    title: 'Coloque o elemento na sua página',
    text: 'Crie um pagamento, copie o snippet e pague.',
    done: 'O elemento já funcionou no seu site.',
    action: 'Criar o snippet',
  },
}
