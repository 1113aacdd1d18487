import type { Language } from './languages.ts'

/**
 * The words of a link that pays refunds, in place of those of a payout: the merchant gives money back. All other sentences are those of
 * a payout. `amount` and `wallet` are display text, and `hash` is a shortened transaction.
 */
export type RefundLinkWords = {
  readonly payment: string
  readonly paid: string
  readonly toRecipients: (count: number) => string
  readonly unavailable: Readonly<
    Record<'expired' | 'cancelled' | 'not_payable' | 'unauthorized', { readonly title: string }>
  >
  readonly blockedText: string
  readonly reviewTitle: string
  readonly payButton: (amount: string) => string
  readonly signing: (wallet: string) => string
  readonly preparing: string
  readonly broadcasting: string
  readonly confirming: string
  readonly canClose: string
  readonly keepOpen: string
  readonly progressTitle: string
  readonly steps: { readonly pay: (params: { readonly amount: string }) => string }
  readonly succeededTitle: string
  readonly receiptTitle: string
  readonly paidTo: string
  readonly failedTitle: string
  readonly errors: {
    readonly calldata_mismatch: { readonly title: string }
    readonly destination_mismatch: { readonly title: string }
  }
  readonly notes: { readonly paid_twice: () => string }
  /** The refunded order, by the merchant's reference. */
  readonly ofOrder: (reference: string) => string
  /** The refunded payment, by its transaction. */
  readonly ofPayment: (hash: string) => string
  /** The reason that the merchant stated. */
  readonly reason: (text: string) => string
}

const ENGLISH: RefundLinkWords = {
  payment: 'Refund',
  paid: 'Refunded',
  toRecipients: (count) =>
    count === 1 ? 'Refund to 1 recipient' : `Refunds to ${count} recipients`,
  unavailable: {
    expired: { title: 'This refund link has expired' },
    cancelled: { title: 'This refund was cancelled' },
    not_payable: { title: 'This refund can no longer be paid' },
    unauthorized: { title: 'This site is not allowed to pay this refund' },
  },
  blockedText: 'This refund cannot be paid from this account. Nothing was charged.',
  reviewTitle: 'Check and refund',
  payButton: (amount) => `Refund ${amount}`,
  signing: (wallet) => `Confirm the refund in ${wallet}`,
  preparing: 'Checking the refund once more',
  broadcasting: 'Sending your refund',
  confirming: 'Refund sent, waiting for the network',
  canClose: 'You can close this page. Your refund continues without it.',
  keepOpen: 'Keep this page open until the refund is sent.',
  progressTitle: 'Refund progress',
  steps: { pay: ({ amount }) => `Refund ${amount}` },
  succeededTitle: 'Refund complete',
  receiptTitle: 'Refund receipt',
  paidTo: 'Refunded to',
  failedTitle: 'Refund not completed',
  errors: {
    calldata_mismatch: { title: 'This refund was stopped for your safety' },
    destination_mismatch: { title: 'This refund was stopped for your safety' },
  },
  notes: {
    paid_twice: () => 'The refund was sent a second time. Ask its recipients to send that back.',
  },
  ofOrder: (reference) => `Refund for ${reference}`,
  ofPayment: (hash) => `Refund for the payment ${hash}`,
  reason: (text) => `Reason: ${text}`,
}

