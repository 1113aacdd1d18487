import type { PageLanguage } from '../http/pageWords.ts'

/** The texts of the page for a payout link that was combined with others; text, not HTML. */
export type CombinedWords = {
  readonly title: string
  /** The payer's next action, by the state of the payout. */
  readonly actions: Readonly<Record<'waiting' | 'paid' | 'over', string>>
  /** The link to the console, which shows the combined link to members only. */
  readonly open: string
}

/** The words by language. */
export const combinedWords: Readonly<Record<PageLanguage, CombinedWords>> = {
  en: {
    title: 'This payout is part of a combined payout',
    actions: {
      waiting:
        'Do not pay it here. Another link pays it together with other payouts: ask the merchant for that link.',
      paid: 'It was paid together with other payouts.',
      over: 'The combined payout can no longer be paid. Ask the merchant for a new link.',
    },
    open: 'Open the combined payout as a member of the merchant account',
  },
  ar: {
    title: 'هذه الدفعة جزء من دفعة مجمّعة',
    actions: {
      waiting: 'لا تدفعها هنا. رابط آخر يدفعها مع دفعات أخرى: اطلب ذلك الرابط من التاجر.',
      paid: 'دُفعت مع دفعات أخرى.',
      over: 'لم يعد من الممكن دفع الدفعة المجمّعة. اطلب من التاجر رابطًا جديدًا.',
    },
    open: 'افتح الدفعة المجمّعة بصفتك عضوًا في حساب التاجر',
  },
  de: {
    title: 'Diese Auszahlung ist Teil einer Sammelauszahlung',
    actions: {
      waiting:
        'Zahlen Sie sie nicht hier. Ein anderer Link zahlt sie zusammen mit weiteren Auszahlungen: Bitten Sie den Händler um diesen Link.',
      paid: 'Sie wurde zusammen mit weiteren Auszahlungen bezahlt.',
      over: 'Die Sammelauszahlung kann nicht mehr bezahlt werden. Bitten Sie den Händler um einen neuen Link.',
    },
    open: 'Die Sammelauszahlung als Mitglied des Händlerkontos öffnen',
  },
  es: {
    title: 'Este pago forma parte de un pago combinado',
    actions: {
      waiting:
        'No lo pague aquí. Otro enlace lo paga junto con otros pagos: pida ese enlace al comercio.',
      paid: 'Se pagó junto con otros pagos.',
      over: 'El pago combinado ya no se puede pagar. Pida un enlace nuevo al comercio.',
    },
    open: 'Abrir el pago combinado como miembro de la cuenta del comercio',
  },
  fr: {
    title: 'Ce versement fait partie d’un versement groupé',
    actions: {
      waiting:
        'Ne le payez pas ici. Un autre lien le paie avec d’autres versements\u00a0: demandez ce lien au marchand.',
      paid: 'Il a été payé avec d’autres versements.',
      over: 'Le versement groupé ne peut plus être payé. Demandez un nouveau lien au marchand.',
    },
    open: 'Ouvrir le versement groupé en tant que membre du compte marchand',
  },
  it: {
    title: 'Questo pagamento fa parte di un pagamento combinato',
    actions: {
      waiting:
        'Non lo paghi qui. Un altro link lo paga insieme ad altri pagamenti: chieda quel link al venditore.',
      paid: 'È stato pagato insieme ad altri pagamenti.',
      over: 'Il pagamento combinato non può più essere pagato. Chieda un nuovo link al venditore.',
    },
    open: 'Apra il pagamento combinato come membro dell’account del venditore',
  },
  ja: {
    title: 'この送金は一括送金に含まれています',
    actions: {
      waiting:
        'ここでは支払わないでください。ほかの送金とまとめて別のリンクで支払われます。そのリンクを販売者にお尋ねください。',
      paid: 'ほかの送金とまとめて支払われました。',
      over: '一括送金はもう支払えません。新しいリンクを販売者にお尋ねください。',
    },
    open: '販売者アカウントのメンバーとして一括送金を開く',
  },
  ko: {
    title: '이 지급은 묶음 지급에 포함돼 있어요',
    actions: {
      waiting:
        '여기에서 결제하지 마세요. 다른 링크에서 다른 지급과 함께 결제돼요. 판매자에게 그 링크를 요청하세요.',
      paid: '다른 지급과 함께 결제됐어요.',
      over: '묶음 지급은 더 이상 결제할 수 없어요. 판매자에게 새 링크를 요청하세요.',
    },
    open: '판매자 계정의 구성원으로 묶음 지급 열기',
  },
  nl: {
    title: 'Deze uitbetaling hoort bij een gecombineerde uitbetaling',
    actions: {
      waiting:
        'Betaal deze niet hier. Een andere link betaalt deze samen met andere uitbetalingen: vraag de verkoper om die link.',
      paid: 'Deze is samen met andere uitbetalingen betaald.',
      over: 'De gecombineerde uitbetaling kan niet meer worden betaald. Vraag de verkoper om een nieuwe link.',
    },
    open: 'De gecombineerde uitbetaling openen als lid van het account van de verkoper',
  },
  pt: {
    title: 'Este pagamento faz parte de um pagamento combinado',
    actions: {
      waiting:
        'Não o pague aqui. Outro link o paga junto com outros pagamentos: peça esse link ao vendedor.',
      paid: 'Foi pago junto com outros pagamentos.',
      over: 'O pagamento combinado não pode mais ser pago. Peça ao vendedor um novo link.',
    },
    open: 'Abrir o pagamento combinado como membro da conta do vendedor',
  },
  tr: {
    title: 'Bu ödeme, birleştirilmiş bir ödemenin parçası',
    actions: {
      waiting:
        'Burada ödemeyin. Başka bir bağlantı onu diğer ödemelerle birlikte öder: o bağlantıyı satıcıdan isteyin.',
      paid: 'Diğer ödemelerle birlikte ödendi.',
      over: 'Birleştirilmiş ödeme artık ödenemez. Satıcıdan yeni bir bağlantı isteyin.',
    },
    open: 'Birleştirilmiş ödemeyi satıcı hesabının üyesi olarak açın',
  },
  zh: {
    title: '这笔付款属于一笔合并付款',
    actions: {
      waiting: '请勿在此付款。另一个链接会将它与其他付款一起支付：请向商家索取该链接。',
      paid: '已与其他付款一起支付。',
      over: '该合并付款已无法支付。请向商家索取新链接。',
    },
    open: '以商家账户成员的身份打开合并付款',
  },
}