/** The words by language; they load with the link, because only a refund link needs them. */
const WORDS: Readonly<Record<string, RefundLinkWords>> = {
  ar: {
    payment: 'ردّ مبلغ',
    paid: 'المبلغ المردود',
    toRecipients: (count) => (count === 1 ? 'ردّ إلى مستلم واحد' : `ردّ إلى ${count} من المستلمين`),
    unavailable: {
      expired: { title: 'انتهت صلاحية رابط ردّ المبلغ' },
      cancelled: { title: 'أُلغي ردّ هذا المبلغ' },
      not_payable: { title: 'لم يعد ردّ هذا المبلغ ممكنًا' },
      unauthorized: { title: 'لا يُسمح لهذا الموقع بردّ هذا المبلغ' },
    },
    blockedText: 'لا يمكن ردّ هذا المبلغ من هذا الحساب. لم يُخصم أي شيء.',
    reviewTitle: 'تحقّق ثم ردّ المبلغ',
    payButton: (amount) => `ردّ ${amount}`,
    signing: (wallet) => `أكّد ردّ المبلغ في ${wallet}`,
    preparing: 'يجري التحقق من ردّ المبلغ مرة أخرى',
    broadcasting: 'يجري إرسال المبلغ المردود',
    confirming: 'أُرسل المبلغ المردود، وبانتظار الشبكة',
    canClose: 'يمكنك إغلاق هذه الصفحة. يستمر ردّ المبلغ من دونها.',
    keepOpen: 'أبقِ هذه الصفحة مفتوحة حتى يُرسل المبلغ المردود.',
    progressTitle: 'تقدّم ردّ المبلغ',
    steps: { pay: ({ amount }) => `ردّ ${amount}` },
    succeededTitle: 'اكتمل ردّ المبلغ',
    receiptTitle: 'إيصال ردّ المبلغ',
    paidTo: 'رُدّ إلى',
    failedTitle: 'لم يكتمل ردّ المبلغ',
    errors: {
      calldata_mismatch: { title: 'أُوقف ردّ هذا المبلغ حفاظًا على سلامتك' },
      destination_mismatch: { title: 'أُوقف ردّ هذا المبلغ حفاظًا على سلامتك' },
    },
    notes: {
      paid_twice: () => 'أُرسل المبلغ المردود مرة ثانية. اطلب من المستلمين إعادة ذلك.',
    },
    ofOrder: (reference) => `ردّ مبلغ عن ${reference}`,
    ofPayment: (hash) => `ردّ مبلغ عن الدفعة ${hash}`,
    reason: (text) => `السبب: ${text}`,
  },
  de: {
    payment: 'Erstattung',
    paid: 'Erstattet',
    toRecipients: (count) =>
      count === 1 ? 'Erstattung an 1 Empfänger' : `Erstattungen an ${count} Empfänger`,
    unavailable: {
      expired: { title: 'Dieser Erstattungslink ist abgelaufen' },
      cancelled: { title: 'Diese Erstattung wurde storniert' },
      not_payable: { title: 'Diese Erstattung kann nicht mehr gezahlt werden' },
      unauthorized: { title: 'Diese Seite darf diese Erstattung nicht zahlen' },
    },
    blockedText:
      'Diese Erstattung kann nicht von diesem Konto gezahlt werden. Es wurde nichts abgebucht.',
    reviewTitle: 'Prüfen und erstatten',
    payButton: (amount) => `${amount} erstatten`,
    signing: (wallet) => `Erstattung in ${wallet} bestätigen`,
    preparing: 'Erstattung wird noch einmal geprüft',
    broadcasting: 'Ihre Erstattung wird gesendet',
    confirming: 'Erstattung gesendet, warten auf das Netzwerk',
    canClose: 'Sie können diese Seite schließen. Ihre Erstattung läuft ohne sie weiter.',
    keepOpen: 'Lassen Sie diese Seite offen, bis die Erstattung gesendet ist.',
    progressTitle: 'Fortschritt der Erstattung',
    steps: { pay: ({ amount }) => `${amount} erstatten` },
    succeededTitle: 'Erstattung abgeschlossen',
    receiptTitle: 'Erstattungsbeleg',
    paidTo: 'Erstattet an',
    failedTitle: 'Erstattung nicht abgeschlossen',
    errors: {
      calldata_mismatch: { title: 'Diese Erstattung wurde zu Ihrer Sicherheit gestoppt' },
      destination_mismatch: { title: 'Diese Erstattung wurde zu Ihrer Sicherheit gestoppt' },
    },
    notes: {
      paid_twice: () =>
        'Die Erstattung wurde ein zweites Mal gesendet. Bitten Sie die Empfänger, das zurückzusenden.',
    },
    ofOrder: (reference) => `Erstattung für ${reference}`,
    ofPayment: (hash) => `Erstattung für die Zahlung ${hash}`,
    reason: (text) => `Grund: ${text}`,
  },
  es: {
    payment: 'Reembolso',
    paid: 'Reembolsado',
    toRecipients: (count) =>
      count === 1 ? 'Reembolso a 1 destinatario' : `Reembolsos a ${count} destinatarios`,
    unavailable: {
      expired: { title: 'Este enlace de reembolso ha caducado' },
      cancelled: { title: 'Este reembolso se canceló' },
      not_payable: { title: 'Este reembolso ya no se puede pagar' },
      unauthorized: { title: 'Este sitio no puede pagar este reembolso' },
    },
    blockedText: 'Este reembolso no se puede pagar desde esta cuenta. No se ha cobrado nada.',
    reviewTitle: 'Revisar y reembolsar',
    payButton: (amount) => `Reembolsar ${amount}`,
    signing: (wallet) => `Confirme el reembolso en ${wallet}`,
    preparing: 'Comprobando el reembolso una vez más',
    broadcasting: 'Enviando su reembolso',
    confirming: 'Reembolso enviado, esperando a la red',
    canClose: 'Puede cerrar esta página. Su reembolso continúa sin ella.',
    keepOpen: 'Mantenga esta página abierta hasta que se envíe el reembolso.',
    progressTitle: 'Progreso del reembolso',
    steps: { pay: ({ amount }) => `Reembolsar ${amount}` },
    succeededTitle: 'Reembolso completado',
    receiptTitle: 'Recibo del reembolso',
    paidTo: 'Reembolsado a',
    failedTitle: 'Reembolso no completado',
    errors: {
      calldata_mismatch: { title: 'Este reembolso se detuvo por su seguridad' },
      destination_mismatch: { title: 'Este reembolso se detuvo por su seguridad' },
    },
    notes: {
      paid_twice: () =>
        'El reembolso se envió por segunda vez. Pida a los destinatarios que lo devuelvan.',
    },
    ofOrder: (reference) => `Reembolso de ${reference}`,
    ofPayment: (hash) => `Reembolso del pago ${hash}`,
    reason: (text) => `Motivo: ${text}`,
  },
  fr: {
    payment: 'Remboursement',
    paid: 'Remboursé',
    toRecipients: (count) =>
      count === 1 ? 'Remboursement à 1 destinataire' : `Remboursements à ${count} destinataires`,
    unavailable: {
      expired: { title: 'Ce lien de remboursement a expiré' },
      cancelled: { title: 'Ce remboursement a été annulé' },
      not_payable: { title: 'Ce remboursement ne peut plus être payé' },
      unauthorized: { title: 'Ce site n’est pas autorisé à payer ce remboursement' },
    },
    blockedText: 'Ce remboursement ne peut pas être payé depuis ce compte. Rien n’a été débité.',
    reviewTitle: 'Vérifier et rembourser',
    payButton: (amount) => `Rembourser ${amount}`,
    signing: (wallet) => `Confirmez le remboursement dans ${wallet}`,
    preparing: 'Dernière vérification du remboursement',
    broadcasting: 'Envoi de votre remboursement',
    confirming: 'Remboursement envoyé, en attente du réseau',
    canClose: 'Vous pouvez fermer cette page. Votre remboursement se poursuit sans elle.',
    keepOpen: 'Gardez cette page ouverte jusqu’à l’envoi du remboursement.',
    progressTitle: 'Progression du remboursement',
    steps: { pay: ({ amount }) => `Rembourser ${amount}` },
    succeededTitle: 'Remboursement effectué',
    receiptTitle: 'Reçu du remboursement',
    paidTo: 'Remboursé à',
    failedTitle: 'Remboursement non effectué',
    errors: {
      calldata_mismatch: { title: 'Ce remboursement a été bloqué pour votre sécurité' },
      destination_mismatch: { title: 'Ce remboursement a été bloqué pour votre sécurité' },
    },
    notes: {
      paid_twice: () =>
        'Le remboursement a été envoyé une deuxième fois. Demandez aux destinataires de le renvoyer.',
    },
    ofOrder: (reference) => `Remboursement de ${reference}`,
    ofPayment: (hash) => `Remboursement du paiement ${hash}`,
    reason: (text) => `Motif : ${text}`,
  },
  it: {
    payment: 'Rimborso',
    paid: 'Rimborsato',
    toRecipients: (count) =>
      count === 1 ? 'Rimborso a 1 destinatario' : `Rimborsi a ${count} destinatari`,
    unavailable: {
      expired: { title: 'Questo link di rimborso è scaduto' },
      cancelled: { title: 'Questo rimborso è stato annullato' },
      not_payable: { title: 'Questo rimborso non può più essere pagato' },
      unauthorized: { title: 'Questo sito non può pagare questo rimborso' },
    },
    blockedText:
      'Questo rimborso non può essere pagato da questo account. Non è stato addebitato nulla.',
    reviewTitle: 'Controlla e rimborsa',
    payButton: (amount) => `Rimborsa ${amount}`,
    signing: (wallet) => `Confermi il rimborso in ${wallet}`,
    preparing: 'Ultimo controllo del rimborso',
    broadcasting: 'Invio del rimborso',
    confirming: 'Rimborso inviato, in attesa della rete',
    canClose: 'Può chiudere questa pagina. Il rimborso prosegue senza di essa.',
    keepOpen: 'Tenga aperta questa pagina finché il rimborso non è stato inviato.',
    progressTitle: 'Avanzamento del rimborso',
    steps: { pay: ({ amount }) => `Rimborsa ${amount}` },
    succeededTitle: 'Rimborso completato',
    receiptTitle: 'Ricevuta del rimborso',
    paidTo: 'Rimborsato a',
    failedTitle: 'Rimborso non completato',
    errors: {
      calldata_mismatch: { title: 'Questo rimborso è stato bloccato per la Sua sicurezza' },
      destination_mismatch: { title: 'Questo rimborso è stato bloccato per la Sua sicurezza' },
    },
    notes: {
      paid_twice: () =>
        'Il rimborso è stato inviato una seconda volta. Chieda ai destinatari di restituirlo.',
    },
    ofOrder: (reference) => `Rimborso di ${reference}`,
    ofPayment: (hash) => `Rimborso del pagamento ${hash}`,
    reason: (text) => `Motivo: ${text}`,
  },
  ja: {
    payment: '返金',
    paid: '返金額',
    toRecipients: (count) => `受取人 ${count} 件への返金`,
    unavailable: {
      expired: { title: 'この返金リンクの有効期限が切れました' },
      cancelled: { title: 'この返金は取り消されました' },
      not_payable: { title: 'この返金はもう実行できません' },
      unauthorized: { title: 'このサイトではこの返金を実行できません' },
    },
    blockedText: 'このアカウントではこの返金を実行できません。請求は発生していません。',
    reviewTitle: '確認して返金',
    payButton: (amount) => `${amount} を返金`,
    signing: (wallet) => `${wallet} で返金を承認してください`,
    preparing: '返金内容を再確認しています',
    broadcasting: '返金を送信しています',
    confirming: '返金を送信しました。ネットワークの確認を待っています',
    canClose: 'このページは閉じても構いません。返金はそのまま処理されます。',
    keepOpen: '返金が送信されるまで、このページを開いたままにしてください。',
    progressTitle: '返金の進行状況',
    steps: { pay: ({ amount }) => `${amount} を返金` },
    succeededTitle: '返金が完了しました',
    receiptTitle: '返金の控え',
    paidTo: '返金先',
    failedTitle: '返金は完了しませんでした',
    errors: {
      calldata_mismatch: { title: '安全のため、この返金を中止しました' },
      destination_mismatch: { title: '安全のため、この返金を中止しました' },
    },
    notes: {
      paid_twice: () => '返金が 2 回送信されました。受取人に返送を依頼してください。',
    },
    ofOrder: (reference) => `${reference} の返金`,
    ofPayment: (hash) => `支払い ${hash} の返金`,
    reason: (text) => `理由：${text}`,
  },
  ko: {
    payment: '환불',
    paid: '환불 금액',
    toRecipients: (count) => `수취인 ${count}명에게 환불`,
    unavailable: {
      expired: { title: '이 환불 링크는 만료되었어요' },
      cancelled: { title: '이 환불은 취소되었어요' },
      not_payable: { title: '이 환불은 더 이상 할 수 없어요' },
      unauthorized: { title: '이 사이트에서는 이 환불을 할 수 없어요' },
    },
    blockedText: '이 계정으로는 이 환불을 할 수 없어요. 결제된 금액은 없어요.',
    reviewTitle: '확인 후 환불',
    payButton: (amount) => `${amount} 환불`,
    signing: (wallet) => `${wallet}에서 환불을 승인하세요`,
    preparing: '환불을 한 번 더 확인하고 있어요',
    broadcasting: '환불을 보내고 있어요',
    confirming: '환불을 보냈어요. 네트워크를 기다리고 있어요',
    canClose: '이 페이지를 닫아도 돼요. 환불은 계속 진행돼요.',
    keepOpen: '환불이 전송될 때까지 이 페이지를 열어 두세요.',
    progressTitle: '환불 진행 상황',
    steps: { pay: ({ amount }) => `${amount} 환불` },
    succeededTitle: '환불 완료',
    receiptTitle: '환불 영수증',
    paidTo: '환불 대상',
    failedTitle: '환불이 완료되지 않았어요',
    errors: {
      calldata_mismatch: { title: '안전을 위해 이 환불을 중단했어요' },
      destination_mismatch: { title: '안전을 위해 이 환불을 중단했어요' },
    },
    notes: {
      paid_twice: () => '환불이 두 번 전송되었어요. 수취인에게 반환을 요청하세요.',
    },
    ofOrder: (reference) => `${reference} 환불`,
    ofPayment: (hash) => `결제 ${hash} 환불`,
    reason: (text) => `사유: ${text}`,
  },
  nl: {
    payment: 'Terugbetaling',
    paid: 'Terugbetaald',
    toRecipients: (count) =>
      count === 1 ? 'Terugbetaling aan 1 ontvanger' : `Terugbetalingen aan ${count} ontvangers`,
    unavailable: {
      expired: { title: 'Deze terugbetaallink is verlopen' },
      cancelled: { title: 'Deze terugbetaling is geannuleerd' },
      not_payable: { title: 'Deze terugbetaling kan niet meer worden gedaan' },
      unauthorized: { title: 'Deze site mag deze terugbetaling niet doen' },
    },
    blockedText:
      'Deze terugbetaling kan niet vanaf dit account worden gedaan. Er is niets afgeschreven.',
    reviewTitle: 'Controleren en terugbetalen',
    payButton: (amount) => `${amount} terugbetalen`,
    signing: (wallet) => `Bevestig de terugbetaling in ${wallet}`,
    preparing: 'De terugbetaling wordt nog eens gecontroleerd',
    broadcasting: 'Uw terugbetaling wordt verzonden',
    confirming: 'Terugbetaling verzonden, wachten op het netwerk',
    canClose: 'U kunt deze pagina sluiten. Uw terugbetaling gaat zonder deze pagina verder.',
    keepOpen: 'Houd deze pagina open tot de terugbetaling is verzonden.',
    progressTitle: 'Voortgang van de terugbetaling',
    steps: { pay: ({ amount }) => `${amount} terugbetalen` },
    succeededTitle: 'Terugbetaling voltooid',
    receiptTitle: 'Bewijs van terugbetaling',
    paidTo: 'Terugbetaald aan',
    failedTitle: 'Terugbetaling niet voltooid',
    errors: {
      calldata_mismatch: { title: 'Deze terugbetaling is voor uw veiligheid gestopt' },
      destination_mismatch: { title: 'Deze terugbetaling is voor uw veiligheid gestopt' },
    },
    notes: {
      paid_twice: () =>
        'De terugbetaling is een tweede keer verzonden. Vraag de ontvangers om die terug te sturen.',
    },
    ofOrder: (reference) => `Terugbetaling voor ${reference}`,
    ofPayment: (hash) => `Terugbetaling voor de betaling ${hash}`,
    reason: (text) => `Reden: ${text}`,
  },
  pt: {
    payment: 'Reembolso',
    paid: 'Reembolsado',
    toRecipients: (count) =>
      count === 1 ? 'Reembolso para 1 destinatário' : `Reembolsos para ${count} destinatários`,
    unavailable: {
      expired: { title: 'Este link de reembolso expirou' },
      cancelled: { title: 'Este reembolso foi cancelado' },
      not_payable: { title: 'Este reembolso não pode mais ser pago' },
      unauthorized: { title: 'Este site não pode pagar este reembolso' },
    },
    blockedText: 'Este reembolso não pode ser pago com esta conta. Nada foi cobrado.',
    reviewTitle: 'Conferir e reembolsar',
    payButton: (amount) => `Reembolsar ${amount}`,
    signing: (wallet) => `Confirme o reembolso na ${wallet}`,
    preparing: 'Conferindo o reembolso mais uma vez',
    broadcasting: 'Enviando seu reembolso',
    confirming: 'Reembolso enviado, aguardando a rede',
    canClose: 'Você pode fechar esta página. Seu reembolso continua sem ela.',
    keepOpen: 'Mantenha esta página aberta até o reembolso ser enviado.',
    progressTitle: 'Andamento do reembolso',
    steps: { pay: ({ amount }) => `Reembolsar ${amount}` },
    succeededTitle: 'Reembolso concluído',
    receiptTitle: 'Recibo do reembolso',
    paidTo: 'Reembolsado para',
    failedTitle: 'Reembolso não concluído',
    errors: {
      calldata_mismatch: { title: 'Este reembolso foi interrompido para sua segurança' },
      destination_mismatch: { title: 'Este reembolso foi interrompido para sua segurança' },
    },
    notes: {
      paid_twice: () =>
        'O reembolso foi enviado uma segunda vez. Peça aos destinatários que o devolvam.',
    },
    ofOrder: (reference) => `Reembolso de ${reference}`,
    ofPayment: (hash) => `Reembolso do pagamento ${hash}`,
    reason: (text) => `Motivo: ${text}`,
  },
  tr: {
    payment: 'İade',
    paid: 'İade edildi',
    toRecipients: (count) => `${count} alıcıya iade`,
    unavailable: {
      expired: { title: 'Bu iade bağlantısının süresi doldu' },
      cancelled: { title: 'Bu iade iptal edildi' },
      not_payable: { title: 'Bu iade artık yapılamaz' },
      unauthorized: { title: 'Bu sitenin bu iadeyi yapma izni yok' },
    },
    blockedText: 'Bu iade bu hesaptan yapılamaz. Hiçbir tutar çekilmedi.',
    reviewTitle: 'Kontrol et ve iade et',
    payButton: (amount) => `${amount} iade et`,
    signing: (wallet) => `İadeyi ${wallet} içinde onaylayın`,
    preparing: 'İade bir kez daha kontrol ediliyor',
    broadcasting: 'İadeniz gönderiliyor',
    confirming: 'İade gönderildi, ağ bekleniyor',
    canClose: 'Bu sayfayı kapatabilirsiniz. İadeniz onsuz devam eder.',
    keepOpen: 'İade gönderilene kadar bu sayfayı açık tutun.',
    progressTitle: 'İadenin durumu',
    steps: { pay: ({ amount }) => `${amount} iade et` },
    succeededTitle: 'İade tamamlandı',
    receiptTitle: 'İade makbuzu',
    paidTo: 'İade edilen',
    failedTitle: 'İade tamamlanmadı',
    errors: {
      calldata_mismatch: { title: 'Bu iade güvenliğiniz için durduruldu' },
      destination_mismatch: { title: 'Bu iade güvenliğiniz için durduruldu' },
    },
    notes: {
      paid_twice: () => 'İade ikinci kez gönderildi. Alıcılardan onu geri göndermelerini isteyin.',
    },
    ofOrder: (reference) => `${reference} için iade`,
    ofPayment: (hash) => `${hash} ödemesi için iade`,
    reason: (text) => `Neden: ${text}`,
  },
  zh: {
    payment: '退款',
    paid: '已退款',
    toRecipients: (count) => `向 ${count} 位收款人退款`,
    unavailable: {
      expired: { title: '此退款链接已过期' },
      cancelled: { title: '此退款已取消' },
      not_payable: { title: '此退款已无法支付' },
      unauthorized: { title: '此网站无权支付此退款' },
    },
    blockedText: '无法从此账户支付此退款。未扣款。',
    reviewTitle: '核对并退款',
    payButton: (amount) => `退款 ${amount}`,
    signing: (wallet) => `请在 ${wallet} 中确认退款`,
    preparing: '正在再次核对退款',
    broadcasting: '正在发送退款',
    confirming: '退款已发送，正在等待网络',
    canClose: '您可以关闭此页面，退款会继续进行。',
    keepOpen: '退款发送之前，请保持此页面打开。',
    progressTitle: '退款进度',
    steps: { pay: ({ amount }) => `退款 ${amount}` },
    succeededTitle: '退款完成',
    receiptTitle: '退款凭证',
    paidTo: '退款至',
    failedTitle: '退款未完成',
    errors: {
      calldata_mismatch: { title: '为保障您的安全，此退款已停止' },
      destination_mismatch: { title: '为保障您的安全，此退款已停止' },
    },
    notes: { paid_twice: () => '退款被发送了两次，请联系收款人退回。' },
    ofOrder: (reference) => `${reference} 的退款`,
    ofPayment: (hash) => `付款 ${hash} 的退款`,
    reason: (text) => `原因：${text}`,
  },
} satisfies Readonly<Record<Language, RefundLinkWords>>

/** Returns the words for a language tag, such as `de-AT`; English if there are none. */
export function refundLinkWords(language: string): RefundLinkWords {
  const [code = ''] = language.toLowerCase().split('-', 1)
  return (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? ENGLISH
}
